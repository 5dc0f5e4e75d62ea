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
