import { expect, test } from 'bun:test';
import { parser as makeParser, type Packet } from 'mqtt-packet';
import { heartbeatSchema } from '../../../src/contract/fleet/device.ts';
import { incrementDigits, makeHeartbeatBody, seqDigits } from './heartbeat-body.ts';
import {
  disconnect,
  encodeConnect,
  encodePublish,
  encodeSubscribe,
  pingreq,
} from './mqtt-packets.ts';

/** What a real library reads in our bytes. */
function decode(...packets: readonly Uint8Array[]): Packet[] {
  const seen: Packet[] = [];
  const parser = makeParser({ protocolVersion: 4 });
  parser.on('packet', (packet) => seen.push(packet));
  parser.on('error', (error) => {
    throw error;
  });
  parser.parse(Buffer.concat(packets));
  return seen;
}

test('a CONNECT carries id, credentials and keepalive', () => {
  const connect = encodeConnect({
    clientId: 'fw-000000000001',
    keepAliveSeconds: 300,
    username: 'fw-000000000001',
    password: 'fwd_secret',
  });
  expect(decode(connect)[0]).toMatchObject({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 300,
    clientId: 'fw-000000000001',
    username: 'fw-000000000001',
    password: Buffer.from('fwd_secret'),
  });
});

test('a PUBLISH can be patched in place and stays a valid heartbeat', () => {
  const body = makeHeartbeatBody(Date.UTC(2026, 10, 21));
  const before = heartbeatSchema.parse(JSON.parse(new TextDecoder().decode(body.bytes)));
  const publish = encodePublish('faiwatch/v1/fw-000000000001/heartbeat', body.bytes);
  publish.bytes.set([0x12, 0x34], publish.packetIdOffset);
  incrementDigits(publish.bytes, publish.payloadOffset + body.seqOffset, seqDigits);
  const [packet] = decode(publish.bytes);
  expect(packet).toMatchObject({
    cmd: 'publish',
    qos: 1,
    messageId: 0x1234,
    topic: 'faiwatch/v1/fw-000000000001/heartbeat',
  });
  const payload = packet?.cmd === 'publish' ? packet.payload.toString() : '';
  expect(heartbeatSchema.parse(JSON.parse(payload))).toEqual({ ...before, seq: before.seq + 1 });
});

test('a later run goes on where an earlier one cannot have been', () => {
  const decoder = new TextDecoder();
  const read = (now: number) =>
    heartbeatSchema.parse(JSON.parse(decoder.decode(makeHeartbeatBody(now).bytes)));
  const first = read(Date.UTC(2026, 10, 21, 1));
  const second = read(Date.UTC(2026, 10, 21, 1, 0, 5));
  expect(second.boot_id).toBe(first.boot_id);
  expect(second.seq - first.seq).toBe(500_000);
  expect(second.uptime_ms - first.uptime_ms).toBe(5000);
});

test('carrying a digit runs through nines', () => {
  const digits = new TextEncoder().encode('a0999b');
  incrementDigits(digits, 1, 4);
  expect(new TextDecoder().decode(digits)).toBe('a1000b');
});

test('SUBSCRIBE, PINGREQ and DISCONNECT are what they should be', () => {
  const commands = 'faiwatch/v1/fw-000000000001/commands';
  expect(decode(encodeSubscribe(1, commands), pingreq, disconnect)).toMatchObject([
    { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: commands, qos: 1 }] },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ]);
});
