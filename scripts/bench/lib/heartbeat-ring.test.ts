import { expect, test } from 'bun:test';
import { heartbeatSchema } from '../../../src/contract/fleet/device.ts';
import { HeartbeatRing } from './heartbeat-ring.ts';
import { encodePowerDown } from './power-down.ts';

const topic = 'faiwatch/v1/fw-000000000001/heartbeat';

test('every message of a ring is a valid heartbeat with its own packet id and seq', () => {
  const ring = new HeartbeatRing('fw-000000000001', 3, Date.UTC(2026, 10, 21));
  const written: Buffer[] = [];
  ring.send(5, { write: (bytes) => void written.push(Buffer.from(bytes)) });
  const all = Buffer.concat(written);
  const length = all.length / 5;
  const beats = Array.from({ length: 5 }, (_, i) => {
    const packet = all.subarray(i * length, (i + 1) * length);
    const topicAt = packet.indexOf(topic);
    const packetIdAt = topicAt + topic.length;
    const payload = packet.toString('utf8', packetIdAt + 2);
    return {
      packetId: packet.readUInt16BE(packetIdAt),
      beat: heartbeatSchema.parse(JSON.parse(payload)),
    };
  });
  expect(beats.map(({ packetId }) => packetId)).toEqual([1, 2, 3, 4, 5]);
  const first = beats[0]?.beat.seq ?? 0;
  expect(beats.map(({ beat }) => beat.seq - first)).toEqual([0, 1, 2, 3, 4]);
});

test('a loss of mains comes after every heartbeat that was sent', () => {
  const packet = Buffer.from(encodePowerDown('fw-000000000001', 10_000)).toString('latin1');
  const event: unknown = JSON.parse(packet.slice(packet.indexOf('{')));
  expect(event).toMatchObject({ type: 'POWER_DOWN', age_ms: 10_000, seq: 4_000_000_000 });
});
