import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test';
import { FakeCalendar } from '../../../tests/fakes/calendar/fake-calendar.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testActor, testStart } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { addOutageCalendar, readDueCalendars } from './outage-calendars.ts';

const own = '/api/customer/outage-calendars';
const planned = '/api/customer/planned-times';
const operators = '/api/outage-calendars';
const hourMs = 3_600_000;
const at = (hours: number) => testStart + hours * hourMs;
const cut = (uid: string, hours: number, more: object = {}) => ({
  ...{ uid, from: at(hours), to: at(hours + 1), summary: 'Pole work', ...more },
});

const calendar = new FakeCalendar();
let world: HttpWorld;
let customerId: number;
let me: string;
let device: LiveDevice;

beforeAll(() => calendar.open());
afterAll(() => calendar.close());
beforeEach(async () => {
  world = new HttpWorld();
  customerId = makeCustomer(world.monitor, 'my-chat');
  me = await world.customer(customerId);
  device = makeDevice(world.monitor, { customerId, siteName: 'Shop' });
  calendar.fault = null;
});

const add = (more: object = {}) => world.post(own, me, { url: calendar.url, ...more });

/** The times that are planned, as hours from the beginning, with their notes. */
async function listed(): Promise<string[]> {
  const { body } = await world.get(planned, me);
  return body.data.map(
    ({ starts_at: from, note }: { starts_at: string; note: string }) =>
      `${(Date.parse(from) - testStart) / hourMs} ${note}`,
  );
}

/** What chats are told, in order: what, and from which hour on. */
const told = () =>
  world.monitor.store.db
    .select()
    .from(notifications)
    .all()
    .filter(({ recipient }) => recipient === 'my-chat')
    .map(({ details }) =>
      details !== null && 'from' in details
        ? `${details.type} ${(details.from - testStart) / hourMs}`
        : details !== null && 'type' in details && details.type,
    );

async function anHourLater(hours = 1): Promise<void> {
  world.monitor.time.advanceMs(hours * hourMs);
  await readDueCalendars({
    ...{ monitor: world.monitor, outbound: { allowPrivate: true }, timezone: 'Asia/Bangkok' },
  });
}

test('its outages are planned at once, and what changes is changed with the next reading', async () => {
  calendar.events = [cut('a', 3), cut('b', 48), cut('c', 72)];
  const added = await add();
  expect(added.body.data).toMatchObject({ host: '127.0.0.1', outages: 3, sites: null });
  expect(added.text).not.toContain('secret');
  expect(await listed()).toEqual(['3 Pole work', '48 Pole work', '72 Pole work']);
  expect(told()).toEqual(['announced 3']);

  calendar.events = [
    cut('a', 4),
    cut('b', 48, { summary: 'New pole' }),
    cut('c', 72, { isCancelled: true }),
    cut('d', 96),
  ];
  await anHourLater();
  expect(await listed()).toEqual(['4 Pole work', '48 New pole', '96 Pole work']);
  // Times that have changed are told again; what was never told is not called off.
  expect(told()).toEqual(['announced 3', 'announced 4']);

  calendar.events = [cut('b', 48)];
  await anHourLater();
  expect(await listed()).toEqual(['48 Pole work']);
  expect(told()).toEqual(['announced 3', 'announced 4', 'called-off 4']);
});

test('one that has begun stays when the calendar forgets it, and ends when it is cancelled', async () => {
  calendar.events = [cut('a', 0, { to: at(2) }), cut('b', 0.5, { to: at(5) })];
  await add();
  calendar.events = [cut('b', 0.5, { to: at(5), isCancelled: true })];
  await anHourLater();
  expect(await listed()).toEqual(['0 Pole work']);
  // Announced anew after all, it is there again.
  calendar.events = [cut('b', 3)];
  world.monitor.time.advanceMs(1);
  await anHourLater();
  expect(await listed()).toEqual(['3 Pole work']);
});

test('one that breaks the reader keeps no other from being read, and waits for its next hour', async () => {
  calendar.events = [cut('a', 30)];
  await add();
  const other = await world.customer(makeCustomer(world.monitor));
  await world.post(own, other, { url: calendar.url });
  calendar.events = [cut('a', 31)];
  const broken = spyOn(world.monitor.turns, 'take').mockRejectedValueOnce(new Error('broken'));
  await anHourLater();
  broken.mockRestore();
  expect(await listed()).toEqual(['30 Pole work']);
  const { body } = await world.get(planned, other);
  expect(body.data).toMatchObject([{ starts_at: new Date(at(31)).toISOString() }]);
  const shown = await world.get(own, me);
  expect(shown.body.data).toMatchObject([{ failure: { code: 'calendarNone' } }]);
  await anHourLater();
  expect(await listed()).toEqual(['31 Pole work']);
});

test('what has not changed is not read again', async () => {
  calendar.events = [cut('a', 30)];
  await add();
  const { whole, unchanged } = calendar.asked;
  await anHourLater();
  expect(calendar.asked).toEqual({ whole, unchanged: unchanged + 1 });
  expect(await listed()).toEqual(['30 Pole work']);
});

