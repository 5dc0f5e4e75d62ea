import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeDevice, testStart } from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findCustomer } from '../../store/people/customers.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
  const entries = [
    { actor: 'admin:nok', action: 'settings.save', subject: 'settings' },
    { actor: 'customer:17', action: 'device.rename', subject: 'device:fw-a1b2c3d4e5f6' },
    { actor: 'cli', action: 'key.revoke', subject: 'key:100%_X' },
  ];
  for (const [i, { actor, action, subject }] of entries.entries()) {
    writeAudit(
      world.monitor.store,
      {
        actor: { name: actor, address: i === 2 ? null : '203.0.113.7' },
        action,
        subject,
        ...(i === 1 && { before: { site_name: 'บ้าน' } }),
        ...(i < 2 && { after: { site_name: 'ร้าน' } }),
      },
      testStart + i * 1_000,
    );
  }
});

async function list(query = '') {
  const answer = await world.get(`/api/audit?${query}`, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

const actionsOf = (body: { data: { action: string }[] }) => body.data.map(({ action }) => action);

test('shows who changed what, newest first', async () => {
  expect(await list()).toEqual({
    ok: true,
    data: [
      {
        id: 3,
        at: new Date(testStart + 2_000).toISOString(),
        actor: 'cli',
        actor_name: null,
        action: 'key.revoke',
        subject: 'key:100%_X',
        subject_name: null,
        subject_device_id: null,
        before: null,
        after: null,
        address: null,
      },
      {
        id: 2,
        at: new Date(testStart + 1_000).toISOString(),
        actor: 'customer:17',
        actor_name: null,
        action: 'device.rename',
        subject: 'device:fw-a1b2c3d4e5f6',
        subject_name: null,
        subject_device_id: null,
        before: { site_name: 'บ้าน' },
        after: { site_name: 'ร้าน' },
        address: '203.0.113.7',
      },
      {
        id: 1,
        at: new Date(testStart).toISOString(),
        actor: 'admin:nok',
        actor_name: null,
        action: 'settings.save',
        subject: 'settings',
        subject_name: null,
        subject_device_id: null,
        before: null,
        after: { site_name: 'ร้าน' },
        address: '203.0.113.7',
      },
    ],
    total: 3,
    page: 1,
    limit: 50,
  });
});

test('finds words in the actor, the action and the subject, wildcards being themselves', async () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['NOK', ['settings.save']],
    ['rename', ['device.rename']],
    ['c3d4', ['device.rename']],
    ['e', ['key.revoke', 'device.rename', 'settings.save']],
    ['100%', ['key.revoke']],
    ['_', ['key.revoke']],
    ['ร้าน', []],
    ['nobody', []],
  ];
  for (const [q, actions] of cases) {
    const body = await list(`q=${encodeURIComponent(q)}`);
    expect({ q, actions: actionsOf(body), total: body.total }).toEqual({
      q,
      actions: [...actions],
      total: actions.length,
    });
  }
});

test('shows a range of time, and pages', async () => {
  const at = (i: number) => new Date(testStart + i * 1_000).toISOString();
  expect(actionsOf(await list(`from=${at(1)}&to=${at(2)}`))).toEqual(['device.rename']);
  expect(actionsOf(await list(`from=${at(1)}&q=key`))).toEqual(['key.revoke']);
  expect(await list('page=2&limit=2')).toMatchObject({ data: [{ id: 1 }], total: 3, page: 2 });
  expect((await list('page=3&limit=2')).data).toEqual([]);
});

test('the log is filtered by what was changed and by whom', async () => {
  expect(actionsOf(await list('filter=device'))).toEqual(['device.rename']);
  expect(actionsOf(await list('filter=service'))).toEqual(['settings.save']);
  expect(actionsOf(await list('who=operator'))).toEqual(['settings.save']);
  expect(actionsOf(await list('who=customer'))).toEqual(['device.rename']);
  expect(actionsOf(await list('who=command&filter=key'))).toEqual(['key.revoke']);
  expect(actionsOf(await list('who=chat'))).toEqual([]);
});

test('entries have the present names of actor and subject', async () => {
  const { monitor } = world;
  const device = makeDevice(monitor, { siteName: 'Kitchen' });
  const owner = device.config.customerId;
  const actor = { name: `customer:${owner}`, address: null };
  const { name } = findCustomer(monitor.store, owner ?? 0) ?? { name: '' };
  const [key] = monitor.store.db.select().from(activationKeys).all();
  const outage = monitor.store.db
    .insert(outages)
    .values({
      deviceRow: device.row,
      cause: 'mains',
      downAt: testStart,
      startKnown: 'reported',
      detectedAt: testStart,
    })
    .returning({ id: outages.id })
    .get();
  const subjects = [
    device.deviceId,
    `outage:${outage.id}`,
    key?.keyCode ?? '',
    `customer:${owner}`,
  ];
  for (const subject of [...subjects, 'customer:999', 'settings']) {
    writeAudit(monitor.store, { actor, action: 'x.y', subject }, testStart + 9_000);
  }
  const { data } = await list('q=x.y');
  expect(
    data.map((entry: Record<string, unknown>) => [
      entry['actor_name'],
      entry['subject_name'],
      entry['subject_device_id'],
    ]),
  ).toEqual([
    [name, null, null],
    [name, null, null],
    [name, name, null],
    [name, name, null],
    [name, 'Kitchen', device.deviceId],
    [name, 'Kitchen', null],
  ]);
});
