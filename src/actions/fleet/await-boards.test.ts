/** How long alerts wait until what boards said while this process stood still is read. */
import { expect, test } from 'bun:test';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { awaitBoard, noteAwake } from './await-boards.ts';

function makeWorld() {
  const monitor = makeTestMonitor();
  const { deviceId } = makeDevice(monitor);
  return {
    /** It is awake, and then stands still, or not, for so long. */
    pass(ms: number) {
      noteAwake(monitor, monitor.clock());
      monitor.time.advanceMs(ms);
    },
    isUnread: () => awaitBoard(monitor, deviceId, true, monitor.clock())?.unreadUntil != null,
  };
}

test('after a standstill of any length there is something unread, for a while', () => {
  const { pass, isUnread } = makeWorld();
  pass(90_000);
  expect(isUnread()).toBe(true);
  for (let i = 0; i < 5; i += 1) pass(500);
  expect(isUnread()).toBe(true);
  for (let i = 0; i < 5; i += 1) pass(500);
  expect(isUnread()).toBe(false);
});

test('standstills one after the other put an alert off for a minute, and no longer', () => {
  const { pass, isUnread } = makeWorld();
  const waits = Array.from({ length: 120 }, () => {
    pass(1_500);
    return isUnread();
  });
  expect(waits.lastIndexOf(true) * 1_500).toBe(60_000);
  for (let i = 0; i < 10; i += 1) pass(500);
  expect(isUnread()).toBe(false);
  // After a time in which all was read the next one counts by itself.
  pass(1_500);
  expect(isUnread()).toBe(true);
});
