/** Where a batch goes. It must write or copy the bytes at once, because the batch uses them again. */
interface AckTarget {
  send(bytes: Uint8Array): void;
}

/** First bytes of the packets that acknowledge (MQTT 3.1.1 sections 3.4, 3.5 and 3.7). */
export const ackType = { puback: 0x40, pubrec: 0x50, pubcomp: 0x70 } as const;
type AckType = (typeof ackType)[keyof typeof ackType];

/**
 * Acknowledgements gathered while one chunk of one session is processed, to be written together. All
 * sessions of a broker share it, so it is always flushed before another session has its turn.
 */
export class AckBatch {
  readonly #bytes = Buffer.alloc(4 * 1024);
  #length = 0;

  /** Adds a plain success, which has the same form in every version. */
  add(type: AckType, packetId: number, target: AckTarget): void {
    if (this.#length === this.#bytes.length) this.flush(target);
    const at = this.#length;
    this.#bytes[at] = type;
    this.#bytes[at + 1] = 2;
    this.#bytes[at + 2] = packetId >> 8;
    this.#bytes[at + 3] = packetId & 0xff;
    this.#length = at + 4;
  }

  flush(target: AckTarget): void {
    if (this.#length === 0) return;
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    target.send(bytes);
  }
}
