import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testStart } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { Cause } from '../../domain/states.ts';
import { closeOutage, insertOutage } from '../../store/alerts/outages.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { notifications } from '../../store/outbox/tables.ts';

let world: HttpWorld;
let admin: string;
let device: LiveDevice;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
  device = makeDevice(world.monitor, { siteName: 'Corner shop' });
});

const minute = 60_000;

/** @param minutesAgo when it began; @param lasted minutes; null: it goes on */
function addOutage(
  cause: Cause,
  minutesAgo: number,
  lasted: number | null,
  of: LiveDevice = device,
  customerId = of.config.customerId,
): number {
  const downAt = testStart - minutesAgo * minute;
  const id = insertOutage(world.monitor.store, {
    deviceRow: of.row,
    customerId,
    cause,
    downAt,
    startKnown: 'reported',
    detectedAt: downAt + 500,
    recoverAt: null,
    confirmedAt: null,
    flaps: 0,
  });
  if (lasted !== null) {
    const recoverAt = downAt + lasted * minute;
    const end = { recoverAt, cause, flaps: 1 };
    closeOutage(world.monitor.store, id, end, recoverAt + 2 * minute);
  }
  return id;
}

function addNotification(
  outageId: number,
  sequence: number,
  status: 'sent' | 'failed',
  kind: 'reminder' | 'recovery' = 'reminder',
): number {
  return world.monitor.store.db
    .insert(notifications)
    .values({
      outageId,
      customerId: device.config.customerId,
      kind,
      sequence,
      channel: 'telegram',
      recipient: '4711',
      language: 'th',
      status,
      dueAt: testStart,
      nextAttemptAt: testStart,
      createdAt: testStart,
    })
    .returning({ id: notifications.id })
    .get().id;
}

async function list(query = '') {
  const answer = await world.get(`/api/outages?${query}`, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

test('an outage says what it was, how long, and who was told', async () => {
  const id = addOutage('mains', 100, 42);
  addNotification(id, 1, 'sent');
  addNotification(id, 2, 'failed');
  const { data, total } = await list();
  expect(total).toBe(1);
  expect(data).toEqual([
    {
      id,
      device_id: device.deviceId,
      site_name: 'Corner shop',
      customer_id: device.config.customerId,
      customer_name: expect.stringMatching(/^Customer/),
      cause: 'mains',
      down_at: new Date(testStart - 100 * minute).toISOString(),
      recover_at: new Date(testStart - 58 * minute).toISOString(),
      confirmed_at: new Date(testStart - 56 * minute).toISOString(),
      is_open: false,
      duration_minutes: 42,
      flaps: 1,
      detected_at: new Date(testStart - 100 * minute + 500).toISOString(),
      start_known: 'reported',
      acknowledged_at: null,
      acknowledged_by: null,
      told: { sent: 1, waiting: 0, failed: 1 },
    },
  ]);
});

test('an outage that goes on has no duration', async () => {
  addOutage('silent', 5, null);
  expect((await list()).data[0]).toMatchObject({
    is_open: true,
    recover_at: null,
    confirmed_at: null,
    duration_minutes: null,
  });
});

test('outages are filtered by cause, or by whether they go on', async () => {
  const [mains, network, board, unobserved] = [
    addOutage('mains', 50, 1),
    addOutage('network', 40, 1),
    addOutage('device', 30, 1),
    addOutage('unobserved', 20, 1),
  ];
  const silent = addOutage('silent', 10, null);
  const elsewhere = addOutage('mains', 60, null, makeDevice(world.monitor));
  const cases = {
    all: [silent, unobserved, board, network, mains, elsewhere],
    open: [silent, elsewhere],
    mains: [mains, elsewhere],
    network: [network],
    device: [board],
    unobserved: [unobserved],
    silent: [silent],
  };
  for (const [filter, ids] of Object.entries(cases)) {
    const body = await list(`filter=${filter}`);
    expect({ filter, ids: idsOf(body), total: body.total }).toEqual({
      filter,
      ids,
      total: ids.length,
    });
  }
  expect(await world.get('/api/outages?filter=closed', admin)).toMatchObject(
    refused(400, 'VALIDATION'),
  );
});

test('outages are filtered by device, by their owner at the beginning, and by time', async () => {
  const earlier = makeCustomer(world.monitor);
  const [first, second] = [addOutage('mains', 50, 1, device, earlier), addOutage('mains', 40, 1)];
  const other = makeDevice(world.monitor);
  const third = addOutage('mains', 30, 1, other);
  expect(idsOf(await list(`device_id=${device.deviceId}`))).toEqual([second, first]);
  expect(idsOf(await list('device_id=fw-000000000000'))).toEqual([]);
  expect(idsOf(await list(`customer_id=${earlier}`))).toEqual([first]);
  expect(idsOf(await list(`customer_id=${other.config.customerId}`))).toEqual([third]);
  const ago = (minutes: number) => new Date(testStart - minutes * minute).toISOString();
  expect(idsOf(await list(`from=${ago(50)}&to=${ago(30)}`))).toEqual([second, first]);
});

test('outages are paged', async () => {
  const ids = Array.from({ length: 5 }, (_, i) => addOutage('mains', 100 - i, 0)).reverse();
  expect(await list('page=2&limit=2')).toMatchObject({
    data: [{ id: ids[2] }, { id: ids[3] }],
    total: 5,
    page: 2,
    limit: 2,
  });
  expect(idsOf(await list('page=4&limit=2'))).toEqual([]);
});

test('an outage has its events and notifications, newest first', async () => {
  const id = addOutage('mains', 100, 42);
  const other = addOutage('mains', 10, 1);
  for (const outageId of [id, other]) {
    for (const [eventType, minutesAgo] of [
      ['POWER_DOWN', 100],
      ['POWER_RECOVER', 58],
    ] as const) {
      insertEvent(world.monitor.store, {
        deviceRow: device.row,
        customerId: device.config.customerId,
        eventType,
        occurredAt: testStart - minutesAgo * minute,
        createdAt: testStart,
        outageId,
      });
    }
  }
  const told = [addNotification(id, 1, 'sent'), addNotification(id, 2, 'failed')];
  addNotification(other, 1, 'sent');
  const { body } = await world.get(`/api/outages/${id}`, admin);
  expect(body.data).toMatchObject({
    id,
    cause: 'mains',
    events: [
      { event_type: 'POWER_RECOVER', outage_id: id, duration_minutes: 42, notified: true },
      { event_type: 'POWER_DOWN', outage_id: id },
    ],
    notifications: [
      { id: told[1], status: 'failed', outage_id: id, device_id: device.deviceId },
      { id: told[0], status: 'sent' },
    ],
  });
  expect(await world.get('/api/outages/4711', admin)).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('an outage of very many reminders shows the newest messages, its end among them', async () => {
  const id = addOutage('mains', 3_000, 2_900);
  let last = 0;
  for (let n = 1; n <= 250; n += 1) last = addNotification(id, n, 'sent');
  const end = addNotification(id, 0, 'sent', 'recovery');
  const { body } = await world.get(`/api/outages/${id}`, admin);
  const shown = idsOf({ data: body.data.notifications });
  expect(shown.slice(0, 2)).toEqual([end, last]);
  expect(shown.length).toBeLessThan(251);
});
