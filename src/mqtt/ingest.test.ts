import { describe, expect, test } from 'bun:test';
import {
  InvalidPayload,
  matchOwnTopic,
  parseEvents,
  parseHeartbeat,
  parseStatus,
  parseTopic,
  topicPrefix,
} from './ingest.ts';
import { beat, powerDown } from './testing/test-broker.ts';

const own = 'fw-0123456789ab';

function match(topic: string): string | null {
  const bytes = Buffer.from(`..${topic}..`);
  return matchOwnTopic(bytes, 2, 2 + Buffer.byteLength(topic), topicPrefix(own));
}

const foreign = [
  'faiwatch/v1/fw-0123456789ac/heartbeat',
  'faiwatch/v1/fw-0123456789ab/commands',
  'faiwatch/v1/fw-0123456789ab/heartbeats',
  'faiwatch/v1/fw-0123456789ab/heartbea',
  'faiwatch/v1/fw-0123456789ab/',
  'faiwatch/v1/fw-0123456789ab/+',
  'faiwatch/v1/+/heartbeat',
  'faiwatch/v2/fw-0123456789ab/events',
  'Faiwatch/v1/fw-0123456789ab/events',
  'faiwatch/v1/fw-0123456789ab/Status',
  'faiwatch/v1/fw-0123456789ab/events/',
  '$SYS/broker/load',
  '#',
  '',
];

describe('topics', () => {
  test.each(['heartbeat', 'events', 'status'])('a device may publish to its %s', (leaf) => {
    expect(match(`faiwatch/v1/${own}/${leaf}`)).toBe(leaf);
    expect(parseTopic(`faiwatch/v1/${own}/${leaf}`)).toEqual({ deviceId: own, leaf });
  });

  test.each(foreign)('a device may not publish to "%s"', (topic) => {
    expect(match(topic)).toBeNull();
  });

  test.each(foreign.filter((topic) => !topic.includes('56789ac/')))(
    '"%s" means nothing from an external broker',
    (topic) => {
      expect(parseTopic(topic)).toBeNull();
    },
  );

  test('a topic that the packet cuts short matches nothing', () => {
    const bytes = Buffer.from('faiwatch/v1/fw-0123456789ab/heart');
    expect(matchOwnTopic(bytes, 0, 37, topicPrefix(own))).toBeNull();
  });
});

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('payloads', () => {
  test('a heartbeat is given as it is', () => {
    expect(parseHeartbeat(json(beat({ ssid: 'บ้าน' })))).toEqual(beat({ ssid: 'บ้าน' }) as never);
  });

  test('a field that does not exist is left out of it', () => {
    expect(parseHeartbeat(json(beat({ light: 'x' })))).toEqual(beat() as never);
    expect(parseEvents(json(powerDown({ light: 'x' })))).toEqual([powerDown()] as never);
  });

  test.each([
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'encoding', ''],
    ['an overlong NUL', Buffer.from([0x22, 0xc0, 0x80, 0x22]), 'encoding', ''],
    ['nothing', Buffer.alloc(0), 'json', ''],
    ['half an object', Buffer.from('{"boot_id":'), 'json', ''],
    ['a bare NUL', Buffer.from('\0'), 'json', ''],
    ['a byte-order mark', Buffer.from('\ufeff{}'), 'json', ''],
    ['brackets without end', Buffer.from('['.repeat(4000)), 'json', ''],
    ['an array', json([beat()]), 'schema', ''],
    ['a field that is missing', json({ ...beat(), seq: undefined }), 'schema', 'seq'],
    ['a NUL in a name', json(beat({ ssid: 'a\0b' })), 'schema', 'ssid'],
    ['a number beyond all bounds', Buffer.from('{"seq":1e999}'), 'schema', 'boot_id'],
  ] as const)('%s is no heartbeat', (_name, payload, reason, field) => {
    expect(parseHeartbeat(payload)).toEqual(new InvalidPayload(reason, field));
  });

  test('one event or up to a hundred are taken', () => {
    expect(parseEvents(json(powerDown()))).toEqual([powerDown()] as never);
    const many = Array.from({ length: 100 }, (_, seq) => powerDown({ seq }));
    expect(parseEvents(json(many))).toEqual(many as never);
  });

  test.each([
    ['no event', []],
    ['a hundred and one', Array.from({ length: 101 }, (_, seq) => powerDown({ seq }))],
    ['an unknown type', powerDown({ type: 'ONLINE' })],
    ['an event that lies in the future', powerDown({ age_ms: -1 })],
  ])('%s is refused', (_name, payload) => {
    expect(parseEvents(json(payload))).toBeInstanceOf(InvalidPayload);
  });

  test('a status is one of two words', () => {
    expect(parseStatus(Buffer.from('offline'))).toBe('offline');
    expect(parseStatus(Buffer.from('"offline"'))).toBeInstanceOf(InvalidPayload);
  });
});
