/** The other end of a device's serial cable, as a terminal program has it. */
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import type { Subprocess } from 'bun';
import { readLines } from '../../../scripts/bench/lib/child-lines.ts';
import { waitFor } from '../wait-for.ts';

export class SerialLine {
  /** All that was heard so far. */
  readonly lines: string[] = [];
  readonly #path: string;
  /** Null while there is no port. */
  #port: number | null = null;
  #reader: Subprocess<'ignore', 'pipe', 'ignore'> | null = null;
  #isOver = false;
  #read = 0;

  constructor(path: string) {
    this.#path = path;
    void this.#listen();
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

  /** The next line that looks so, counted from the one that was expected last. */
  async expectLine(pattern: RegExp, timeoutMs = 5_000): Promise<string> {
    try {
      return await waitFor(`${pattern}`, () => this.#next(pattern), timeoutMs);
    } catch (error) {
      throw new Error(`${error}. Heard last:\n${this.lines.slice(-15).join('\n')}`);
    }
  }

  close(): void {
    this.#isOver = true;
    this.#reader?.kill();
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

  /** Opens the port again and again: that of a USB chip goes away with every restart. */
  async #listen(): Promise<void> {
    while (!this.#isOver) {
      const port = this.#open();
      if (port !== null) {
        await this.#readToEnd(port);
        closeSync(port);
      }
      await Bun.sleep(20);
    }
  }

  #open(): number | null {
    try {
      return openSync(this.#path, constants.O_RDWR | constants.O_NOCTTY);
    } catch {
      return null;
    }
  }

  async #readToEnd(port: number): Promise<void> {
    // A process of its own: a read that waits would keep this one from ending.
    this.#reader = Bun.spawn(['cat', this.#path], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
    });
    this.#port = port;
    for await (const line of readLines(this.#reader.stdout)) {
      this.lines.push(line.replace(/\r$/, ''));
    }
    this.#port = null;
    this.#reader = null;
  }
}
