/** Where no channel is set up nobody is told, and every place says so. */
import { expect, test } from 'bun:test';
import type { EventAnswer } from '../../src/contract/fleet/events.ts';
import { refusals } from '../../src/domain/findings.ts';
import { App } from '../support/app.ts';
import { logIntoPortal } from '../support/portal-calls.ts';

const none = { sent: 0, waiting: 0, failed: 0 };

test('without any channel: events, outages, tests, portal and metrics', async () => {
  await using app = await App.start({ hasBot: false });
  const admin = await app.logIn();
  const portal = await logIntoPortal(app);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('30 s');

  const { data: events } = (await admin.call('GET', '/api/events')).body as { data: EventAnswer[] };
  const ofOutage = events.filter(({ outage_id: id }) => id !== null);
  expect(ofOutage.length).toBeGreaterThan(0);
  for (const event of ofOutage) expect(event).toMatchObject({ notified: false, delivery: none });
  const csv = await (await app.call('GET', '/api/events/export.csv', admin.token)).text();
  expect(csv).toContain('POWER_DOWN');
  expect(csv).not.toMatch(/true/);
  const { body: outages } = await admin.call('GET', '/api/outages');
  expect(outages.data).toMatchObject([{ told: none }]);
  const { body: found } = await admin.call('GET', '/api/devices?filter=all');
  expect(found.data).toMatchObject([{ alerts: 'no_messenger', outage: { told: none } }]);

  const { body: system } = await admin.call('GET', '/api/system');
  expect(system.data).toMatchObject({ messenger: { last_sent_at: null } });
  expect(system.data.problems).toContain('no_messenger');

  const customer = app.data.readNumber('SELECT id FROM customers');
  const refused = { status: 409, body: { code: 'CONFLICT', error: refusals.nobodyTold } };
  expect(await admin.call('POST', `/api/customers/${customer}/test-alert`)).toMatchObject(refused);
  expect(portal('POST', '/api/customer/test-alert')).rejects.toThrow();
  const stats = await portal('GET', '/api/customer/stats');
  expect(stats).toMatchObject({
    devices: [{ alerts: 'no_messenger', next_message: null }],
    messenger: {
      connected: 0,
      unreachable: 1,
      recipients: [{ is_unreachable: 1, unreachable_reason: 'channel_off' }],
    },
  });
});

test('who is told once there is one counts, and the log does not', async () => {
  await using app = await App.start({ hasBot: false });
  const admin = await app.logIn();
  const device = await app.connect();
  await device.losesMains();
  await app.advance('30 s');
  await admin.call('POST', '/api/setup/messenger', { token: app.telegram.token });
  await app.botHears();
  await app.advance('5 s');
  const { body } = await admin.call('GET', '/api/outages');
  expect(body.data).toMatchObject([{ told: { sent: 1, failed: 0 } }]);
});
