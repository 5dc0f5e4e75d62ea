/** The other end of a device's serial cable, as a terminal program has it. */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { waitFor } from '../wait-for.ts';

const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;

export class SerialLine {
  /** All that was heard so far. */
  readonly lines: string[] = [];
  readonly #path: string;
  readonly #decoder = new TextDecoder();
  readonly #buffer = new Uint8Array(4096);
  readonly #timer: Timer;
  /** Null while there is no port: that of a USB chip goes away with every restart. */
  #port: number | null = null;
  #rest = '';
  #read = 0;

  constructor(path: string) {
    this.#path = path;
    this.#timer = setInterval(() => this.#listen(), 10);
    this.#listen();
  }

  /** Sends one line. */
  async write(line: string): Promise<void> {
    await this.writeBytes(`${line}\r\n`);
  }

  async writeBytes(bytes: string | Uint8Array): Promise<void> {
    await waitFor('serial port', () => this.#port !== null);
    if (this.#port !== null) writeSync(this.#port, Buffer.from(bytes));
  }

  /** Sends a command and gives what is answered: the line with OK or ERR. */
  async ask(line: string): Promise<string> {
    this.#read = this.lines.length;
    await this.write(line);
    return this.expectLine(/^(OK|ERR) /);
  }

  /** The next line that matches, after the one that was expected last. */
  async expectLine(pattern: RegExp, timeoutMs = 5_000): Promise<string> {
    try {
      return await waitFor(`${pattern}`, () => this.#next(pattern), timeoutMs);
    } catch (error) {
      throw new Error(`${error}. Heard last:\n${this.lines.slice(-15).join('\n')}`);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#closePort();
  }

  #next(pattern: RegExp): string | undefined {
    for (let at = this.#read; at < this.lines.length; at++) {
      const line = this.lines[at];
      if (line === undefined || !pattern.test(line)) continue;
      this.#read = at + 1;
      return line;
    }
    return undefined;
  }

  #listen(): void {
    try {
      this.#port ??= openSync(this.#path, O_RDWR | O_NOCTTY | O_NONBLOCK);
      for (;;) {
        const count = readSync(this.#port, this.#buffer);
        if (count === 0) break;
        this.#take(this.#decoder.decode(this.#buffer.subarray(0, count), { stream: true }));
      }
      this.#closePort();
    } catch (error) {
      // No more bytes for now. Any other error means that the port is gone or not there yet.
      if ((error as { code?: unknown }).code !== 'EAGAIN') this.#closePort();
    }
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    this.lines.push(...lines.map((line) => line.replace(/\r$/, '')));
  }

  #closePort(): void {
    if (this.#port !== null) closeSync(this.#port);
    this.#port = null;
  }
}
