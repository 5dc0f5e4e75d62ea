import { describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor, type TestMonitor } from '../../../tests/support/monitor.ts';
import { outageCalendars, outages } from '../../store/alerts/tables.ts';
import { readNextIds } from '../../store/fleet/clock-jumps.ts';
import { observationGaps } from '../../store/fleet/tables.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { ClockWatch } from './correct-clock.ts';
import { loadFleet } from './load-fleet.ts';
import { recordAbsence, recordAlive } from './observe-self.ts';
import { recordEvents } from './record-events.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

const yearMs = 365 * 86_400_000;

/** @param aliveAt see RunStart */
function watchClock(monitor: TestMonitor, aliveAt: number | null = null): ClockWatch {
  return new ClockWatch(monitor, monitor.clock(), { ...readNextIds(monitor.store), aliveAt });
}

function gapsOf({ store }: TestMonitor, kind: 'server_off' | 'uplink') {
  const rows = store.db.select().from(observationGaps).all();
  return rows
    .filter((row) => row.kind === kind)
    .map(({ fromAt, toAt }) => ({ kind, fromAt, toAt }));
}

describe('a wall clock that jumps', () => {
  test.each([yearMs, 3_600_000, -3_600_000])('by %d ms opens no outage', async (jumpMs) => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    const watch = watchClock(monitor);
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    await monitor.advance(10);
    monitor.time.wallMs += jumpMs;
    expect(watch.follow(monitor.clock())).toBe(jumpMs);
    await monitor.advance(160);
    expect(monitor.store.db.select().from(outages).all()).toEqual([]);
    expect(monitor.store.db.select().from(observationGaps).all()).toMatchObject([
      { kind: 'clock', jumpMs },
    ]);
  });

  test('leaves the duration and the alert of an open outage true', async () => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    const watch = watchClock(monitor);
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    await recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
    const downAt = monitor.clock().wallMs;
    await monitor.advance(30);
    monitor.time.wallMs += yearMs;
    watch.follow(monitor.clock());
    expect(monitor.store.db.select().from(notifications).get()?.dueAt).toBe(
      downAt + yearMs + 60_000,
    );
    await monitor.advance(30);
    await recordEvents(monitor, device, [report('POWER_RECOVER')], 'mqtt', monitor.clock());
    await monitor.advance(121);
    const [row] = monitor.store.db.select().from(outages).all();
    expect((row?.recoverAt ?? 0) - (row?.downAt ?? 0)).toBe(60_000);
    expect(row?.confirmedAt).not.toBeNull();
  });

  test('is said once it is stored', () => {
    const monitor = makeTestMonitor();
    const warnings: unknown[] = [];
    const log = { ...monitor.log, warn: (...what: unknown[]) => void warnings.push(what) };
    const watch = watchClock({ ...monitor, log });
    const { wallMs } = monitor.clock();
    monitor.store.sqlite.run(`CREATE TRIGGER refused BEFORE INSERT ON observation_gaps
      BEGIN SELECT raise(ABORT, 'no space'); END`);
    monitor.time.wallMs += yearMs;
    expect(() => watch.follow(monitor.clock())).toThrow('no space');
    monitor.time.advanceMs(1_000);
    expect(() => watch.follow(monitor.clock())).toThrow('no space');
    expect(warnings).toEqual([]);
    expect(watch.date(monitor.clock()).wallMs).toBe(wallMs + 1_000);
    monitor.store.sqlite.run('DROP TRIGGER refused');
    expect(watch.follow(monitor.clock())).toBe(yearMs);
    expect(watch.date(monitor.clock()).wallMs).toBe(wallMs + yearMs + 1_000);
    expect(watch.follow(monitor.clock())).toBe(0);
    expect(warnings).toHaveLength(1);
  });

  test('is corrected whole or not at all', async () => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    const start = monitor.clock();
    const watch = watchClock(monitor, start.wallMs);
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    await recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
    const downAt = monitor.clock().wallMs;
    monitor.store.sqlite.run(`CREATE TRIGGER refused BEFORE INSERT ON observation_gaps
      WHEN NEW.kind = 'server_off' BEGIN SELECT raise(ABORT, 'no space'); END`);
    const readDownAt = () => monitor.store.db.select().from(outages).get()?.downAt;
    monitor.time.wallMs += yearMs;
    expect(() => watch.follow(monitor.clock())).toThrow('no space');
    expect([readDownAt(), device.state.outage?.downAt]).toEqual([downAt, downAt]);
    monitor.store.sqlite.run('DROP TRIGGER refused');
    monitor.time.advanceMs(1_000);
    expect(watch.follow(monitor.clock())).toBe(yearMs);
    expect([readDownAt(), device.state.outage?.downAt]).toEqual([downAt + yearMs, downAt + yearMs]);
    expect(monitor.lastGap).toEqual({
      kind: 'server_off',
      fromAt: start.wallMs,
      toAt: start.wallMs + yearMs,
    });
  });

  test.each([yearMs, -3_600_000])(
    'by %d ms leaves a time of blindness as long as it was',
    async (jumpMs) => {
      const monitor = makeTestMonitor();
      const watch = watchClock(monitor);
      Object.assign(monitor, { clock: watch.clock });
      const device = makeDevice(monitor);
      await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
      monitor.isUplinkAlive = false;
      const heardAt = monitor.clock().wallMs;
      await monitor.advance(200);
      monitor.time.wallMs += jumpMs;
      watch.follow(monitor.time.clock());
      monitor.isUplinkAlive = true;
      await monitor.advance(20);
      const { lastGap } = monitor;
      expect(lastGap?.fromAt).toBe(heardAt + jumpMs);
      expect((lastGap?.toAt ?? 0) - (lastGap?.fromAt ?? 0)).toBeWithin(200_000, 220_001);
      expect(gapsOf(monitor, 'uplink')).toEqual(lastGap === null ? [] : [lastGap]);
      expect(monitor.store.db.select().from(outages).all()).toEqual([]);
    },
  );

  test('back leaves no time of absence that ends in the future', () => {
    const earlier = makeTestMonitor();
    const { store, time } = earlier;
    recordAlive(earlier, earlier.clock());
    const monitor = makeTestMonitor({ store });
    monitor.time.wallMs = time.wallMs + 7_200_000;
    const known = readNextIds(store);
    const startAt = monitor.clock().wallMs;
    const aliveAt = recordAbsence(monitor, monitor.clock());
    const watch = new ClockWatch(monitor, monitor.clock(), { ...known, aliveAt });
    monitor.time.advanceMs(60_000);
    monitor.time.wallMs -= 3_600_000;
    watch.follow(monitor.clock());
    const absence = {
      kind: 'server_off' as const,
      fromAt: time.wallMs,
      toAt: startAt - 3_600_000,
    };
    expect(monitor.lastGap).toEqual(absence);
    expect(gapsOf(monitor, 'server_off')).toEqual([absence]);
  });

  test('back leaves no calendar unread until that future comes', () => {
    const monitor = makeTestMonitor();
    const { store } = monitor;
    const watch = watchClock(monitor);
    const { wallMs } = monitor.clock();
    const times = { createdAt: wallMs, readAt: wallMs, nextReadAt: wallMs + 3_600_000 };
    store.db
      .insert(outageCalendars)
      .values({ url: 'https://power.example', ...times })
      .run();
    monitor.time.wallMs -= yearMs;
    watch.follow(monitor.clock());
    const calendar = store.db.select().from(outageCalendars).get();
    expect(calendar?.nextReadAt).toBe(wallMs - yearMs + 3_600_000);
  });

  test('leaves what waits to be told waiting as long as it would have', () => {
    const monitor = makeTestMonitor();
    const { store, time } = monitor;
    const device = makeDevice(monitor);
    const customerId = device.config.customerId ?? 0;
    const watch = watchClock(monitor);
    time.advanceMs(1_000);
    const news = { type: 'chat-joined', chat: 'A' } as const;
    queueNews(store, customerId, news, monitor.clock().wallMs);
    time.advanceMs(1_000);
    const waits = () => {
      const { dueAt, nextAttemptAt } = store.db.select().from(notifications).get() ?? {};
      const { wallMs } = monitor.clock();
      return [(dueAt ?? 0) - wallMs, (nextAttemptAt ?? 0) - wallMs];
    };
    expect(waits()).toEqual([-1_000, -1_000]);
    for (const jumpMs of [-yearMs, 3_600_000]) {
      time.wallMs += jumpMs;
      watch.follow(monitor.clock());
      expect(waits()).toEqual([-1_000, -1_000]);
    }
  });

  test('forwards leaves what was dated before this run where it is', async () => {
    const earlier = makeTestMonitor();
    const { store, time } = earlier;
    const device = makeDevice(earlier);
    for (const type of ['POWER_DOWN', 'POWER_RECOVER'] as const) {
      await recordEvents(earlier, device, [report(type)], 'mqtt', earlier.clock());
      time.advanceMs(10_000);
    }
    const readOutage = () => store.db.select().from(outages).get();
    const before = readOutage();
    const recoverAt = before?.recoverAt ?? null;
    expect(recoverAt).not.toBeNull();

    const monitor = makeTestMonitor({ store });
    // Started with a clock that is a year behind, and set half a year right.
    monitor.time.wallMs = time.wallMs - yearMs;
    loadFleet(monitor, monitor.clock());
    const watch = watchClock(monitor);
    monitor.time.wallMs += yearMs / 2;
    watch.follow(monitor.clock());
    expect(readOutage()).toEqual(before);
    expect(monitor.fleet.get(device.deviceId)?.state.outage?.recovery?.recoverAt ?? null).toBe(
      recoverAt,
    );
  });

  test('that could not be stored yet gives dates in whole milliseconds', () => {
    const monitor = makeTestMonitor();
    const { wallMs } = monitor.clock();
    const start = { wallMs, monoMs: 1_000.25 };
    const watch = new ClockWatch(monitor, start, { ...readNextIds(monitor.store), aliveAt: null });
    expect(watch.date({ wallMs: wallMs + yearMs, monoMs: 2_000.75 }).wallMs).toBe(wallMs + 1_000);
  });

  test('that is only slewed is not corrected', () => {
    const monitor = makeTestMonitor();
    const watch = watchClock(monitor);
    for (let n = 0; n < 100; n += 1) {
      monitor.time.advanceMs(10_000);
      monitor.time.wallMs += 500;
      expect(watch.follow(monitor.clock())).toBe(0);
    }
  });
});
