import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/store/engine/open.ts';
import { openTestStore } from '../support/monitor.ts';
import type { Job, Outcome } from './jobs.ts';

class Racer {
  readonly #process: Bun.Subprocess<'pipe', 'pipe', 'inherit'>;
  readonly #lines: AsyncIterator<string>;

  constructor(path: string) {
    this.#process = Bun.spawn([process.execPath, join(import.meta.dir, 'racer.ts'), path], {
      cwd: join(import.meta.dir, '../..'),
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    });
    this.#lines = readLines(this.#process.stdout);
  }

  async readLine(): Promise<string> {
    const { done, value } = await this.#lines.next();
    if (done === true) throw new Error('a racer has ended before it was told to');
    return value;
  }

  send(jobs: readonly Job[]): void {
    this.#process.stdin.write(`${JSON.stringify(jobs)}\n`);
    this.#process.stdin.flush();
  }

  async end(): Promise<void> {
    await this.#process.stdin.end();
    await this.#process.exited;
  }
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Two processes on one database file, started off together again and again. */
export class Race {
  /** The test's own connection to the file, to prepare it and to look. */
  readonly store: Store;
  readonly #dir = mkdtempSync(join(tmpdir(), 'faiwatch-race-'));
  readonly #racers: readonly [Racer, Racer];

  constructor() {
    const path = join(this.#dir, 'faiwatch.db');
    this.store = openTestStore(path);
    this.#racers = [new Racer(path), new Racer(path)];
  }

  async ready(): Promise<void> {
    await Promise.all(this.#racers.map((racer) => racer.readLine()));
  }

  /** Both processes do their jobs at the same time. */
  async run(first: readonly Job[], second: readonly Job[]): Promise<[Outcome[], Outcome[]]> {
    const [a, b] = this.#racers;
    a.send(first);
    b.send(second);
    const [one, other] = await Promise.all([a.readLine(), b.readLine()]);
    return [JSON.parse(one), JSON.parse(other)];
  }

  async close(): Promise<void> {
    await Promise.all(this.#racers.map((racer) => racer.end()));
    this.store.close();
    rmSync(this.#dir, { recursive: true });
  }
}
