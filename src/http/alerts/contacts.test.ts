import { beforeEach, describe, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { recipients } from '../../store/alerts/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { auditLog } from '../../store/people/tables.ts';

const path = '/api/customer/contacts';

let world: HttpWorld;
let customerId: number;
let me: string;
let device: LiveDevice;

beforeEach(async () => {
  world = new HttpWorld();
  customerId = makeCustomer(world.monitor, 'me');
  me = await world.customer(customerId);
  device = makeDevice(world.monitor, { customerId, siteName: 'Shop' });
});

const list = async () => (await world.get(path, me)).body.data;
const add = async (name: string): Promise<string> =>
  (await world.post(path, me, { name })).body.data.id;

function connect(address: string): number {
  const row = { customerId, channel: 'telegram', address, createdAt: 0 } as const;
  return world.monitor.store.db.insert(recipients).values(row).returning().get().id;
}

test('who never set anything has one contact, called as the account is, told at once', async () => {
  expect(await list()).toEqual([
    {
      id: 'own',
      language: null,
      name: expect.stringMatching(/^Customer \d+$/),
      order: 'together',
      after_minutes: 0,
      quiet: null,
      device_ids: null,
      recipients: [expect.objectContaining({ channel: 'telegram' })],
    },
  ]);
});

test('quiet hours that never end are refused', async () => {
  const quiet = { from: '22:00', to: '22:00', wakes: [] };
  expect(await world.put(`${path}/own`, me, { quiet })).toMatchObject(refused(400, 'VALIDATION'));
});

test('what is set of a contact is stored, told to the audit log, and shown', async () => {
  const brother = await add('Brother');
  const [first, second] = [connect('1'), connect('2')];
  const settings = {
    order: 'in_turn',
    after_minutes: 10,
    quiet: { from: '22:00', to: '06:05', wakes: ['alert', 'recovery'] },
    device_ids: [device.deviceId],
  };
  const saved = await world.put(`${path}/${brother}`, me, {
    ...settings,
    recipient_ids: [second, first],
  });
  expect(saved.body.data).toMatchObject({
    id: brother,
    name: 'Brother',
    ...settings,
    recipients: [{ id: second }, { id: first }],
  });
  expect((await list())[1]).toEqual(saved.body.data);
  expect(world.monitor.store.db.select().from(auditLog).all()).toMatchObject([
    { action: 'contact.add', after: { contact: 'Brother' } },
    { action: 'contact.edit', after: { contact: 'Brother', quietHours: '22:00–06:05' } },
  ]);
  const undone = await world.put(`${path}/${brother}`, me, { quiet: null, device_ids: null });
  expect(undone.body.data).toMatchObject({ quiet: null, device_ids: null, after_minutes: 10 });
  // What nobody else has is the own contact's.
  await world.put(`${path}/${brother}`, me, { recipient_ids: [first] });
  expect((await list()).map((one: { recipients: unknown[] }) => one.recipients.length)).toEqual([
    2, 1,
  ]);
});

test('the own contact keeps the name of the account, and cannot be removed', async () => {
  const saved = await world.put(`${path}/own`, me, { name: 'Another', after_minutes: 5 });
  expect(saved.body.data).toMatchObject({ name: expect.stringMatching(/^Customer/), id: 'own' });
  expect(await world.delete(`${path}/own`, me)).toMatchObject(refused(409, 'CONFLICT'));
});

test('with a contact go their chats, which are told so', async () => {
  const brother = await add('Brother');
  await world.put(`${path}/${brother}`, me, { recipient_ids: [connect('brother')] });
  expect((await world.delete(`${path}/${brother}`, me)).status).toBe(200);
  expect(await list()).toHaveLength(1);
  const { db } = world.monitor.store;
  expect(db.select().from(recipients).all()).toHaveLength(1);
  expect(
    db
      .select()
      .from(notifications)
      .all()
      .map(({ recipient, details }) => [
        recipient,
        details !== null && 'type' in details && details.type,
      ]),
  ).toEqual([
    ['brother', 'cut-off'],
    ['me', 'chat-left'],
  ]);
});

test('nobody changes what is another’s, nor gives away what is', async () => {
  const brother = await add('Brother');
  const other = makeCustomer(world.monitor);
  const stranger = await world.customer(other);
  const theirs = makeDevice(world.monitor, { customerId: other });
  const change = { after_minutes: 5 };
  for (const answer of [
    await world.put(`${path}/${brother}`, stranger, change),
    await world.delete(`${path}/${brother}`, stranger),
    await world.put(`${path}/${brother}`, me, { device_ids: [theirs.deviceId] }),
    await world.put(`${path}/own`, stranger, { recipient_ids: [1] }),
    await world.get(`${path}/preview?time=02:10&device_id=${theirs.deviceId}`, me),
  ]) {
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
  }
});

test('there are ten at most', async () => {
  for (let count = 1; count < 10; count += 1) await add(`Contact ${count}`);
  expect(await world.post(path, me, { name: 'One more' })).toMatchObject(refused(409, 'CONFLICT'));
});

describe('the preview', () => {
  test('says who would be told tonight, and when', async () => {
    const brother = await add('Brother');
    const brothers = connect('brother');
    await world.put(`${path}/${brother}`, me, { recipient_ids: [brothers], after_minutes: 10 });
    const quiet = { from: '22:00', to: '06:00', wakes: [] };
    await world.put(`${path}/own`, me, { quiet });
    const { body } = await world.get(`${path}/preview?time=02:10&device_id=${device.deviceId}`, me);
    // It is noon in Bangkok, seven hours ahead of UTC.
    expect(body.data).toEqual({
      lost_at: '2026-01-15T19:10:00.000Z',
      maintenance_until: null,
      has_reminders: true,
      calls_on_recovery: false,
      announced_until: null,
      messages: [
        {
          contact_id: brother,
          recipient_id: brothers,
          at: '2026-01-15T19:21:00.000Z',
          is_in_turn: false,
          is_held: false,
          is_critical_call: false,
        },
        {
          contact_id: 'own',
          recipient_id: expect.any(Number),
          at: '2026-01-15T23:00:00.000Z',
          is_in_turn: false,
          is_held: true,
          is_critical_call: false,
        },
      ],
    });
  });
});
