/** A file that another process writes lines into, instead of a pipe that would have to be emptied. */
import { closeSync, openSync, readSync } from 'node:fs';

export class GrowingFile {
  /** Open for reading and appending: for the other process. */
  readonly fd: number;
  readonly #decoder = new TextDecoder();
  readonly #buffer = new Uint8Array(65_536);
  #at = 0;
  #rest = '';

  constructor(path: string) {
    this.fd = openSync(path, 'a+');
  }

  /** The lines that have come since the last call, without their ends. */
  readLines(): string[] {
    const lines: string[] = [];
    for (;;) {
      const count = readSync(this.fd, this.#buffer, 0, this.#buffer.length, this.#at);
      if (count === 0) return lines;
      this.#at += count;
      const text =
        this.#rest + this.#decoder.decode(this.#buffer.subarray(0, count), { stream: true });
      const parts = text.split('\n');
      this.#rest = parts.pop() ?? '';
      lines.push(...parts);
    }
  }

  close(): void {
    closeSync(this.fd);
  }
}
