/**
 * MQTT control packets. Where they begin and end (MQTT 3.1.1 section 2.2) is found before a parser sees them:
 * mqtt-packet does not limit the size of a packet.
 */
import mqttPacket, { type Packet } from 'mqtt-packet';

export const packetType = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrel: 6,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
} as const;

/** The packet's end has not arrived yet. */
export const incomplete = 0;
/** A remaining length of more than four bytes (MQTT 3.1.1 section 2.2.3). */
export const malformed = -1;
export const tooLarge = -2;

/**
 * Measures the packet at `at`.
 *
 * @param maxBytes limit of the whole packet, header included. It is compared with the announced length,
 * so that nothing of an oversized packet is kept
 * @returns the whole packet's length in bytes, or `incomplete`, `malformed` or `tooLarge`
 */
export function measurePacket(bytes: Uint8Array, at: number, maxBytes: number): number {
  let remaining = 0;
  let scale = 1;
  for (let i = 1; i <= 4; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return incomplete;
    remaining += (byte & 0x7f) * scale;
    if (byte < 0x80) {
      const total = 1 + i + remaining;
      if (total > maxBytes) return tooLarge;
      return at + total <= bytes.length ? total : incomplete;
    }
    scale *= 128;
  }
  return malformed;
}

/** Where the variable header of a measured packet begins. */
export function bodyOffset(bytes: Uint8Array, at: number): number {
  let offset = at + 1;
  while (((bytes[offset] ?? 0) & 0x80) !== 0) offset++;
  return offset + 1;
}

/** Reads two bytes, the higher first. Bytes behind the end count as 0. */
export function readUint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** Follows the boundaries of MQTT packets in a stream, without keeping any of it. */
export class PacketSizes {
  readonly #mostBytes: number;
  /** Bytes of the packet's body that are still to come. */
  #bodyLeft = 0;
  /** Digits of the remaining length that have come; null: the packet's first byte comes next. */
  #digits: number | null = null;
  #length = 0;

  /** @param mostBytes of a packet, without its first bytes */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** @returns false: a packet announces more, or is malformed (MQTT 3.1.1 section 2.2.3) */
  follow(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length; at++) {
      if (this.#bodyLeft > 0) {
        const step = Math.min(this.#bodyLeft, chunk.length - at);
        this.#bodyLeft -= step;
        at += step - 1;
      } else if (this.#digits === null) {
        this.#digits = 0;
        this.#length = 0;
      } else {
        const byte = chunk[at] ?? 0;
        this.#length += (byte & 0x7f) * 128 ** this.#digits;
        this.#digits += 1;
        if (this.#length > this.#mostBytes || (byte >= 0x80 && this.#digits === 4)) return false;
        if (byte < 0x80) {
          this.#bodyLeft = this.#length;
          this.#digits = null;
        }
      }
    }
    return true;
  }
}

/** The version of MQTT that a session speaks: 3.1, 3.1.1 or 5. */
export type ProtocolLevel = 3 | 4 | 5;

/**
 * Reads one whole packet that was measured before. Null: it breaks the protocol.
 * @param level left out for CONNECT, which contains it
 */
export function readPacket(bytes: Buffer, level: ProtocolLevel = 4): Packet | null {
  const parser = mqttPacket.parser({ protocolVersion: level });
  let packet: Packet | null = null;
  let isBroken = false;
  parser.on('packet', (read) => {
    packet = read;
  });
  parser.on('error', () => {
    isBroken = true;
  });
  try {
    parser.parse(bytes);
  } catch {
    // mqtt-packet reads behind the end of some malformed packets.
    return null;
  }
  return isBroken ? null : packet;
}

/** A packet's bytes. */
export function writePacket(packet: Packet, level: ProtocolLevel): Buffer {
  return mqttPacket.generate(packet, { protocolVersion: level });
}

/** A reason for people, which only MQTT 5 has room for. */
export function reasonProperties(text: string): { properties: { reasonString: string } } {
  return { properties: { reasonString: text } };
}
