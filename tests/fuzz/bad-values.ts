import type { Prng } from '../../src/domain/prng.ts';

/** A whole number in [0, below). */
export function below(random: Prng, limit: number): number {
  return Math.floor(random.next() * limit);
}

/** One of them. @throws Error when there are none */
export function choose<T>(random: Prng, items: readonly T[]): T {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
}

export function randomBytes(random: Prng, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => below(random, 256)));
}

/** A heartbeat that the contract accepts. */
export function makeBeat(random: Prng): Record<string, unknown> {
  return {
    boot_id: random.hex(8),
    seq: below(random, 0xffff_ffff),
    uptime_ms: below(random, 1_000_000_000),
    reset_reason: choose(random, ['power_on', 'brownout', 'software', 'panic', 'unknown']),
    power: choose(random, ['UP', 'DOWN']),
    has_mains_sense: random.next() < 0.5,
    ...(random.next() < 0.5 && { rssi: -below(random, 100), ssid: 'บ้าน', voltage: 4.9 }),
  };
}

/** A power report that the contract accepts. */
export function makeEvent(random: Prng): Record<string, unknown> {
  return {
    boot_id: random.hex(8),
    seq: below(random, 0xffff_ffff),
    type: choose(random, ['POWER_DOWN', 'POWER_RECOVER']),
    age_ms: below(random, 10_000),
    ...(random.next() < 0.5 && { battery_level: below(random, 100), message: 'mains lost' }),
  };
}

/** Values of which at least one of type, size, bounds or encoding is wrong wherever they stand. */
const nasty: readonly unknown[] = [
  null,
  [],
  {},
  '',
  'NaN',
  '\0',
  'a\u0000b',
  '\u202e\ufeff',
  '\ud800',
  "'; DROP TABLE devices; --",
  '=HYPERLINK("http://x")',
  '<script>alert(1)</script>',
  'x'.repeat(5000),
  -1,
  0.1,
  1e308,
  2 ** 53,
  -(2 ** 63),
  { $gt: 0 },
  [[[[[[[[]]]]]]]],
];

const strangeNames = ['__proto__', 'constructor', 'toString', 'device_id', '', 'x'.repeat(300)];

/** The text of a JSON object with one to three of its fields spoilt. */
function spoilFields(random: Prng, fields: Record<string, unknown>): string {
  const texts = new Map(
    Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const spoilt = 1 + below(random, 3);
  for (let n = 0; n < spoilt; n++) {
    const name = choose(random, [...texts.keys(), ...strangeNames]);
    const what = random.next();
    if (what < 0.2) texts.delete(name);
    else if (what < 0.3) texts.set(name, choose(random, ['1e999', '-0', '01', '1e-9999', 'nul']));
    else texts.set(name, JSON.stringify(choose(random, nasty)));
  }
  return `{${[...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** Bytes that are wrong in some way of their own. */
export function makeBadBody(random: Prng, fields: Record<string, unknown>): Buffer {
  const text = JSON.stringify(fields);
  switch (below(random, 12)) {
    case 0:
      return Buffer.alloc(0);
    case 1:
      return randomBytes(random, below(random, 200));
    case 2:
      return Buffer.from(text.slice(0, below(random, text.length)));
    case 3:
      // Not UTF-8: a lone continuation byte inside of it.
      return Buffer.concat([Buffer.from(text.slice(0, 12)), Buffer.from([0x80, 0xff])]);
    case 4:
      return Buffer.from('['.repeat(below(random, 3500)));
    case 5:
      return Buffer.from(`${text}${text}`);
    case 6:
      return mutate(random, Buffer.from(text));
    default:
      return Buffer.from(spoilFields(random, fields));
  }
}

/** The bytes with a few of them changed, taken away, repeated or put in. */
export function mutate(random: Prng, bytes: Buffer): Buffer {
  let mutated = Buffer.from(bytes);
  const changes = 1 + below(random, 4);
  for (let n = 0; n < changes; n++) {
    const at = below(random, mutated.length + 1);
    const head = mutated.subarray(0, at);
    const tail = mutated.subarray(at);
    switch (below(random, 5)) {
      case 0:
        if (at < mutated.length) mutated[at] = below(random, 256);
        break;
      case 1:
        if (at < mutated.length) mutated[at] = (mutated[at] ?? 0) ^ (1 << below(random, 8));
        break;
      case 2:
        mutated = Buffer.concat([head, tail.subarray(1 + below(random, 8))]);
        break;
      case 3:
        mutated = Buffer.concat([head, randomBytes(random, 1 + below(random, 16)), tail]);
        break;
      default:
        mutated = Buffer.concat([head, head.subarray(-8), tail]);
    }
  }
  return mutated;
}
