import { beforeEach, describe, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeDevice, testStart } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { insertOutage } from '../../store/alerts/outages.ts';
import { recipients } from '../../store/alerts/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';

let world: HttpWorld;
let admin: string;
let device: LiveDevice;
let outageId: number;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
  device = makeDevice(world.monitor, { siteName: 'Corner shop', chat: '4711' });
  outageId = addOutage(device);
});

function addOutage(of: LiveDevice): number {
  return insertOutage(world.monitor.store, {
    deviceRow: of.row,
    customerId: of.config.customerId,
    cause: 'mains',
    downAt: testStart,
    startKnown: 'reported',
    detectedAt: testStart,
    recoverAt: null,
    confirmedAt: null,
    flaps: 0,
  });
}

let sequence = 0;

function add(fields: Partial<typeof notifications.$inferInsert> = {}): number {
  sequence += 1;
  return world.monitor.store.db
    .insert(notifications)
    .values({
      outageId,
      customerId: device.config.customerId,
      kind: 'reminder',
      sequence,
      channel: 'telegram',
      recipient: '4711',
      language: 'th',
      status: 'sent',
      dueAt: testStart,
      nextAttemptAt: testStart,
      createdAt: testStart,
      ...fields,
    })
    .returning({ id: notifications.id })
    .get().id;
}

async function list(query = '') {
  const answer = await world.get(`/api/notifications?${query}`, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

test('a notification says what became of it', async () => {
  const at = new Date(testStart).toISOString();
  const id = add({
    kind: 'alert',
    sequence: 0,
    status: 'failed',
    attempts: 3,
    ambiguousAttempts: 1,
    lastError: '403 blocked',
    nextAttemptAt: testStart + 2_000,
  });
  expect((await list()).data).toEqual([
    {
      id,
      kind: 'alert',
      sequence: 0,
      status: 'failed',
      channel: 'telegram',
      recipient: '4711',
      language: 'th',
      due_at: at,
      next_attempt_at: new Date(testStart + 2_000).toISOString(),
      sent_at: null,
      attempts: 3,
      ambiguous_attempts: 1,
      last_error: '403 blocked',
      outage_id: outageId,
      customer_id: device.config.customerId,
      customer_name: expect.stringMatching(/^Customer/),
      device_id: device.deviceId,
      site_name: 'Corner shop',
      created_at: at,
    },
  ]);
});

test('a notification that is about no outage has no device', async () => {
  add({ kind: 'test', outageId: null });
  expect((await list()).data).toMatchObject([
    { kind: 'test', outage_id: null, device_id: null, site_name: null },
  ]);
});

test('filters find sent, waiting, superseded and undelivered notifications', async () => {
  const overdue = testStart - 60_001;
  const sent = add();
  const superseded = add({ status: 'superseded', dueAt: overdue });
  const failed = add({ status: 'failed' });
  const waiting = add({ status: 'pending', dueAt: testStart - 60_000 });
  const late = add({ status: 'pending', dueAt: overdue });
  const stuck = add({ status: 'sending', dueAt: overdue });
  const cases = {
    all: [stuck, late, waiting, failed, superseded, sent],
    undelivered: [stuck, late, failed],
    waiting: [stuck, late, waiting],
    sent: [sent],
    failed: [failed],
    superseded: [superseded],
  };
  for (const narrowed of ['', `&outage_id=${outageId}`]) {
    for (const [filter, ids] of Object.entries(cases)) {
      const body = await list(`filter=${filter}${narrowed}`);
      expect({ filter, ids: idsOf(body), total: body.total }).toEqual({
        filter,
        ids,
        total: ids.length,
      });
    }
  }
});

test('notifications are filtered by device, customer and outage, and paged', async () => {
  const other = makeDevice(world.monitor);
  const mine = [add(), add(), add()].reverse();
  const theirs = add({ outageId: addOutage(other), customerId: other.config.customerId });
  const about = add({ kind: 'test', outageId: null });
  expect(idsOf(await list(`device_id=${device.deviceId}`))).toEqual(mine);
  expect(idsOf(await list(`device_id=${other.deviceId}`))).toEqual([theirs]);
  expect(idsOf(await list('device_id=fw-000000000000'))).toEqual([]);
  expect(idsOf(await list(`customer_id=${device.config.customerId}`))).toEqual([about, ...mine]);
  expect(idsOf(await list(`outage_id=${outageId}&filter=sent`))).toEqual(mine);
  expect(await list('page=2&limit=2')).toMatchObject({
    data: [{ id: mine[0] }, { id: mine[1] }],
    total: 5,
    page: 2,
    limit: 2,
  });
});

describe('retry', () => {
  test('puts one that failed back into the queue', async () => {
    const id = add({ kind: 'alert', status: 'failed', lastError: '403 blocked' });
    world.monitor.store.db.update(recipients).set({ unreachableAt: testStart }).run();
    world.monitor.time.advanceMs(5_000);
    const answer = await world.post(`/api/notifications/${id}/retry`, admin);
    expect(answer.body).toMatchObject({
      ok: true,
      data: {
        id,
        status: 'pending',
        due_at: new Date(testStart).toISOString(),
        next_attempt_at: new Date(testStart + 5_000).toISOString(),
      },
      message: 'It is sent again',
    });
    expect(world.monitor.store.db.select().from(recipients).get()?.unreachableAt).toBeNull();
  });

  test('is refused for one that was sent, is too old, or is not there', async () => {
    const sent = add();
    expect(await world.post(`/api/notifications/${sent}/retry`, admin)).toMatchObject(
      refused(409, 'CONFLICT'),
    );
    const old = add({ status: 'failed', dueAt: testStart - 24 * 3_600_000 });
    expect(await world.post(`/api/notifications/${old}/retry`, admin)).toMatchObject(
      refused(409, 'CONFLICT'),
    );
    expect(await world.post('/api/notifications/4711/retry', admin)).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
  });

  test('of all says how many there were', async () => {
    add({ status: 'failed' });
    add({ status: 'failed' });
    add({ status: 'failed', dueAt: testStart - 24 * 3_600_000 });
    const first = await world.post('/api/notifications/retry-all', admin);
    expect(first.body).toEqual({ ok: true, data: { retried: 2 }, message: 'They are sent again' });
    const again = await world.post('/api/notifications/retry-all', admin);
    expect(again.body).toMatchObject({ ok: true, data: { retried: 0 } });
  });
});
