import { expect, test } from 'bun:test';
import { HttpWorld, makeAppOptions, refused } from '../../../tests/support/http-world.ts';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  testActor,
  testStart,
} from '../../../tests/support/monitor.ts';
import { planTime } from '../../actions/alerts/plan-times.ts';
import { tellDueAnnouncements } from '../../actions/alerts/tell-announced.ts';
import { readExtras } from '../../actions/system/extras.ts';
import { outageCalendars, plannedTimes } from '../../store/alerts/tables.ts';
import { writeMeta } from '../../store/engine/meta.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { findCustomer, updateCustomer } from '../../store/people/customers.ts';
import { insertOutageCalendar } from './calendar-rows.ts';
import { calendars } from './manifest.ts';

const none: ReadonlySet<string> = new Set();
const own = '/api/customer/planned-times';
const hourMs = 3_600_000;
const url = 'https://power.example/secret.ics';

/** A server without it, on a database in which a customer has a calendar read that announces a cut. */
async function openWithout(toldIn: number) {
  const { extras } = makeAppOptions(makeTestMonitor());
  const world = new HttpWorld({ moduleRoutes: [], extras: { ...extras, on: [] } });
  const { monitor } = world;
  const { store } = monitor;
  const customerId = makeCustomer(monitor, 'my-chat');
  const read = { createdAt: testStart, readAt: testStart, nextReadAt: testStart + hourMs };
  const { id: calendarId } = insertOutageCalendar(store, { customerId, url, ...read }, null);
  const startsAt = testStart + 48 * hourMs;
  const planned = { customerId, calendarId, kind: 'announced', externalId: 'a' } as const;
  const times = { startsAt, endsAt: startsAt + hourMs, createdAt: testStart };
  store.db
    .insert(plannedTimes)
    .values({ ...planned, ...times, tellAt: testStart + toldIn * hourMs })
    .run();
  const later = (hours: number) => {
    monitor.time.advanceMs(hours * hourMs);
    tellDueAnnouncements(monitor, monitor.clock());
  };
  const told = () => store.db.select().from(notifications).all();
  return { world, store, customerId, later, told };
}

test('an installation from before keeps it where outages were announced or a calendar is used', () => {
  const monitor = makeTestMonitor();
  const { store } = monitor;
  writeMeta(store, 'extras_due', 'yes');
  const isKept = () => readExtras(store, [calendars], none).length === 1;
  const customerId = makeCustomer(monitor);
  const { deviceId } = makeDevice(monitor, { customerId });
  const plan = (kind: 'maintenance' | 'announced') => {
    const times = { startsAt: testStart + hourMs, endsAt: testStart + 2 * hourMs };
    const wanted = { kind, note: '', isWeekly: false, deviceIds: [deviceId], ...times };
    planTime(monitor, customerId, wanted, 'Asia/Bangkok', testActor, monitor.clock());
  };
  plan('maintenance');
  expect(isKept()).toBe(false);
  updateCustomer(store, customerId, { calendarHash: 'h' });
  expect(isKept()).toBe(true);
  updateCustomer(store, customerId, { calendarHash: null });
  const read = { createdAt: 0, readAt: 0, nextReadAt: 0 };
  insertOutageCalendar(store, { customerId, url, ...read }, null);
  expect(isKept()).toBe(true);
  store.db.delete(outageCalendars).run();
  expect(isKept()).toBe(false);
  plan('announced');
  expect(isKept()).toBe(true);
});

test('what an unread calendar announced is told to nobody, and can be taken back', async () => {
  const { world, customerId, later, told } = await openWithout(6);
  const me = await world.customer(customerId);
  const [listed] = (await world.get(own, me)).body.data;
  expect(listed).toMatchObject({ kind: 'announced', is_imported: true });
  expect(await world.delete(`${own}/${listed.id}`, me)).toMatchObject(refused(409, 'CONFLICT'));
  later(7);
  expect(told()).toEqual([]);
  expect((await world.get(own, me)).body.data).toMatchObject([{ is_imported: false }]);
  expect((await world.delete(`${own}/${listed.id}`, me)).status).toBe(200);
  expect((await world.get(own, me)).body.data).toEqual([]);
});

test('what was announced while the calendar was read is told', async () => {
  const { later, told } = await openWithout(1);
  later(1);
  expect(told()).toMatchObject([{ kind: 'account', details: { type: 'announced' } }]);
});

test('a calendar and the address of one are downloaded and ended where it is off', async () => {
  const { world, store, customerId } = await openWithout(6);
  updateCustomer(store, customerId, { calendarHash: 'h' });
  const me = await world.customer(customerId);
  for (const path of ['/api/customer/outage-calendars', '/api/customer/calendar'])
    expect((await world.get(path, me)).status).toBe(404);
  const { text } = await world.get('/api/customer/data', me);
  expect(JSON.parse(text).outage_calendars).toMatchObject([{ url }]);
  const owner = await world.admin();
  expect((await world.delete(`/api/customers/${customerId}`, owner)).status).toBe(200);
  expect(store.db.select().from(outageCalendars).all()).toEqual([]);
  expect(store.db.select().from(plannedTimes).all()).toEqual([]);
  expect(findCustomer(store, customerId)).toBeUndefined();
});
