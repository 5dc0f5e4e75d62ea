import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { defaultSettings } from '../../domain/system/settings.ts';
import { auditLog } from '../../store/people/tables.ts';
import { readSettings } from '../../store/system/settings.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

test('shows the settings, the bot token masked', async () => {
  const { body } = await world.get('/api/settings', admin);
  expect(body).toEqual({
    ok: true,
    data: { ...defaultSettings, botToken: '123456:••••••••wxyz', adminMessagingId: '4711' },
  });
});

test('saved settings are in force at once and are in the audit log', async () => {
  const saved = await world.put('/api/settings', admin, { recoveryDelay: 5, priceKeyOnly: 250 });
  expect(saved.body).toMatchObject({
    ok: true,
    data: { ...defaultSettings, recoveryDelay: 5, priceKeyOnly: 250 },
    message: 'Settings saved successfully',
  });
  expect(world.monitor.settings.recoveryDelay).toBe(5);
  expect(readSettings(world.monitor.store)).toEqual(world.monitor.settings);
  expect((await world.get('/api/public/info')).body.prices.keyOnly).toBe(250);
  expect(world.monitor.store.db.select().from(auditLog).all()).toMatchObject([
    {
      actor: 'admin:admin',
      action: 'settings.save',
      before: { recoveryDelay: 2, priceKeyOnly: 200 },
      after: { recoveryDelay: 5, priceKeyOnly: 250 },
    },
  ]);
});

test.each([
  [{ heartbeatTimeout: 29 }, 'heartbeatTimeout: must be at least 30'],
  [{ recoveryDelay: 0 }, 'recoveryDelay: must be at least 1'],
  [{ recoveryDelay: 1.5 }, 'recoveryDelay: must be a whole number from 1 to 1440'],
  [{ priceKeyOnly: -1 }, /^priceKeyOnly: /],
  [{ keyValidityYears: 0 }, 'keyValidityYears: must be at least 1'],
  [{ keyValidityYears: '3' }, /^keyValidityYears: /],
  [{ priceRenewal: 1e300 }, /^priceRenewal: /],
  [{ botToken: 'x' }, 'botToken: is not known'],
  [{}, /at least one/],
  [[], /./],
  ['not json', /JSON/],
])('refuses %p and saves nothing', async (body, error) => {
  const answer = await world.put('/api/settings', admin, { recoveryDelay: 9, ...(body as object) });
  const alone = await world.put('/api/settings', admin, body);
  expect(alone).toMatchObject({
    status: 400,
    body: { ok: false, code: 'VALIDATION', error: expect.stringMatching(error) },
  });
  if (answer.status === 400) expect(readSettings(world.monitor.store)).toEqual(defaultSettings);
});
