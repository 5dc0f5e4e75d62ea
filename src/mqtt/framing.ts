/**
 * Finds where MQTT control packets begin and end (MQTT 3.1.1 section 2.2), before a parser sees them:
 * mqtt-packet does not limit the size of a packet.
 */

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
