import { describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { readNextOutageId } from '../../store/fleet/clock-jumps.ts';
import { observationGaps } from '../../store/fleet/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { ClockWatch } from './correct-clock.ts';
import { loadFleet } from './load-fleet.ts';
import { recordEvents } from './record-events.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

const yearMs = 365 * 86_400_000;

describe('a wall clock that jumps', () => {
  test.each([yearMs, 3_600_000, -3_600_000])('by %d ms opens no outage', async (jumpMs) => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    const watch = new ClockWatch(monitor, monitor.clock(), readNextOutageId(monitor.store));
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    await monitor.advance(10);
    monitor.time.wallMs += jumpMs;
    expect(watch.check(monitor.clock())).toBe(jumpMs);
    await monitor.advance(160);
    expect(monitor.store.db.select().from(outages).all()).toEqual([]);
    expect(monitor.store.db.select().from(observationGaps).all()).toMatchObject([
      { kind: 'clock', jumpMs },
    ]);
  });

  test('leaves the duration and the alert of an open outage true', async () => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    const watch = new ClockWatch(monitor, monitor.clock(), readNextOutageId(monitor.store));
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    await recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
    const downAt = monitor.clock().wallMs;
    await monitor.advance(30);
    monitor.time.wallMs += yearMs;
    watch.check(monitor.clock());
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

  test('that cannot be stored is said once, and tried again a second later', () => {
    const monitor = makeTestMonitor();
    const warnings: unknown[] = [];
    const log = { ...monitor.log, warn: (...what: unknown[]) => void warnings.push(what) };
    const watch = new ClockWatch({ ...monitor, log }, monitor.clock(), 1);
    monitor.store.sqlite.run(`CREATE TRIGGER refused BEFORE INSERT ON observation_gaps
      BEGIN SELECT raise(ABORT, 'no space'); END`);
    monitor.time.wallMs += yearMs;
    expect(() => watch.check(monitor.clock())).toThrow('no space');
    monitor.time.advanceMs(999);
    expect(watch.check(monitor.clock())).toBe(0);
    monitor.time.advanceMs(1);
    expect(() => watch.check(monitor.clock())).toThrow('no space');
    monitor.store.sqlite.run('DROP TRIGGER refused');
    monitor.time.advanceMs(1_000);
    expect(watch.check(monitor.clock())).toBe(yearMs);
    expect(warnings).toHaveLength(1);
  });

  test('is corrected whole or not at all', async () => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    const start = monitor.clock();
    const absence = { aliveAt: start.wallMs, gapId: null };
    const watch = new ClockWatch(monitor, start, readNextOutageId(monitor.store), absence);
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    await recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
    const downAt = monitor.clock().wallMs;
    monitor.store.sqlite.run(`CREATE TRIGGER refused BEFORE INSERT ON observation_gaps
      WHEN NEW.kind = 'server_off' BEGIN SELECT raise(ABORT, 'no space'); END`);
    const readDownAt = () => monitor.store.db.select().from(outages).get()?.downAt;
    monitor.time.wallMs += yearMs;
    expect(() => watch.check(monitor.clock())).toThrow('no space');
    expect([readDownAt(), device.state.outage?.downAt]).toEqual([downAt, downAt]);
    monitor.store.sqlite.run('DROP TRIGGER refused');
    monitor.time.advanceMs(1_000);
    expect(watch.check(monitor.clock())).toBe(yearMs);
    expect([readDownAt(), device.state.outage?.downAt]).toEqual([downAt + yearMs, downAt + yearMs]);
    expect(monitor.lastGap).toEqual({ fromAt: absence.aliveAt, toAt: start.wallMs + yearMs });
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
    const watch = new ClockWatch(monitor, monitor.clock(), readNextOutageId(store));
    monitor.time.wallMs += yearMs / 2;
    watch.check(monitor.clock());
    expect(readOutage()).toEqual(before);
    expect(monitor.fleet.get(device.deviceId)?.state.outage?.recovery?.recoverAt ?? null).toBe(
      recoverAt,
    );
  });

  test('that could not be stored yet gives dates in whole milliseconds', () => {
    const monitor = makeTestMonitor();
    const { wallMs } = monitor.clock();
    const watch = new ClockWatch(monitor, { wallMs, monoMs: 1_000.25 }, 1);
    expect(watch.date({ wallMs: wallMs + yearMs, monoMs: 2_000.75 }).wallMs).toBe(wallMs + 1_001);
  });

  test('that is only slewed is not corrected', () => {
    const monitor = makeTestMonitor();
    const watch = new ClockWatch(monitor, monitor.clock(), 1);
    for (let n = 0; n < 100; n += 1) {
      monitor.time.advanceMs(10_000);
      monitor.time.wallMs += 500;
      expect(watch.check(monitor.clock())).toBe(0);
    }
  });
});
