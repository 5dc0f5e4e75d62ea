import { beforeEach, expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testStart } from '../../../tests/support/monitor.ts';
import { updateCustomer } from '../../store/people/customers.ts';

const calendar = '/api/customer/calendar';
const hourMs = 3_600_000;
const weekMs = 168 * hourMs;
const at = (ms: number) => new Date(testStart + ms).toISOString();

let world: HttpWorld;
let customerId: number;
let me: string;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  customerId = makeCustomer(world.monitor);
  updateCustomer(world.monitor.store, customerId, { language: 'en' });
  me = await world.customer(customerId);
  admin = await world.admin();
});

async function makeAddress(): Promise<string> {
  const { body } = await world.post(calendar, me);
  expect(body.data).toMatchObject({ is_open: true });
  return body.data.path;
}

/** What a calendar program reads of a feed. */
async function read(path: string) {
  const { status, headers, text } = await world.get(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one);
    const [from, to] = [event.startDate, event.endDate].map((time) => time.toJSDate());
    return { uid: event.uid, summary: event.summary, from: from?.getTime(), to: to?.getTime() };
  });
  return { text, events };
}

test('the feed has the own planned times and, of announced ones, the own sites', async () => {
  const siteName = `Shop; "ร้าน", ${'long '.repeat(20)}\\n`;
  const shop = makeDevice(world.monitor, { customerId, siteName });
  const theirs = makeDevice(world.monitor, { siteName: 'Secret' });
  const device_ids = [shop.deviceId, theirs.deviceId];
  await world.post('/api/announcements', admin, {
    ...{ starts_at: at(24 * hourMs), ends_at: at(26 * hourMs), device_ids },
    note: 'Call 081-234-5678',
  });
  const own = { starts_at: at(400 * 24 * hourMs), ends_at: at(400 * 24 * hourMs + hourMs) };
  await world.post('/api/customer/planned-times', me, own);
  const { text, events } = await read(await makeAddress());
  expect(events).toMatchObject([
    {
      summary: `Announced power cut: ${siteName}`,
      from: testStart + 24 * hourMs,
      to: testStart + 26 * hourMs,
    },
    { summary: 'Planned maintenance: all sites', from: testStart + 400 * 24 * hourMs },
  ]);
  expect(text).not.toContain('Secret');
  expect(text).not.toContain('081-234');
  // 75 octets, and the space that marks a folded line.
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(76);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('each week is an event of its own, which keeps its name from day to day', async () => {
  const times = { starts_at: at(hourMs), ends_at: at(2 * hourMs), is_weekly: true };
  await world.post('/api/customer/planned-times', me, times);
  const path = await makeAddress();
  const first = (await read(path)).events;
  expect(first.slice(0, 2).map(({ from }) => from)).toEqual([
    testStart + hourMs,
    testStart + hourMs + weekMs,
  ]);
  expect(new Set(first.map(({ uid }) => uid)).size).toBe(53);
  world.monitor.time.advanceMs(6 * weekMs);
  const later = (await read(path)).events;
  // What was over for more than 31 days is gone.
  expect(later[0]).toEqual(first[2] as (typeof first)[number]);
});

test('what is taken back leaves the feed', async () => {
  const times = { starts_at: at(hourMs), ends_at: at(2 * hourMs) };
  const { body } = await world.post('/api/customer/planned-times', me, times);
  const path = await makeAddress();
  expect((await read(path)).events).toHaveLength(1);
  await world.delete(`/api/customer/planned-times/${body.data.id}`, me);
  expect((await read(path)).events).toEqual([]);
});

test('an address ends when it is renewed, ended, or the account is switched off', async () => {
  const gone = refused(404, 'NOT_FOUND');
  expect((await world.get(calendar, me)).body.data).toEqual({ is_open: false });
  const former = await makeAddress();
  const path = await makeAddress();
  expect(await world.get(former)).toMatchObject(gone);
  await read(path);
  updateCustomer(world.monitor.store, customerId, { isActive: false });
  expect(await world.get(path)).toMatchObject(gone);
  updateCustomer(world.monitor.store, customerId, { isActive: true });
  expect((await world.delete(calendar, me)).body.data).toEqual({ is_open: false });
  expect(await world.get(path)).toMatchObject(gone);
  expect((await world.get(calendar, me)).body.data).toEqual({ is_open: false });
});

test('only a hash of the secret is stored', async () => {
  const path = await makeAddress();
  const secret = path.slice(path.lastIndexOf('/') + 1, -'.ics'.length);
  expect(secret).toHaveLength(43);
  const { sqlite } = world.monitor.store;
  expect(Buffer.from(sqlite.serialize()).includes(secret)).toBe(false);
});

test('a feed that is read without end keeps nobody else waiting', async () => {
  const path = await makeAddress();
  const statuses: number[] = [];
  for (let times = 0; times < 11; times += 1) statuses.push((await world.get(path)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  world.monitor.time.advanceMs(5_000);
  expect((await world.get(path)).status).toBe(200);
});
