import { beforeEach, describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { type Answer, HttpWorld, refused } from '../../../tests/support/http-world.ts';
import {
  handOver,
  makeCustomer,
  makeDevice,
  testActor,
  testStart,
} from '../../../tests/support/monitor.ts';
import { readOutageReport } from '../../actions/alerts/read-outage-history.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import { noteAwake } from '../../actions/fleet/await-boards.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { refreshFleet } from '../../actions/fleet/load-fleet.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import type { ReportAnswer, TimelineAnswer } from '../../contract/fleet/report.ts';
import type { HeartbeatMessage } from '../../domain/fleet/device-message.ts';
import { insertOutage } from '../../store/alerts/outages.ts';
import { outages } from '../../store/alerts/tables.ts';
import { insertGap } from '../../store/fleet/gaps.ts';
import { activationKeys } from '../../store/keys/tables.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

let world: HttpWorld;
let customerId: number;
let device: LiveDevice;
let owner: string;
let admin: string;

/** It is noon of 15 January 2026 in Bangkok, and the device is heard for the first time. */
beforeEach(async () => {
  world = new HttpWorld();
  customerId = makeCustomer(world.monitor);
  device = makeDevice(world.monitor, { customerId, siteName: 'Shop' });
  owner = await world.customer(customerId);
  admin = await world.admin();
  await hear(device);
});

const iso = (at: number) => new Date(at).toISOString();
const nowMs = () => world.monitor.clock().wallMs;

async function hear(from: LiveDevice, fields: Partial<HeartbeatMessage> = {}): Promise<void> {
  await recordHeartbeat(world.monitor, from, beat(fields), 'mqtt', world.monitor.clock());
}

async function tell(from: LiveDevice, type: 'POWER_DOWN' | 'POWER_RECOVER'): Promise<void> {
  await recordEvents(world.monitor, from, [report(type)], 'mqtt', world.monitor.clock());
}

/** Time in which the device, unless it is said otherwise, is heard every half minute. */
async function advance(minutes: number, fields: Partial<HeartbeatMessage> | null = {}) {
  for (let half = 0; half < minutes * 2; half += 1) {
    await world.monitor.advance(30);
    if (fields !== null) await hear(device, fields);
  }
}

/** Time that nobody looks at. */
const skip = (ms: number) => world.monitor.time.advanceMs(ms);

/** This server is off, and devices get a full time-out afterwards, as at a start. */
async function standStill(ms: number): Promise<void> {
  const { monitor } = world;
  noteAwake(monitor, monitor.clock());
  const fromAt = nowMs();
  skip(ms);
  await monitor.sweep.sweep(monitor.clock());
  // From here on nobody looks whether this process is awake.
  monitor.awakeMono = null;
  const gaps = world.monitor.store.sqlite.query('SELECT from_at, to_at FROM observation_gaps');
  expect(gaps.values().at(-1)).toEqual([fromAt, nowMs()]);
}

/** A power outage in the past, as its row has it. */
function addOutage(downAt: number, lengthMs: number, of = device, owned = customerId): number {
  const recoverAt = downAt + lengthMs;
  return insertOutage(world.monitor.store, {
    deviceRow: of.row,
    customerId: owned,
    cause: 'mains',
    downAt,
    startKnown: 'reported',
    detectedAt: downAt,
    recoverAt,
    confirmedAt: recoverAt,
    flaps: 0,
  });
}

const reportPath = '/api/customer/power-outages';
async function readReport(query = '', token = owner): Promise<ReportAnswer> {
  return (await world.get(`${reportPath}${query}`, token)).body;
}

/** `up 5, down#1 10, …`, in minutes. */
function drawn({ body }: Answer): string {
  const timeline: TimelineAnswer = body;
  return timeline.spans
    .map(({ from, to, state, outage_id: id }) => {
      const minutes = (Date.parse(to) - Date.parse(from)) / minuteMs;
      return `${state}${id === undefined ? '' : `#${id}`} ${minutes}`;
    })
    .join(', ');
}

/** Of the last so many minutes. */
function readTimeline(minutes: number, token = owner, deviceId = device.deviceId) {
  const audience = token === admin ? '' : 'customer/';
  const from = iso(nowMs() - minutes * minuteMs);
  return world.get(`/api/${audience}devices/${deviceId}/timeline?from=${from}`, token);
}

describe('the report', () => {
  test('says what outages of this month took, down to each device, date and cause', async () => {
    const quiet = makeDevice(world.monitor, { customerId, siteName: 'Barn' });
    await advance(5);
    const downAt = nowMs();
    await tell(device, 'POWER_DOWN');
    await advance(10, { power: 'DOWN' });
    const recoverAt = nowMs();
    await tell(device, 'POWER_RECOVER');
    await advance(5);
    const againAt = nowMs();
    await tell(device, 'POWER_DOWN');
    await advance(20, { power: 'DOWN' });
    const common = {
      ...{ device_name: 'Shop', device_id: device.deviceId, cause: 'mains', flaps: 0 },
      planned: null,
    };
    expect(await readReport()).toEqual({
      ok: true,
      period: {
        name: 'month',
        from: '2025-12-31T17:00:00.000Z',
        to: '2026-01-31T17:00:00.000Z',
        first_date: '2026-01-01',
        last_date: '2026-01-31',
        timezone: 'Asia/Bangkok',
      },
      summary: {
        total_outages: 2,
        total_duration_hours: 0.5,
        avg_duration_minutes: 15,
        longest_outage_hours: 0.3333,
        open_outages: 1,
        // 10 of 40 minutes.
        availability_percent: 25,
      },
      by_device: [
        {
          device_id: quiet.deviceId,
          device_name: 'Barn',
          outage_count: 0,
          total_duration: 0,
          availability_percent: null,
          observed_hours: 0,
        },
        {
          device_id: device.deviceId,
          device_name: 'Shop',
          outage_count: 2,
          total_duration: 30,
          availability_percent: 25,
          observed_hours: 0.6667,
        },
      ],
      by_date: [{ date: '2026-01-15', count: 2, duration: 30 }],
      observed_dates: [{ from: '2026-01-15', to: '2026-01-15' }],
      by_cause: [{ cause: 'mains', is_power_outage: true, count: 2, duration: 30 }],
      by_planned: [],
      recent_outages: [
        {
          ...common,
          outage_id: 2,
          down_time: iso(againAt),
          recover_time: null,
          duration_minutes: 20,
          is_open: true,
          acknowledged_by: null,
        },
        {
          ...common,
          outage_id: 1,
          down_time: iso(downAt),
          recover_time: iso(recoverAt),
          duration_minutes: 10,
          is_open: false,
          acknowledged_by: null,
        },
      ],
    } as ReportAnswer);
  });

  test('calls an outage open until power has been steady, and its time ends with the return', async () => {
    await tell(device, 'POWER_DOWN');
    await advance(10, { power: 'DOWN' });
    await tell(device, 'POWER_RECOVER');
    await advance(1);
    const { summary, recent_outages: recent } = await readReport();
    expect(summary).toMatchObject({ open_outages: 1, longest_outage_hours: 0.1667 });
    expect(recent).toMatchObject([{ is_open: true, duration_minutes: 10 }]);
    expect(recent[0]?.recover_time).toBe(iso(nowMs() - minuteMs));
  });

  test('tells lost contact from lost power', async () => {
    await advance(10, null);
    const silent = await readReport();
    expect(silent.by_cause).toEqual([
      { cause: 'silent', is_power_outage: true, count: 1, duration: 10 },
    ]);
    expect(silent.summary.total_outages).toBe(1);
    await advance(5);
    const network = await readReport();
    expect(network.by_cause).toEqual([
      // Contact was back with the first heartbeat, half a minute later.
      { cause: 'network', is_power_outage: false, count: 1, duration: 10.5 },
    ]);
    expect(network.summary).toMatchObject({ total_outages: 0, availability_percent: 100 });
    expect([network.by_date, network.recent_outages]).toEqual([[], []]);
  });

  test.each([
    ['day', '2026-01-14T17:00:00.000Z', '2026-01-15T17:00:00.000Z', ['2026-01-15']],
    ['year', '2025-12-31T17:00:00.000Z', '2026-12-31T17:00:00.000Z', ['2026-01-02', '2026-01-15']],
    [
      'all',
      '2025-06-30T17:00:00.000Z',
      '2026-01-15T17:00:00.000Z',
      ['2025-07-01', '2026-01-02', '2026-01-15'],
    ],
  ])('of a %s is of whole local days', async (period, from, to, dates) => {
    for (const day of ['2025-07-01', '2026-01-02', '2026-01-15']) {
      addOutage(Date.parse(`${day}T00:00:00+07:00`), hourMs);
    }
    const answer = await readReport(`?period=${period}`);
    expect(answer.period).toMatchObject({ name: period, from, to });
    expect(answer.by_date).toEqual(dates.map((date) => ({ date, count: 1, duration: 60 })));
  });

  test.each([
    ['month=2025-07', '2025-07-01', '2025-07-31', ['2025-07-01', '2025-07-31']],
    ['from=2025-07-31&to=2026-01-02', '2025-07-31', '2026-01-02', ['2025-07-31', '2026-01-02']],
    ['from=2025-07-31&to=2025-07-31', '2025-07-31', '2025-07-31', ['2025-07-31']],
    ['month=2026-02', '2026-02-01', '2026-02-28', []],
    ['from=2000-01-01&to=2099-12-31', '2000-01-01', '2099-12-31', null],
  ])('of %s is of these days, whole', async (query, first, last, dates) => {
    const days = ['2025-07-01', '2025-07-31', '2026-01-02'];
    for (const day of days) addOutage(Date.parse(`${day}T00:00:00+07:00`), hourMs);
    const { period, ...answer } = await readReport(`?${query}`);
    expect(period).toEqual({
      name: 'range',
      from: iso(Date.parse(`${first}T00:00:00+07:00`)),
      to: iso(Date.parse(`${last}T00:00:00+07:00`) + 24 * hourMs),
      first_date: first,
      last_date: last,
      timezone: 'Asia/Bangkok',
    });
    expect(answer.by_date).toEqual(
      (dates ?? days).map((date) => ({ date, count: 1, duration: 60 })),
    );
    expect(answer.observed_dates).toEqual(
      query === 'month=2026-02'
        ? []
        : [
            {
              from: first < '2025-07-01' ? '2025-07-01' : first,
              to: last > '2026-01-15' ? '2026-01-15' : last,
            },
          ],
    );
  });

  test('of one device leaves out the others', async () => {
    const barn = makeDevice(world.monitor, { customerId, siteName: 'Barn' });
    addOutage(testStart - hourMs, hourMs, barn);
    const { body } = await world.get(`${reportPath}?deviceId=${device.deviceId}`, owner);
    expect(body).toMatchObject({
      summary: { total_outages: 0 },
      by_device: [{ device_name: 'Shop' }],
    });
    for (const query of ['', '?deviceId=all']) {
      expect((await readReport(query)).summary.total_outages).toBe(1);
    }
  });

  test('shows the newest hundred outages and counts them all', async () => {
    for (let i = 0; i < 130; i += 1) addOutage(testStart - (i + 1) * hourMs, minuteMs);
    const { recent_outages: recent, summary } = await readReport();
    expect(summary.total_outages).toBe(130);
    expect(recent).toHaveLength(100);
    expect(recent[0]?.down_time).toBe(iso(testStart - hourMs));
  });

  test('of nothing says that nothing is known', async () => {
    const token = await world.customer(makeCustomer(world.monitor));
    const { summary, by_device: byDevice } = await readReport('?period=all', token);
    expect(byDevice).toEqual([]);
    expect(summary).toEqual({
      total_outages: 0,
      total_duration_hours: 0,
      avg_duration_minutes: 0,
      longest_outage_hours: 0,
      open_outages: 0,
      availability_percent: null,
    });
  });

  test.each([
    ['?period=week', /^period: /],
    ['?period=', /^period: /],
    ['?month=2026-13', 'month: must be a month such as 2026-11'],
    ['?month=1999-12', 'month: must lie from 2000 to 2099'],
    ['?from=2026-02-29&to=2026-03-01', 'from: must be a date such as 2026-11-21'],
    ['?from=2026-01-01&to=2100-01-01', 'to: must lie from 2000 to 2099'],
    ['?from=2026-01-02&to=2026-01-01', 'from: must not lie after to'],
    ['?from=2026-01-02', 'to: must be given together with from'],
    ['?to=2026-01-02', 'from: must be given together with to'],
    ['?period=all&month=2026-01', 'month: cannot be given together with another period'],
    [
      '?month=2026-01&from=2026-01-02&to=2026-01-03',
      'from: cannot be given together with another period',
    ],
    ['?period=day&period=day', 'period: is given twice'],
    ['?device=1', 'device: is not known'],
    ['?constructor=1', 'constructor: is not known'],
    ['?__proto__=1', '__proto__: is not known'],
    [`?deviceId=${'x'.repeat(65)}`, /^deviceId: /],
  ])('refuses %s', async (query, error) => {
    const answer = await world.get(`${reportPath}${query}`, owner);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    expect(answer.body.error).toMatch(error);
  });
});

describe('what belongs to another', () => {
  test('device is not found', async () => {
    const stranger = await world.customer(makeCustomer(world.monitor));
    for (const path of [
      `${reportPath}?deviceId=${device.deviceId}`,
      `${reportPath}/export.csv?deviceId=${device.deviceId}`,
      `/api/customer/devices/${device.deviceId}/timeline`,
    ]) {
      expect(await world.get(path, stranger)).toMatchObject(refused(404, 'NOT_FOUND'));
      expect((await world.get(path, owner)).status).toBe(200);
    }
    for (const path of ['report', 'timeline']) {
      expect(await world.get(`/api/devices/fw-000000000000/${path}`, admin)).toMatchObject(
        refused(404, 'NOT_FOUND'),
      );
      expect(await world.get(`/api/devices/${device.deviceId}/${path}`, owner)).toMatchObject(
        refused(403, 'FORBIDDEN'),
      );
    }
  });

  test('time is not shown: a new owner sees what happened since', async () => {
    const strangerId = makeCustomer(world.monitor);
    const stranger = await world.customer(strangerId);
    await tell(device, 'POWER_DOWN');
    await advance(10, { power: 'DOWN' });
    handOver(world.monitor, device, strangerId);
    skip(5 * minuteMs);
    await hear(device, { power: 'DOWN' });
    await advance(20, { power: 'DOWN' });

    expect(drawn(await readTimeline(40, stranger))).toBe('unknown 20, down#2 20');
    const theirs = await readReport('', stranger);
    expect(theirs.summary).toMatchObject({ total_outages: 1, total_duration_hours: 0.3333 });
    expect(theirs.recent_outages.map((one) => one.outage_id)).toEqual([2]);
    expect(theirs.by_device).toMatchObject([{ observed_hours: 0.3333, availability_percent: 0 }]);

    expect(await readReport()).toMatchObject({ by_device: [], recent_outages: [] });
    expect(await readTimeline(40)).toMatchObject(refused(404, 'NOT_FOUND'));
    // What was known of the loss ends where the device was last heard under its old owner.
    const both = drawn(await readTimeline(40, admin));
    expect(both).toBe('unknown 5, down#1 10, unknown 5, down#2 20');
  });

  test('outage that reaches into the own time is cut off there', async () => {
    const { store } = world.monitor;
    addOutage(testStart - 2 * hourMs, hourMs);
    addOutage(testStart - 30 * minuteMs, 40 * minuteMs);
    store.sqlite.run(`UPDATE devices SET owned_since = ${testStart}`);
    skip(hourMs);
    const { summary, recent_outages: recent } = await readReport();
    expect(summary).toMatchObject({ total_outages: 0, total_duration_hours: 0.1667 });
    expect(recent.map((one) => one.outage_id)).toEqual([2]);
    expect(drawn(await readTimeline(90))).toBe('unknown 30, down#2 10, up 50');
  });
});

describe('the timeline', () => {
  test('of all devices is that of each, and of nobody else’s', async () => {
    const own = `/api/customer/devices/${device.deviceId}/timeline`;
    const { body: one } = await world.get(own, owner);
    const { body: all } = await world.get('/api/customer/timelines', owner);
    expect(all).toMatchObject({ ok: true, from: one.from, to: one.to });
    const mine = all.timelines.find(
      ({ device_id: id }: { device_id: string }) => id === device.deviceId,
    );
    expect(mine).toEqual({ device_id: device.deviceId, spans: one.spans });
    const stranger = await world.customer(makeCustomer(world.monitor));
    const { body: others } = await world.get('/api/customer/timelines', stranger);
    expect(JSON.stringify(others)).not.toContain(device.deviceId);
  });

  test('of a day, unless it is said otherwise, with outages by their numbers', async () => {
    await advance(5);
    await tell(device, 'POWER_DOWN');
    await advance(10, { power: 'DOWN' });
    const { body } = await world.get(`/api/customer/devices/${device.deviceId}/timeline`, owner);
    const [from, to] = [nowMs() - dayMs, nowMs()];
    const downAt = iso(nowMs() - 10 * minuteMs);
    expect(body).toEqual({
      ok: true,
      device_id: device.deviceId,
      from: iso(from),
      to: iso(to),
      spans: [
        { from: iso(from), to: iso(testStart), state: 'unknown' },
        { from: iso(testStart), to: downAt, state: 'up' },
        { from: downAt, to: iso(to), state: 'down', outage_id: 1 },
      ],
    });
  });

  test('takes any range of up to 400 days, by any clock', async () => {
    const path = `/api/customer/devices/${device.deviceId}/timeline`;
    const query = new URLSearchParams({
      from: '2026-01-15T11:00:00.5+07:00',
      to: '2026-01-15T06:00:00Z',
    });
    const { body } = await world.get(`${path}?${query}`, owner);
    expect(body.spans).toEqual([
      { from: '2026-01-15T04:00:00.500Z', to: '2026-01-15T06:00:00.000Z', state: 'unknown' },
    ]);
    expect(drawn(await readTimeline(400 * 24 * 60))).toBe(`unknown ${400 * 24 * 60}`);
    const before = await world.get(`${path}?to=2026-01-01T00:00:00Z`, owner);
    expect(before.body.from).toBe('2025-12-31T00:00:00.000Z');
  });

  test.each([
    ['?from=2026-01-16T00:00:00Z', 'from: must lie before to'],
    ['?from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from: must lie before to'],
    ['?from=2024-01-01T00:00:00Z', 'from: must lie at most 400 days before to'],
    ['?from=2026-01-01', /^from: must be a time/],
    ['?to=yesterday', /^to: must be a time/],
    ['?from=9999999999', /^from: must be a time/],
    [`?to=2026-01-01T00:00:00.${'0'.repeat(50)}Z`, /^to: /],
    ['?period=day', 'period: is not known'],
  ])('refuses %s', async (query, error) => {
    const path = `/api/customer/devices/${device.deviceId}/timeline${query}`;
    const answer = await world.get(path, owner);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    expect(answer.body.error).toMatch(error);
  });

  test('shows contact lost, and what it was once that is known', async () => {
    await advance(2);
    await advance(10, null);
    expect(drawn(await readTimeline(12))).toBe('up 2, silent#1 10');
    await advance(5);
    expect(drawn(await readTimeline(17))).toBe('up 2, network#1 10.5, up 4.5');
  });

  test('shows a restart that the device caused itself', async () => {
    await advance(10, null);
    await advance(5, { boot_id: '0a0b0c0e', uptime_ms: 60_000, reset_reason: 'panic' });
    expect(drawn(await readTimeline(15))).toBe('device#1 9.5, up 5.5');
  });

  test('calls a contact whose loss was never explained unobserved', async () => {
    await advance(10, null);
    await advance(5, { boot_id: '0a0b0c0e', uptime_ms: 60_000, reset_reason: 'unknown' });
    expect(drawn(await readTimeline(15))).toBe('unobserved#1 9.5, up 5.5');
    const { by_cause: byCause, summary } = await readReport();
    expect(byCause).toEqual([{ cause: 'silent', is_power_outage: false, count: 1, duration: 9.5 }]);
    expect(summary).toMatchObject({ total_outages: 0, availability_percent: 100 });
  });
});

describe('a time in which this server was off', () => {
  test('is up for a device that went on in the same boot', async () => {
    await standStill(hourMs);
    expect(drawn(await readTimeline(60))).toBe('unobserved 60');
    await advance(1);
    expect(drawn(await readTimeline(61))).toBe('up 61');
    expect((await readReport()).by_device[0]?.observed_hours).toBe(1.0167);
  });

  test('is unobserved for a device that has started anew', async () => {
    await standStill(hourMs);
    await advance(1, { boot_id: '0a0b0c0e', uptime_ms: 30_000 });
    // Until it was heard: power may have been away to the end.
    expect(drawn(await readTimeline(61))).toBe('unobserved 60.5, up 0.5');
    const { by_device: byDevice, summary } = await readReport();
    expect(byDevice[0]).toMatchObject({ observed_hours: 0.0083, availability_percent: 100 });
    expect(summary.total_outages).toBe(0);
    // A part of it is drawn as the whole is.
    const to = iso(nowMs());
    const from = iso(nowMs() - 0.75 * minuteMs);
    const path = `/api/customer/devices/${device.deviceId}/timeline?from=${from}&to=${to}`;
    expect(drawn(await world.get(path, owner))).toBe('unobserved 0.25, up 0.5');
  });

  test('has the state that the device reports with its age', async () => {
    await standStill(hourMs);
    // It speaks once the server has noticed that it stood still.
    world.monitor.standstill = null;
    await recordEvents(
      world.monitor,
      device,
      [
        report('POWER_DOWN', { age_ms: 40 * minuteMs }),
        report('POWER_RECOVER', { age_ms: 10 * minuteMs }),
      ],
      'mqtt',
      world.monitor.clock(),
    );
    await advance(1);
    expect(drawn(await readTimeline(61))).toBe('up 20, down#1 30, up 11');
  });

  test('is up again from where the device, when it returns, has been running since', async () => {
    await advance(10, null);
    await standStill(hourMs);
    await world.monitor.advance(120);
    const boot = { boot_id: '0a0b0c0e', reset_reason: 'power_on' } as const;
    await hear(device, { ...boot, uptime_ms: 20 * minuteMs });
    await advance(3, boot);
    expect(drawn(await readTimeline(75))).toBe('down#1 10, unobserved 42, up 23');
    // Also where the outage lies before what is asked for.
    expect(drawn(await readTimeline(4))).toBe('up 4');
  });

  test('is unobserved within a silence that goes on, and the report leaves it out', async () => {
    await advance(1);
    await standStill(hourMs);
    await advance(10, null);
    expect(drawn(await readTimeline(71))).toBe('up 1, unobserved 60, silent#1 10');
    const { summary, by_date: byDate } = await readReport();
    expect(summary).toMatchObject({ total_outages: 1, total_duration_hours: 0.1667 });
    expect(byDate).toEqual([{ date: '2026-01-15', count: 1, duration: 10 }]);
  });

  test('that goes on because the server has no uplink is unobserved', async () => {
    const { store } = world.monitor;
    await advance(5);
    const gap = { kind: 'uplink', fromAt: nowMs() - minuteMs, toAt: null } as const;
    insertGap(store, gap);
    skip(minuteMs);
    expect(drawn(await readTimeline(6))).toBe('up 4, unobserved 2');
    insertGap(store, { kind: 'clock', fromAt: nowMs() - 5 * minuteMs, toAt: nowMs(), jumpMs: 1 });
    expect(drawn(await readTimeline(6))).toBe('up 4, unobserved 2');
  });
});

describe('a device that nobody watches', () => {
  test('is unknown since it was last heard, once its key was revoked', async () => {
    await advance(5);
    world.monitor.store.db.update(activationKeys).set({ isActive: false }).run();
    refreshFleet(world.monitor, world.monitor.clock());
    world.monitor.commits.flush();
    skip(10 * minuteMs);
    expect(drawn(await readTimeline(15))).toBe('up 5, unknown 10');
  });

  test('is still unknown for that time once another key let it in again', async () => {
    await advance(5);
    world.monitor.store.db.update(activationKeys).set({ isActive: false }).run();
    refreshFleet(world.monitor, world.monitor.clock());
    world.monitor.commits.flush();
    skip(10 * minuteMs);
    world.monitor.store.db.update(activationKeys).set({ isActive: true }).run();
    refreshFleet(world.monitor, world.monitor.clock());
    await hear(device);
    await advance(5);
    expect(drawn(await readTimeline(20))).toBe('up 5, unknown 10, up 5');
    expect(drawn(await readTimeline(20, admin))).toBe('up 5, unknown 10, up 5');
  });

  test('is unknown to the administrator from its release until it is heard again', async () => {
    await advance(5);
    releaseDevice(world.monitor, device.deviceId, testActor, world.monitor.clock());
    skip(10 * minuteMs);
    expect(drawn(await readTimeline(15, admin))).toBe('up 5, unknown 10');
    const [key] = world.monitor.store.db.select().from(activationKeys).all();
    if (key === undefined) throw new Error('the key is gone');
    world.monitor.store.db
      .update(activationKeys)
      .set({ keyCode: '7Q4KD-9M2XP-C3R8T-VWYZ6', deviceRow: device.row })
      .run();
    world.monitor.store.sqlite.run('UPDATE devices SET customer_id = ?', [customerId]);
    refreshFleet(world.monitor, world.monitor.clock());
    await hear(device, { boot_id: '0a0b0c0f' });
    await advance(5, { boot_id: '0a0b0c0f' });
    expect(drawn(await readTimeline(20, admin))).toBe('up 5, unknown 10, up 5');
  });

  test('was never heard: enrolled only, it is unknown', async () => {
    const silent = makeDevice(world.monitor, { customerId });
    skip(hourMs);
    expect(drawn(await readTimeline(60, owner, silent.deviceId))).toBe('unknown 60');
  });
});

test("the operator's report of a device covers all its owners", async () => {
  const strangerId = makeCustomer(world.monitor);
  addOutage(testStart - 2 * hourMs, hourMs, device, strangerId);
  addOutage(testStart - 30 * minuteMs, 15 * minuteMs);
  const { body } = await world.get(`/api/devices/${device.deviceId}/report?period=day`, admin);
  expect(body.summary).toMatchObject({ total_outages: 2, total_duration_hours: 1.25 });
  expect(await readReport('?period=day')).toMatchObject({ summary: { total_outages: 1 } });
  expect(
    await world.get(`/api/devices/${device.deviceId}/report?deviceId=all`, admin),
  ).toMatchObject(refused(400, 'VALIDATION'));
});

test('the whole outage history can be exported as a table', async () => {
  for (let i = 0; i < 1_500; i += 1) addOutage(testStart - (i + 1) * minuteMs, minuteMs / 2);
  world.monitor.store.db.update(outages).set({ acknowledgedBy: '=cmd()' }).run();
  world.monitor.store.sqlite.run('UPDATE devices SET site_name = ?', ['ร้าน, หน้า']);
  const { status, headers, text } = await world.get(`${reportPath}/export.csv?period=all`, owner);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="outages-2026-01-15.csv"; filename*=UTF-8''outages-2026-01-15.csv`,
  );
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1_501);
  expect(lines[0]?.replace('\uFEFF', '')).toBe(
    'outage_id,device_name,device_id,cause,cause_text,down_time,recover_time,duration_minutes,duration_text,is_open,state_text,acknowledged_by,flaps,planned,planned_text',
  );
  expect(lines[1]).toBe(
    `1,"ร้าน, หน้า",${device.deviceId},mains,ไฟดับ,2026-01-15T11:59:00+07:00,2026-01-15T11:59:30+07:00,0.5,ไม่ถึง 1 นาที,false,กลับมาแล้ว,'=cmd(),0,,`,
  );
  const ids = lines.slice(1).map((line) => Number.parseInt(line, 10));
  expect(ids).toEqual(Array.from({ length: 1_500 }, (_, i) => i + 1));
  const none = await world.get(`${reportPath}/export.csv?period=day&deviceId=all`, admin);
  expect(none).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('the table explains each code in the language asked for', async () => {
  addOutage(testStart - 200 * hourMs, 119.5 * hourMs);
  const path = `${reportPath}/export.csv?period=year`;
  const cells = async (query = '') =>
    (await world.get(path + query, owner)).text.trimEnd().split('\r\n')[1]?.split(',');
  expect(await cells('&language=en')).toEqual(
    expect.arrayContaining(['Mains lost', '119 h 30 min', 'Recovered']),
  );
  expect(await cells('&language=th')).toEqual(await cells());
  expect(await world.get(`${path}&language=fr`, owner)).toMatchObject(refused(400, 'VALIDATION'));
});

test('many sites without an outage are read in steps, too', () => {
  const { monitor } = world;
  for (let sites = 1; sites < 250; sites += 1) makeDevice(monitor, { customerId });
  const scope = { customerId, deviceId: null };
  const steps = readOutageReport(monitor, scope, 'month', 'Asia/Bangkok', monitor.clock());
  expect([...steps].length).toBe(4);
});

test('a report of one site with very many outages is read in short steps', async () => {
  const { monitor } = world;
  monitor.store.transaction(() => {
    for (let i = 0; i < 10_000; i += 1) addOutage(testStart - (i + 1) * minuteMs, minuteMs / 2);
  });
  const scope = { customerId, deviceId: device.deviceId };
  const steps = readOutageReport(monitor, scope, 'all', 'Asia/Bangkok', monitor.clock());
  let count = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      const { total, outages: found } = step.value;
      expect(total).toMatchObject({ count: 10_000, ms: (10_000 * minuteMs) / 2 });
      expect(found.map(({ outage }) => outage.id)).toEqual(
        Array.from({ length: 10_000 }, (_, i) => i + 1),
      );
      break;
    }
    count += 1;
  }
  // Ten to read them, twenty to draw, ten to add up.
  expect(count).toBeGreaterThanOrEqual(40);
});

test('a timeline of too many outages is refused', async () => {
  world.monitor.store.transaction(() => {
    for (let i = 0; i < 5_001; i += 1) addOutage(testStart - (i + 1) * minuteMs, minuteMs / 2);
  });
  const path = `/api/devices/${device.deviceId}/timeline?from=`;
  const { status, body } = await world.get(path + iso(testStart - 90 * 86_400_000), admin);
  expect({ status, fields: body.fields }).toEqual({
    status: 400,
    fields: { from: 'must lie nearer to to: there is more than can be shown' },
  });
  expect((await world.get(path + iso(testStart - 4_000 * minuteMs), admin)).status).toBe(200);
});
