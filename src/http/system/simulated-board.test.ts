import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld, makeAppOptions, refused } from '../../../tests/support/http-world.ts';
import { makeTestMonitor, openTestStore } from '../../../tests/support/monitor.ts';
import { applyOutboxChanges } from '../../store/outbox/mark.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { insertOperatorRecipient } from '../../store/system/operator-recipients.ts';

let world: HttpWorld;
let admin: string;

/** Whether a far end takes what is sent while somebody waits. */
let isTaken = true;

beforeEach(async () => {
  const store = openTestStore();
  const { channels } = makeAppOptions(makeTestMonitor({ store }));
  const decided = async (ids: readonly number[]) => {
    if (!isTaken) return;
    applyOutboxChanges(store, [{ type: 'sent', ids, at: 0, externalId: null }]);
  };
  isTaken = true;
  world = new HttpWorld({ channels: { ...channels, decided } }, store);
  admin = await world.admin();
});

const path = '/api/setup/simulated-board';
const press = (power: 'UP' | 'DOWN', token = admin) =>
  world.put(path, token, { power, language: 'en' });
const add = (channel: 'telegram' | 'webhook', address: string, isForAllSites = false) =>
  insertOperatorRecipient(
    world.monitor.store,
    { channel, address, language: 'en', isForAllSites },
    0,
  );

test('tells the operator’s own chats and no program, and remembers nothing but that it was tried', async () => {
  add('telegram', '42');
  add('webhook', 'https://hooks.example/x', true);
  const down = await press('DOWN');
  expect(down.body.data).toMatchObject({
    power: 'DOWN',
    told: [{ channel: 'telegram', refusal: null }],
  });
  const isDone = async () => {
    const { body } = await world.get('/api/setup', admin);
    return body.data.steps.find(({ step }: { step: string }) => step === 'first_alert').is_done;
  };
  expect(await isDone()).toBe(false);
  expect((await press('UP')).status).toBe(200);
  expect(await isDone()).toBe(true);
  const { body } = await world.get('/api/devices', admin);
  expect(body.total).toBe(0);
  expect((await world.get('/api/outages', admin)).body.total).toBe(0);
});

test('goes the way of every message, and is said to be taken by nobody before it was', async () => {
  add('telegram', '42');
  isTaken = false;
  const { body } = await press('DOWN');
  const waits = 'The message was not taken yet. It is tried for ten minutes.';
  expect(body.data.told).toEqual([{ channel: 'telegram', address: '42', refusal: waits }]);
  expect(world.monitor.store.db.select().from(notifications).all()).toMatchObject([
    { kind: 'test', customerId: null, recipient: '42', status: 'pending', outageId: null },
  ]);
  // Nobody was told of its loss, so there is no end to tell.
  expect(await press('UP')).toMatchObject(refused(409, 'CONFLICT'));
});

test('is refused while nobody of the operator’s can be told, and while it has power', async () => {
  expect(await press('DOWN')).toMatchObject(refused(409, 'CONFLICT'));
  add('telegram', '42');
  expect(await press('UP')).toMatchObject(refused(409, 'CONFLICT'));
});

test('whoever has a session cannot wake the operator all night', async () => {
  add('telegram', '42');
  for (let time = 0; time < 6; time += 1) expect((await press('DOWN')).status).toBe(200);
  expect(await press('DOWN')).toMatchObject(refused(429, 'RATE_LIMITED'));
});

test('is for owners', async () => {
  add('telegram', '42');
  const support = await world.operator('nok', 'support');
  expect(await press('DOWN', support)).toMatchObject(refused(403, 'FORBIDDEN'));
});