test('what is repeated each week goes on for years, though the calendar never changes', async () => {
  calendar.events = [cut('a', 30, { rule: 'FREQ=WEEKLY' })];
  await add();
  const ahead = (await listed()).length;
  expect(ahead).toBe(53);
  for (let week = 0; week < 110; week += 1) {
    await anHourLater(7 * 24 - 1);
    const { whole, unchanged } = calendar.asked;
    await anHourLater();
    expect(calendar.asked).toEqual({ whole, unchanged: unchanged + 1 });
  }
  me = await world.customer(customerId);
  expect((await listed()).length).toBe(ahead);
});

test('events that get new names whenever somebody asks are announced once', async () => {
  calendar.events = [cut('a', 6), cut('b', 30)];
  await add();
  calendar.events = [cut('c', 30), cut('d', 6)];
  await anHourLater();
  expect(await listed()).toEqual(['6 Pole work', '30 Pole work']);
  expect(told()).toEqual(['announced 6']);
  // Names that change places are those of the same times still.
  calendar.events = [cut('d', 30), cut('c', 6)];
  await anHourLater();
  expect(told()).toEqual(['announced 6']);
  calendar.events = [cut('d', 30)];
  await anHourLater();
  expect(await listed()).toEqual(['30 Pole work']);
  expect(told()).toEqual(['announced 6', 'called-off 6']);
});

test('a failure is shown with the calendar, takes nothing back, and is over once it can be read', async () => {
  calendar.events = [cut('a', 30)];
  await add();
  const standing = async () => (await world.get(own, me)).body.data[0];
  calendar.fault = { status: 503 };
  await anHourLater();
  const since = new Date(testStart).toISOString();
  expect(await standing()).toMatchObject({
    read_at: since,
    failure: { code: 'calendarAnswer', number: 503 },
  });
  calendar.fault = { status: 200, body: '<html>Log in</html>' };
  await anHourLater();
  expect(await standing()).toMatchObject({ read_at: since, failure: { code: 'calendarNone' } });
  expect(await listed()).toEqual(['30 Pole work']);
  calendar.fault = null;
  await anHourLater();
  expect(await standing()).toMatchObject({ read_at: new Date(at(3)).toISOString(), failure: null });
});

test.each([
  [{ status: 404 }, 'calendarAnswer'],
  [{ status: 302 }, 'calendarAnswer'],
  [{ status: 200, body: 'hello' }, 'calendarNone'],
  [{ status: 200, body: `BEGIN:VCALENDAR\r\n${'X'.repeat(600_000)}` }, 'calendarLarge'],
])('%p is not kept', async (fault, code) => {
  calendar.fault = fault;
  const { status, body } = await add();
  expect({ status, code: body.findings.url.code }).toEqual({ status: 400, code });
  expect((await world.get(own, me)).body.data).toEqual([]);
});

test('an address of this house is refused unless the operator allows it', async () => {
  const { monitor } = world;
  const outbound = { allowPrivate: false };
  const reader = { monitor, outbound, timezone: 'Asia/Bangkok' };
  const url = 'https://127.0.0.1/outages.ics';
  const adding = addOutageCalendar(reader, null, { url, deviceIds: [] }, testActor);
  await expect(adding).rejects.toThrow('must be on the public internet');
});

test('one with more outages than can be taken over is refused', async () => {
  calendar.events = Array.from({ length: 101 }, (_, hour) => cut(`${hour}`, hour));
  const { body } = await add();
  expect(body.findings.url.code).toBe('calendarFull');
});

test('what is removed takes its outages along, says nothing, and only three are read', async () => {
  calendar.events = [cut('a', 3)];
  const ids: number[] = [];
  for (const _ of [1, 2, 3]) ids.push((await add()).body.data.id);
  expect(await add()).toMatchObject(refused(409, 'CONFLICT'));
  for (const id of ids) expect((await world.delete(`${own}/${id}`, me)).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect(told()).not.toContain('called-off 3');
  expect(await world.delete(`${own}/${ids[0]}`, me)).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('what it announced is not taken back one by one', async () => {
  calendar.events = [cut('a', 3)];
  await add();
  const [{ id, is_imported: isImported }] = (await world.get(planned, me)).body.data;
  expect(isImported).toBe(true);
  expect(await world.delete(`${planned}/${id}`, me)).toMatchObject(refused(409, 'CONFLICT'));
});

test('the operator’s is for the sites named, of which each owner sees their own', async () => {
  const theirs = makeDevice(world.monitor, { siteName: 'Secret' });
  const admin = await world.admin();
  calendar.events = [cut('a', 3)];
  const device_ids = [device.deviceId, theirs.deviceId];
  const added = await world.post(operators, admin, { url: calendar.url, device_ids });
  expect(added.body.data.sites).toEqual(['Secret', 'Shop']);
  const [seen] = (await world.get(planned, me)).body.data;
  expect(seen).toMatchObject({ is_operators: true, sites: [{ site_name: 'Shop' }] });
  expect(told()).toEqual(['announced 3']);
  expect((await world.get(own, me)).body.data).toEqual([]);
  const { id } = added.body.data;
  expect(await world.delete(`${own}/${id}`, me)).toMatchObject(refused(404, 'NOT_FOUND'));
  expect((await world.delete(`${operators}/${id}`, admin)).status).toBe(200);
  expect((await world.get(planned, me)).body.data).toEqual([]);
});

test('the sites of a calendar are those of its owner', async () => {
  const theirs = makeDevice(world.monitor, { siteName: 'Secret' });
  expect(await add({ device_ids: [theirs.deviceId] })).toMatchObject(refused(404, 'NOT_FOUND'));
});
