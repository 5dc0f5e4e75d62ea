import { expect, test } from 'bun:test';
import mqttPacket from 'mqtt-packet';
import { PacketSizes } from './packet-sizes.ts';

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
