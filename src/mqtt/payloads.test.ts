import { describe, expect, test } from 'bun:test';
import { InvalidPayload, parseEvents, parseHeartbeat, parseStatus } from './payloads.ts';
import { beat, powerDown } from './testing/test-broker.ts';

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
