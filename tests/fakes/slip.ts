/** The framing of ESP loaders, RFC 1055. */
const end = 0xc0;
const escaped = 0xdb;
const escapedEnd = 0xdc;
const escapedEscape = 0xdd;

export function toSlip(packet: Uint8Array): Uint8Array {
  const framed = [end];
  for (const byte of packet) {
    if (byte === end) framed.push(escaped, escapedEnd);
    else if (byte === escaped) framed.push(escaped, escapedEscape);
    else framed.push(byte);
  }
  framed.push(end);
  return Uint8Array.from(framed);
}

/** Makes packets of bytes that come in pieces. */
export class SlipReader {
  #packet: number[] | null = null;
  #isEscaped = false;

  push(bytes: Uint8Array): Uint8Array[] {
    const packets: Uint8Array[] = [];
    for (const byte of bytes) {
      if (byte === end) {
        if (this.#packet !== null && this.#packet.length > 0) {
          packets.push(Uint8Array.from(this.#packet));
          this.#packet = null;
        } else {
          this.#packet = [];
        }
        this.#isEscaped = false;
      } else if (this.#packet !== null) {
        this.#take(this.#packet, byte);
      }
    }
    return packets;
  }

  reset(): void {
    this.#packet = null;
    this.#isEscaped = false;
  }

  #take(packet: number[], byte: number): void {
    if (this.#isEscaped) {
      packet.push(byte === escapedEnd ? end : escaped);
      this.#isEscaped = false;
    } else if (byte === escaped) {
      this.#isEscaped = true;
    } else {
      packet.push(byte);
    }
  }
}
