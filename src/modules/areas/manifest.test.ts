import { expect, test } from 'bun:test';
import { report } from '../../../tests/support/beats.ts';
import { HttpWorld, makeAppOptions } from '../../../tests/support/http-world.ts';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { letAreasGo } from '../../actions/alerts/let-areas-go.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { readExtras } from '../../actions/system/extras.ts';
import { outages } from '../../store/alerts/tables.ts';
import { areaOutageLosses, areaOutages } from '../../store/areas/tables.ts';
import { writeMeta } from '../../store/engine/meta.ts';
import type { Store } from '../../store/engine/open.ts';
import { queueOperatorNews } from '../../store/outbox/operator-news.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { areas } from './manifest.ts';

const none: ReadonlySet<string> = new Set();

/** An area outage that has taken 12 sites of 8 owners. @param endedAt null: it goes on */
function insertArea(store: Store, endedAt: number | null, toldAt: number | null = null) {
  const found = { beganFrom: 1, beganTo: 2, declaredAt: 3, status: 'confirmed', cause: 'mains' };
  return store.db
    .insert(areaOutages)
    .values({
      ...(found as typeof found & { status: 'confirmed'; cause: 'mains' }),
      ...{ endedAt, toldAt, lost: 12, back: 0, healthy: 2, owners: 8, cells: ['F12/T3'] },
    })
    .returning({ id: areaOutages.id })
    .get().id;
}

/** A server without it, on a database in which a customer's lost site is part of an area outage. */
async function openWithout(endedAt: number | null) {
  const { extras } = makeAppOptions(makeTestMonitor());
  const world = new HttpWorld({ moduleRoutes: [], extras: { ...extras, on: [] } });
  const { monitor } = world;
  const { store } = monitor;
  const board = makeDevice(monitor);
  await recordEvents(monitor, board, [report('POWER_DOWN')], 'mqtt', monitor.clock());
  const areaOutageId = insertArea(store, endedAt, 3);
  const [outage] = store.db.select().from(outages).all();
  store.db
    .insert(areaOutageLosses)
    .values({ outageId: outage?.id ?? 0, areaOutageId })
    .run();
  const me = await world.customer(board.config.customerId ?? 0);
  const nearby = async () => (await world.get('/api/customer/stats', me)).body.devices[0].nearby;
  return { world, store, board, nearby, me };
}

test('an installation from before keeps it where sites of two owners have places, or one was ever found', () => {
  const monitor = makeTestMonitor();
  const { store } = monitor;
  writeMeta(store, 'extras_due', 'yes');
  const isKept = () => readExtras(store, [areas], none).length === 1;
  const shop = makeDevice(monitor);
  makeDevice(monitor, { customerId: shop.config.customerId ?? 0 });
  store.sqlite.run("UPDATE devices SET cell = 'F12/T3'");
  expect(isKept()).toBe(false);
  const neighbour = makeDevice(monitor);
  expect(isKept()).toBe(false);
  store.sqlite.run('UPDATE devices SET latitude = 18.8 WHERE id = ?', [neighbour.row]);
  expect(isKept()).toBe(true);
  store.sqlite.run('UPDATE devices SET cell = NULL, latitude = NULL');
  expect(isKept()).toBe(false);
  insertArea(store, 4);
  expect(isKept()).toBe(true);
});

test.each([
  { name: 'goes on', endedAt: null, left: 0 },
  { name: 'is over, but for a site', endedAt: 4, left: 1 },
])('a start without it says no more of an outage that $name', async ({ endedAt, left }) => {
  const { store, nearby } = await openWithout(endedAt);
  expect(await nearby()).toMatchObject({ sites: 11 });
  letAreasGo(store);
  expect(await nearby()).toBeNull();
  expect(store.db.select().from(areaOutages).all()).toHaveLength(left);
  expect(store.db.select().from(areaOutageLosses).all()).toEqual([]);
  // Days later nobody is told that it is over.
  const untold = 'SELECT id FROM area_outages WHERE told_at IS NOT NULL AND told_end_at IS NULL';
  expect(store.sqlite.query(untold).all()).toEqual([]);
});

test('news of area outages that wait are told to nobody, and others are', async () => {
  const { store } = await openWithout(null);
  const to = { channel: 'telegram', address: '77', language: 'en' } as const;
  store.transaction(() => {
    queueOperatorNews(store, to, { areaId: 1, isOver: false }, 0);
    queueOperatorNews(store, to, { problem: 'disk_low', isOver: false }, 0);
  });
  letAreasGo(store);
  const ofOperator = store.db.select().from(notifications).all();
  expect(ofOperator.filter(({ kind }) => kind === 'operator').map(({ status }) => status)).toEqual([
    'superseded',
    'pending',
  ]);
});

test('its call is gone where it is off, and its rows go with the board', async () => {
  const { world, store, board } = await openWithout(null);
  const owner = await world.admin();
  expect((await world.get('/api/area-outages', owner)).status).toBe(404);
  const lost = await world.get('/api/devices?filter=lost&area_outage_id=1', owner);
  expect(lost.body.data).toMatchObject([{ device_id: board.deviceId }]);
  expect((await world.delete(`/api/devices/${board.deviceId}`, owner)).status).toBe(200);
  expect(store.db.select().from(areaOutageLosses).all()).toEqual([]);
});
