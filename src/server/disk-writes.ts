import { readFileSync } from 'node:fs';
import type { Tick } from '../domain/instant.ts';

const hourMs = 3_600_000;
const sampleEveryMs = 60_000;
/**
 * A shorter span is no measure of an hour: the start of the process, or a backup, weighs twelve times as
 * much in five minutes.
 */
const shortestSpanMs = hourMs - sampleEveryMs;

interface Sample {
  readonly monoMs: number;
  readonly bytes: number;
}

/** Bytes that this process has written in the last hour: an SD card wears by them. */
export class DiskWrites {
  /** To be given to the scheduler. */
  readonly tick: Tick = {
    name: 'disk-writes',
    everyMs: sampleEveryMs,
    run: () => this.sample(),
  };
  readonly #clock: () => number;
  readonly #read: () => number | null;
  #samples: Sample[] = [];

  /**
   * @param clock monotonic ms
   * @param read gives the bytes written since the process began. Null: not known
   */
  constructor(clock: () => number, read: () => number | null = readProcessWrites) {
    this.#clock = clock;
    this.#read = read;
    this.sample();
  }

  sample(): void {
    const bytes = this.#read();
    if (bytes === null) return;
    const monoMs = this.#clock();
    this.#samples = this.#samples.filter((sample) => monoMs - sample.monoMs <= hourMs);
    this.#samples.push({ monoMs, bytes });
  }

  /** Null: not known, or not measured for long enough yet. */
  bytesPerHour(): number | null {
    const [first] = this.#samples;
    const bytes = this.#read();
    if (first === undefined || bytes === null) return null;
    const spanMs = this.#clock() - first.monoMs;
    if (spanMs < shortestSpanMs) return null;
    return Math.round(((bytes - first.bytes) * hourMs) / spanMs);
  }
}

/** Linux' count (proc(5), /proc/pid/io). Null: another system, or not readable. */
function readProcessWrites(): number | null {
  try {
    const [, bytes] = /^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? [];
    return bytes === undefined ? null : Number(bytes);
  } catch {
    return null;
  }
}
