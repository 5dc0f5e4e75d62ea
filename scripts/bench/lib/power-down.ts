/** A POWER_DOWN as the PUBLISH packet of one device. */
import { encodePublish } from './mqtt-packets.ts';

/** Above every `seq` of the bench heartbeats, so that it is seen to have come after them. */
const seq = 4_000_000_000;

/** @param ageMs how long ago mains was lost */
export function encodePowerDown(deviceId: string, ageMs: number): Uint8Array {
  const event = { boot_id: 'be0c0001', seq, type: 'POWER_DOWN', age_ms: ageMs };
  const payload = new TextEncoder().encode(JSON.stringify(event));
  const { bytes, packetIdOffset } = encodePublish(`faiwatch/v1/${deviceId}/events`, payload);
  bytes[packetIdOffset + 1] = 1;
  return bytes;
}
