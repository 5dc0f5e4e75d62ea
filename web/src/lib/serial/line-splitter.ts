/** Longer than any line of our devices; a line without an end is cut there. */
const maxLength = 1000;

/** Makes lines of what comes over the port in pieces: ended by CR, LF or both, UTF-8. */
export class LineSplitter {
  #decoder = new TextDecoder();
  #rest = '';

  /** @returns the lines that ended in this piece, without the empty ones */
  push(bytes: Uint8Array): string[] {
    const parts = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(/[\r\n]+/);
    this.#rest = parts.pop() ?? '';
    if (this.#rest.length > maxLength) {
      parts.push(this.#rest);
      this.#rest = '';
    }
    return parts.map((line) => line.trimEnd()).filter((line) => line !== '');
  }

  /** Forgets a line that has begun: its rest will not come. */
  reset(): void {
    this.#decoder = new TextDecoder();
    this.#rest = '';
  }
}
