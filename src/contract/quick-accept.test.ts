import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { plainHeartbeatSchema as heartbeatSchema, resetReasons } from './fleet/device.ts';
import { makeQuickAccept } from './quick-accept.ts';

const accepts = makeQuickAccept(heartbeatSchema);

const hex = fc.stringMatching(/^[0-9a-f]{8}$/);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Heartbeats that the contract accepts. */
const validBeats = fc
  .record({
    boot_id: hex,
    seq: fc.integer({ min: 0, max: 0xffff_ffff }),
    uptime_ms: fc.integer({ min: 0, max: 315_576_000_000 }),
    reset_reason: fc.constantFrom(...resetReasons),
    power: fc.constantFrom('UP', 'DOWN'),
    has_mains_sense: fc.boolean(),
    rssi: optional(fc.integer({ min: -127, max: 20 })),
    ssid: optional(fc.stringMatching(/^[ -~ก-๙]{0,32}$/)),
    voltage: optional(fc.double({ min: 0, max: 500, noNaN: true })),
    battery_level: optional(fc.double({ min: 0, max: 100, noNaN: true })),
    firmware_version: optional(fc.stringMatching(/^[0-9a-z.-]{1,32}$/)),
    update_failed: optional(fc.stringMatching(/^[0-9a-z.-]{1,32}$/)),
    previous_boot_id: optional(hex),
    restart_cause: optional(fc.constantFrom('command', 'update', 'no_answer', 'another')),
    starts: optional(fc.integer({ min: 0, max: 0xffff_ffff })),
    reconnects: optional(fc.integer({ min: 0, max: 0xffff_ffff })),
    free_heap: optional(fc.integer({ min: 0, max: 0xffff_ffff })),
    largest_block: optional(fc.integer({ min: 0, max: 0xffff_ffff })),
    mains_voltage: optional(fc.double({ min: 0, max: 500, noNaN: true })),
    sleep: optional(fc.constantFrom('battery_low', 'another')),
  })
  .map((beat): unknown => JSON.parse(JSON.stringify(beat)));

/** Any value, often one at the edge of a bound. */
const anyField = fc.oneof(
  fc.jsonValue(),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(-1, 0, 1, 20, 21, -127, -128, 100, 100.5, 500.1, 0xffff_ffff, 0x1_0000_0000),
  fc.constantFrom(315_576_000_000, 315_576_000_001, 2 ** 53, 1.5, '', '\0', '\u007f', '0A0B0C0D'),
);
const names = [...Object.keys(heartbeatSchema.shape), '__proto__', 'constructor', 'extra'];
const mutations = fc.array(
  fc.tuple(fc.constantFrom(...names), fc.option(anyField, { nil: undefined })),
  { minLength: 1, maxLength: 3 },
);

function mutate(beat: unknown, changes: readonly [string, unknown][]): unknown {
  const entries = new Map(Object.entries(beat as object));
  for (const [name, value] of changes) {
    if (value === undefined) entries.delete(name);
    else entries.set(name, value);
  }
  const fields = [...entries].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  // In JSON text, `__proto__` is a field like any other.
  return JSON.parse(`{${fields.join(',')}}`);
}

describe('the quick check of a heartbeat', () => {
  test('accepts what boards send, so that it is worth having', () => {
    fc.assert(fc.property(validBeats, (beat) => accepts(beat)));
  });

  test('accepts nothing that the schema would refuse or change', () => {
    let accepted = 0;
    let refused = 0;
    const agree = (value: unknown) => {
      const parsed = heartbeatSchema.safeParse(value);
      if (accepts(value)) {
        accepted++;
        expect(parsed).toEqual({ success: true, data: value as never });
      } else {
        refused++;
        // Refusing a valid heartbeat costs only time. That is allowed for unknown fields.
        if (parsed.success) expect(parsed.data).not.toEqual(value as never);
      }
    };
    fc.assert(
      fc.property(validBeats, mutations, (beat, changes) => agree(mutate(beat, changes))),
      { numRuns: 3000 },
    );
    fc.assert(fc.property(fc.jsonValue(), agree));
    expect(accepted).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
  });

  test.each([
    ['an open object', z.looseObject({ a: z.boolean() })],
    ['a transformation', z.strictObject({ a: z.string().max(3).transform(Number) })],
    ['a nested object', z.strictObject({ a: z.strictObject({}) })],
    ['an unbounded number', z.strictObject({ a: z.number() })],
    ['an unbounded string', z.strictObject({ a: z.string() })],
    ['a rule it has not met', z.strictObject({ a: z.number().min(0).max(9).multipleOf(3) })],
    ['alternatives', z.union([z.strictObject({}), z.strictObject({ a: z.boolean() })])],
  ])('is not made from %s', (_name, schema) => {
    expect(() => makeQuickAccept(schema as z.ZodType<unknown>)).toThrow();
  });
});
