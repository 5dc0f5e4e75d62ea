/** The heartbeats of one device as PUBLISH packets, made once and patched in place. */
import { incrementDigits, makeHeartbeatBody, seqDigits } from './heartbeat-body.ts';
import { encodePublish } from './mqtt-packets.ts';

export class HeartbeatRing {
  /** Copies of the packet, one per message that may be written at once. */
  private readonly ring: Uint8Array;
  private readonly packetLength: number;
  private readonly packetIdOffset: number;
  private readonly seqOffset: number;
  private readonly slots: number;
  private readonly digits: Uint8Array;
  private packetId = 0;
  private nextSlot = 0;

  /**
   * @param slots how many messages may be unacknowledged at once
   * @param now epoch ms
   */
  constructor(deviceId: string, slots: number, now: number) {
    const body = makeHeartbeatBody(now);
    const publish = encodePublish(`faiwatch/v1/${deviceId}/heartbeat`, body.bytes);
    this.packetLength = publish.bytes.length;
    this.packetIdOffset = publish.packetIdOffset;
    this.seqOffset = publish.payloadOffset + body.seqOffset;
    this.slots = slots;
    this.ring = new Uint8Array(this.packetLength * slots);
    for (let slot = 0; slot < slots; slot++) this.ring.set(publish.bytes, slot * this.packetLength);
    this.digits = body.bytes.slice(body.seqOffset, body.seqOffset + seqDigits);
  }

  /** Writes so many heartbeats, each with its own packet id and sequence number. */
  send(count: number, target: { write(bytes: Uint8Array): void }): void {
    let left = count;
    while (left > 0) {
      const run = Math.min(left, this.slots - this.nextSlot);
      const start = this.nextSlot * this.packetLength;
      for (let i = 0; i < run; i++) this.patch(start + i * this.packetLength);
      target.write(this.ring.subarray(start, start + run * this.packetLength));
      this.nextSlot = (this.nextSlot + run) % this.slots;
      left -= run;
    }
  }

  private patch(at: number): void {
    this.packetId = this.packetId === 0xffff ? 1 : this.packetId + 1;
    this.ring[at + this.packetIdOffset] = this.packetId >> 8;
    this.ring[at + this.packetIdOffset + 1] = this.packetId & 0xff;
    incrementDigits(this.digits, 0, seqDigits);
    const seqAt = at + this.seqOffset;
    for (let i = 0; i < seqDigits; i++) this.ring[seqAt + i] = this.digits[i] ?? 0;
  }
}
