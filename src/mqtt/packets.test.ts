import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import mqttPacket from 'mqtt-packet';
import {
  bodyOffset,
  incomplete,
  malformed,
  measurePacket,
  PacketSizes,
  tooLarge,
} from './packets.ts';

const bytes = (...values: number[]) => Uint8Array.of(...values);

describe('measuring a packet', () => {
  test('knows the shortest one', () => {
    expect(measurePacket(bytes(0xc0, 0), 0, 4096)).toBe(2);
  });

  test.each([
    ['no length yet', bytes(0x30)],
    ['half a length', bytes(0x30, 0x80)],
    ['a body that is short', bytes(0x30, 3, 0, 0)],
  ])('waits for more when there is %s', (_name, input) => {
    expect(measurePacket(input, 0, 4096)).toBe(incomplete);
  });

  test('refuses a length of five bytes', () => {
    expect(measurePacket(bytes(0x30, 0x80, 0x80, 0x80, 0x80), 0, 4096)).toBe(malformed);
  });

  test('refuses an announced size above the limit before any of it has arrived', () => {
    expect(measurePacket(bytes(0x30, 0xff, 0xff, 0xff, 0x7f), 0, 4096)).toBe(tooLarge);
    expect(measurePacket(bytes(0x30, 0xfe, 0x1f), 0, 4096)).toBe(tooLarge);
    expect(measurePacket(bytes(0x30, 0xfd, 0x1f), 0, 4096)).toBe(incomplete);
  });

  test('finds every packet that mqtt-packet writes, wherever it stands', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(20), fc.nat(20), (size, before, after) => {
        const packet = mqttPacket.generate({
          cmd: 'publish',
          topic: 'a/b',
          payload: Buffer.alloc(size),
          qos: 0,
          dup: false,
          retain: false,
        });
        const input = Buffer.concat([
          Buffer.alloc(before, 0xff),
          packet,
          Buffer.alloc(after, 0xff),
        ]);
        expect(measurePacket(input, before, 4096)).toBe(packet.length);
        // The topic's two length bytes come first in the body.
        const body = bodyOffset(input, before);
        expect(input.subarray(body, body + 5).toString()).toBe('\0\x03a/b');
        const cut = input.subarray(0, before + packet.length - 1);
        expect(measurePacket(cut, before, 4096)).toBe(incomplete);
      }),
    );
  });
});

const publish = (bytes: number) =>
  mqttPacket.generate({
    ...{ cmd: 'publish', topic: 'a', qos: 0, dup: false, retain: false },
    payload: Buffer.alloc(bytes),
  });

test.each([1, 2, 3, 7, 1000])('packets are followed in pieces of %d', (piece) => {
  const sizes = new PacketSizes(303);
  const pingResponse = Buffer.of(0xd0, 0);
  const stream = Buffer.concat([publish(0), pingResponse, publish(300), publish(126), publish(5)]);
  const follow = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += piece) {
      if (!sizes.follow(bytes.subarray(at, at + piece))) return false;
    }
    return true;
  };
  expect(follow(stream)).toBe(true);
  expect(follow(publish(301))).toBe(false);
});

test('a packet is refused for what it announces, before it comes', () => {
  expect(new PacketSizes(1000).follow(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0x7f))).toBe(false);
  expect(new PacketSizes(1000).follow(Uint8Array.of(0x30, 0x80, 0x80, 0x80, 0x80))).toBe(false);
});
