import { readFileSync } from 'node:fs';
import type { Tick } from './scheduler.ts';

const hourMs = 3_600_000;
/** Less would say more of the start than of the hour. */
const shortestSpanMs = 300_000;
const sampleEveryMs = 60_000;

interface Sample {
  readonly monoMs: number;
  readonly bytes: number;
}

/** How much this process has written to the disk over the last hour: what an SD card wears by. */
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
   * @param clock the monotonic one, ms
   * @param read the bytes written since the process began; null: not known
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

  /** Null: not known, or not for long enough yet. */
  bytesPerHour(): number | null {
    const [first] = this.#samples;
    const bytes = this.#read();
    if (first === undefined || bytes === null) return null;
    const spanMs = this.#clock() - first.monoMs;
    if (spanMs < shortestSpanMs) return null;
    return Math.round(((bytes - first.bytes) * hourMs) / spanMs);
  }
}

/** What Linux counts (proc(5), /proc/pid/io); null on other systems, and where it may not be read. */
function readProcessWrites(): number | null {
  try {
    const [, bytes] = /^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? [];
    return bytes === undefined ? null : Number(bytes);
  } catch {
    return null;
  }
}
