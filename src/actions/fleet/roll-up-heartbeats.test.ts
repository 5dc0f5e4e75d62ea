import { expect, test } from 'bun:test';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { finish } from '../../domain/steps.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { refreshFleet } from './load-fleet.ts';
import { rollUpHeartbeats, rollUpInSteps } from './roll-up-heartbeats.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

test('many devices are written in steps, without those that are deleted in between', () => {
  const monitor = makeTestMonitor();
  const devices = Array.from({ length: 450 }, () => makeDevice(monitor));
  for (const device of devices) device.beatsThisHour = 1;
  const { sqlite } = monitor.store;
  const count = () =>
    sqlite.query("SELECT count(*) FROM events WHERE event_type = 'HEARTBEAT'").values()[0]?.[0];

  const steps = rollUpInSteps(monitor, monitor.clock());
  expect(steps.next().done).toBe(false);
  expect(count()).toBe(200);
  const last = devices.at(-1);
  sqlite.query('DELETE FROM devices WHERE id = ?').run(last?.row ?? 0);
  refreshFleet(monitor, monitor.clock());
  expect(finish(steps)).toBe(449);
  expect(count()).toBe(449);
  expect(devices.slice(0, -1).every(({ beatsThisHour }) => beatsThisHour === 0)).toBe(true);
});

test('old roll-ups go within a day, in each hour those of a few devices', () => {
  const monitor = makeTestMonitor();
  const now = monitor.clock();
  const write = (deviceRow: number, eventType: 'HEARTBEAT' | 'ONLINE', occurredAt: number) =>
    insertEvent(monitor.store, {
      ...{ deviceRow, eventType, occurredAt, createdAt: occurredAt },
      ...{ customerId: null, outageId: null, bootId: null, seq: null, voltage: null },
      ...{ batteryLevel: null, message: null, details: null },
    });
  for (let count = 0; count < 48; count++) {
    const { row } = makeDevice(monitor);
    write(row, 'HEARTBEAT', now.wallMs - 31 * dayMs);
    write(row, 'ONLINE', now.wallMs - 31 * dayMs);
    write(row, 'HEARTBEAT', now.wallMs - 28 * dayMs);
  }
  const countEvents = (type: string) =>
    monitor.store.sqlite
      .query('SELECT count(*) FROM events WHERE event_type = ?')
      .values(type)[0]?.[0];

  for (let hour = 1; hour <= 24; hour++) {
    rollUpHeartbeats(monitor, { ...now, wallMs: now.wallMs + hour * hourMs });
    expect(countEvents('HEARTBEAT')).toBe(96 - 2 * hour);
  }
  expect(countEvents('ONLINE')).toBe(48);
});
