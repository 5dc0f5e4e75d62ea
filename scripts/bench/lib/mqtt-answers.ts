/** Counts what a broker answers; knows just enough MQTT 3.1.1 to find where packets begin. */
import { connackType, pubackType } from './mqtt-packets.ts';

export interface Answers {
  pubacks: number;
  /** Return code of a CONNACK in the last chunk (0: accepted), or -1. */
  connack: number;
}

/**
 * The parser of one connection. Packets may be split over chunks; nothing but a CONNACK's return code
 * is looked into.
 */
export class AnswerParser {
  /** Bytes of an unfinished packet, kept until the next chunk. */
  private carry: Uint8Array | undefined;

  /** Adds what this chunk completes to `answers`. */
  parse(chunk: Uint8Array, answers: Answers): void {
    let bytes = chunk;
    if (this.carry) {
      bytes = Buffer.concat([this.carry, chunk]);
      this.carry = undefined;
    }
    const end = bytes.length;
    let at = 0;
    while (at < end) {
      // Nearly everything that comes is a PUBACK: four bytes, remaining length 2.
      if (bytes[at] === pubackType && bytes[at + 1] === 2 && at + 4 <= end) {
        answers.pubacks++;
        at += 4;
        continue;
      }
      const next = findPacketEnd(bytes, at);
      if (next > end) {
        this.carry = bytes.slice(at);
        return;
      }
      if (bytes[at] === connackType) answers.connack = bytes[at + 3] ?? 0xff;
      at = next;
    }
  }
}

/** Where the packet at `at` ends; infinity when even its length is not there yet. */
function findPacketEnd(bytes: Uint8Array, at: number): number {
  let length = 0;
  for (let i = 0; i < 4; i++) {
    const byte = bytes[at + 1 + i];
    if (byte === undefined) return Number.POSITIVE_INFINITY;
    length |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) return at + 2 + i + length;
  }
  throw new Error('The broker sent a remaining length of more than four bytes');
}
