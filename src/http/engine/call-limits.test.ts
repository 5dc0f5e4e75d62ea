import { beforeEach, describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { events } from '../../store/fleet/tables.ts';

let world: HttpWorld;
beforeEach(() => {
  world = new HttpWorld();
});

const rename = (device: LiveDevice, token: string, siteName = 'Home') =>
  world.put(`/api/customer/devices/${device.deviceId}`, token, { siteName });

describe('changes of one account', () => {
  test('come at once for a page of 25 sites, and then one a second', async () => {
    const customerId = makeCustomer(world.monitor);
    const device = makeDevice(world.monitor, { customerId });
    const token = await world.customer(customerId);
    const statuses: number[] = [];
    for (let n = 0; n < 110; n++) statuses.push((await rename(device, token)).status);
    expect(statuses.slice(0, 100).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(100).every((status) => status === 429)).toBe(true);
    const refused = await rename(device, token);
    expect(refused.body).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    expect(refused.headers.get('retry-after')).toBe('1');
    world.monitor.time.advanceMs(1000);
    expect((await rename(device, token)).status).toBe(200);
    expect((await rename(device, token)).status).toBe(429);
  });

  test('limit neither other accounts nor reads', async () => {
    const customerId = makeCustomer(world.monitor);
    const device = makeDevice(world.monitor, { customerId });
    const token = await world.customer(customerId);
    for (let n = 0; n < 101; n++) await rename(device, token);
    expect((await rename(device, token)).status).toBe(429);
    expect((await world.get('/api/customer/stats', token)).status).toBe(200);
    expect((await world.post('/api/auth/logout-everywhere', token)).status).toBe(200);
    const other = makeDevice(world.monitor);
    const otherToken = await world.customer(other.config.customerId ?? 0);
    expect((await rename(other, otherToken)).status).toBe(200);
  });
});

test('whoever a chat let in has a share of their own, and uses up nothing of the account’s', async () => {
  const customerId = makeCustomer(world.monitor);
  const owner = await world.customer(customerId);
  const acknowledge = (token: string) =>
    world.post('/api/customer/outages/acknowledge', token, { outage_ids: [1] });
  // The share is the chat's, so another log-in brings no other.
  const guests = [await world.guest(customerId), await world.guest(customerId)];
  for (let n = 0; n < 120; n += 1) await acknowledge(guests[n % 2] ?? '');
  for (const guest of guests) expect((await acknowledge(guest)).status).toBe(429);
  expect((await acknowledge(owner)).status).toBe(200);
});

describe('searches of one account', () => {
  test('end where their caller goes, and give their place back', async () => {
    const { monitor, app } = world;
    const token = await world.admin();
    const { row } = makeDevice(monitor);
    monitor.store.sqlite.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      INSERT INTO events (device_row, event_type, occurred_at, created_at)
      SELECT ?, 'ONLINE', i, i FROM n`,
      [row],
    );
    let steps = 0;
    const { next } = monitor.turns;
    monitor.turns.next = () => {
      steps += 1;
      return next.call(monitor.turns);
    };
    const search = (signal?: AbortSignal) =>
      app.handle(
        new Request('http://localhost/api/events', {
          headers: { Authorization: `Bearer ${token}` },
          ...(signal !== undefined && { signal }),
        }),
      );
    for (let n = 0; n < 3; n++) {
      const leaving = new AbortController();
      const answered = search(leaving.signal);
      leaving.abort();
      expect((await answered).status).toBe(499);
    }
    expect(steps).toBeLessThanOrEqual(6);
    expect((await search()).status).toBe(200);
    expect(world.logged).toEqual([]);
  });

  test('wait in a short line, beyond which they are refused', async () => {
    const token = await world.admin();
    // The first goes on once all others have come, or it could leave its place to one of them.
    const { turns } = world.monitor;
    const { next } = turns;
    const allHaveCome = Promise.withResolvers<void>();
    let refusals = 0;
    turns.next = () => allHaveCome.promise.then(() => next.call(turns));
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status, headers } = await world.get('/api/events?q=fw', token);
        if (status === 429) refusals += 1;
        if (refusals === 10) allHaveCome.resolve();
        return `${status} ${headers.get('retry-after')}`;
      }),
    );
    expect(statuses.filter((status) => status === '200 null')).toHaveLength(10);
    expect(statuses.filter((status) => status === '429 1')).toHaveLength(10);
    expect((await world.get('/api/events?q=fw', token)).status).toBe(200);
  });

  test('leave a turn of the event loop between each and the next', async () => {
    const token = await world.admin();
    const order: string[] = [];
    const search = async () => {
      await world.get('/api/events?q=fw', token);
      order.push('search');
    };
    const searches = Promise.all(Array.from({ length: 6 }, search));
    let isDone = false;
    void searches.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('other');
    }
    expect(order.join(' ')).not.toContain('search search search');
  });
});

describe('exports of one account', () => {
  test('hold their place until they were read, or given up', async () => {
    const token = await world.admin();
    const begin = () =>
      world.app.handle(
        new Request('http://localhost/api/customers/export.csv', {
          headers: { Authorization: `Bearer ${token}` },
        }),
      );
    const [first, second] = [await begin(), await begin()];
    const third = begin();
    expect(await Promise.race([third, Bun.sleep(50)])).toBeUndefined();
    // What is searched meanwhile has places of its own.
    expect((await world.get('/api/customers', token)).status).toBe(200);
    await first.body?.cancel();
    expect((await third).status).toBe(200);
    const fourth = begin();
    expect(await Promise.race([fourth, Bun.sleep(50)])).toBeUndefined();
    await second.text();
    expect((await fourth).status).toBe(200);
  });
});

describe('one device', () => {
  const send = (device: LiveDevice, count: number) =>
    world.post('/api/device/v1/events', `fwd_${device.deviceId}`, {
      events: Array.from({ length: count }, () => report('POWER_DOWN')),
    });
  const sendBeat = (device: LiveDevice) =>
    world.post('/api/device/v1/heartbeat', `fwd_${device.deviceId}`, beat());

  test('pays for every event of a request, with heartbeats and events from one purse', async () => {
    const device = makeDevice(world.monitor);
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await send(device, 90)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await send(device, 1);
    // 70 are owed at 20 a second, and one more is wanted.
    expect(refused.headers.get('retry-after')).toBe('4');
    expect((await sendBeat(device)).status).toBe(429);
    // Nothing of what was refused is stored, so that the board may repeat it.
    expect(
      world.monitor.store.db
        .select()
        .from(events)
        .all()
        .filter(({ bootId }) => bootId),
    ).toHaveLength(270);
    world.monitor.time.advanceMs(4000);
    expect((await sendBeat(device)).status).toBe(200);
    expect((await send(makeDevice(world.monitor), 90)).status).toBe(200);
  });

  test('that is refused for its flood is not taken for silent', async () => {
    const device = makeDevice(world.monitor);
    await sendBeat(device);
    for (let n = 0; n < 210; n++) await sendBeat(device);
    world.monitor.time.advanceMs(5);
    const before = device.state.lastHeardAt;
    expect((await sendBeat(device)).status).toBe(429);
    expect(device.state.lastHeardAt).toBeGreaterThan(before ?? 0);
  });

  test('has four calls under way at most', async () => {
    const device = makeDevice(world.monitor);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await send(device, 100)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });
});
