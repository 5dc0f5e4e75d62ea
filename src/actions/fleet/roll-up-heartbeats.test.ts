import { expect, test } from 'bun:test';
import { makeDevice, makeTestMonitor, type TestMonitor } from '../../../tests/support/monitor.ts';
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

/** @param events that each of 50 devices has: type, and age in ms */
function makeOldEvents(
  monitor: TestMonitor,
  events: readonly (readonly ['HEARTBEAT' | 'ONLINE', number])[],
) {
  const now = monitor.clock().wallMs;
  for (const device of Array.from({ length: 50 }, () => makeDevice(monitor))) {
    for (const [eventType, age] of events) {
      insertEvent(monitor.store, {
        ...{ deviceRow: device.row, eventType, occurredAt: now - age, createdAt: now - age },
        customerId: null,
      });
    }
  }
}

const countEvents = ({ store }: TestMonitor, type: string) =>
  store.sqlite.query('SELECT count(*) FROM events WHERE event_type = ?').values(type)[0]?.[0];

test('roll-ups go after 30 days, an hour of them each hour; nothing else does', () => {
  const monitor = makeTestMonitor();
  makeOldEvents(monitor, [
    ['HEARTBEAT', 30 * dayMs + 1],
    ['HEARTBEAT', 30 * dayMs - hourMs + 1],
    ['ONLINE', 31 * dayMs],
  ]);
  for (const left of [50, 0]) {
    rollUpHeartbeats(monitor, monitor.clock());
    expect(countEvents(monitor, 'HEARTBEAT')).toBe(left);
    monitor.time.advanceMs(hourMs);
  }
  expect(countEvents(monitor, 'ONLINE')).toBe(50);
});

test('those of a machine that was off for long go in steps', () => {
  const monitor = makeTestMonitor();
  const old = Array.from({ length: 9 }, (_, day) => ['HEARTBEAT', (31 + day) * dayMs] as const);
  makeOldEvents(monitor, old);
  const steps = rollUpInSteps(monitor, monitor.clock());
  expect(steps.next().done).toBe(false);
  expect(countEvents(monitor, 'HEARTBEAT')).toBe(250);
  finish(steps);
  expect(countEvents(monitor, 'HEARTBEAT')).toBe(0);
});
