import { expect, test } from 'bun:test';
import { DiskWrites } from './disk-writes.ts';

const minuteMs = 60_000;

test('says how much is written in an hour once an hour is known, however much the start wrote', () => {
  let [monoMs, written] = [0, 1_000_000];
  const writes = new DiskWrites(
    () => monoMs,
    () => written,
  );
  expect(writes.bytesPerHour()).toBeNull();
  written += 10_000;
  for (let minute = 1; minute <= 58; minute += 1) {
    monoMs = minute * minuteMs;
    writes.sample();
    expect(writes.bytesPerHour()).toBeNull();
  }
  monoMs = 60 * minuteMs;
  expect(writes.bytesPerHour()).toBe(10_000);
});

test('forgets what is more than an hour ago', () => {
  let [monoMs, written] = [0, 0];
  const writes = new DiskWrites(
    () => monoMs,
    () => written,
  );
  for (let minute = 1; minute <= 180; minute += 1) {
    // A megabyte a minute in the first hour, then ten bytes a minute.
    written += minute < 60 ? 1_000_000 : 10;
    monoMs = minute * minuteMs;
    writes.sample();
  }
  expect(writes.bytesPerHour()).toBe(600);
});

test('says nothing where the system says nothing', () => {
  let monoMs = 0;
  const writes = new DiskWrites(
    () => monoMs,
    () => null,
  );
  monoMs = 60 * minuteMs;
  expect(writes.bytesPerHour()).toBeNull();
});

test('reads what Linux counts of this process', () => {
  let monoMs = 0;
  const writes = new DiskWrites(() => monoMs);
  monoMs = 60 * minuteMs;
  expect(writes.bytesPerHour()).toBeGreaterThanOrEqual(0);
});
