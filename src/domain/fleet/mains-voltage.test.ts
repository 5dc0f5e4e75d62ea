import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  addVoltage,
  joinHours,
  packHour,
  slotMs,
  unpackHour,
  type VoltageHours,
} from './mains-voltage.ts';

const hourAt = Date.UTC(2026, 0, 15, 5);

function measure(readings: readonly (readonly [minute: number, volts: number])[]) {
  const hours: VoltageHours = new Map();
  for (const [minute, volts] of readings) addVoltage(hours, volts, hourAt + minute * 60_000);
  return hours;
}

test('readings of ten minutes become their least, mean and highest', () => {
  const hours = measure([
    [0, 228],
    [5, 231.4],
    [9.9, 229],
    [10, 240],
    [60, 199],
  ]);
  expect([...hours.keys()]).toEqual([hourAt, hourAt + 6 * slotMs]);
  const [first, second, third] = hours.get(hourAt) ?? [];
  expect(first).toMatchObject({ min: 228, max: 231.4, count: 3 });
  expect((first?.sum ?? 0) / 3).toBeCloseTo(229.47, 2);
  expect(second).toMatchObject({ min: 240, max: 240 });
  expect(third).toBeNull();
});

test('an hour is 48 bytes, and comes back to a tenth of a volt', () => {
  const anyReading = fc.tuple(
    fc.double({ min: 0, max: 59.9, noNaN: true }),
    fc.double({ min: 0, max: 500, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(anyReading, { minLength: 1, maxLength: 40 }), (readings) => {
      const hour = measure(readings).get(hourAt) ?? [];
      const packed = packHour(hour);
      expect(packed.byteLength).toBe(48);
      for (const [index, slot] of unpackHour(packed).entries()) {
        const was = hour[index] ?? null;
        if (was === null) {
          expect(slot).toBeNull();
          continue;
        }
        expect(Math.abs((slot?.min ?? 0) - was.min)).toBeLessThan(0.051);
        expect(Math.abs((slot?.max ?? 0) - was.max)).toBeLessThan(0.051);
        expect(Math.abs((slot?.sum ?? 0) - was.sum) / was.count).toBeLessThan(0.051);
        expect(slot?.count).toBe(was.count);
      }
    }),
  );
});

test('an hour in two parts, as after a restart, is the hour as a whole', () => {
  const readings = [
    [1, 228],
    [2, 232],
    [3, 230],
    [15, 240],
  ] as const;
  const parts = [readings.slice(0, 1), readings.slice(1)].map(
    (part) => measure(part).get(hourAt) ?? [],
  );
  const joined = joinHours(unpackHour(packHour(parts[0] ?? [])), parts[1] ?? []);
  expect(packHour(joined)).toEqual(packHour(measure(readings).get(hourAt) ?? []));
});
