/** How long programs of this machine waited for it: what is measured on a busy one is slower by as much. */
import { existsSync, readFileSync } from 'node:fs';
import type { Span } from './fleet.ts';

const lookEveryMs = 100;
const resources = ['cpu', 'io'] as const;

export class Slowness {
  readonly #samples: { readonly at: number; readonly waitedMs: number }[] = [];
  readonly #timer: Timer;

  constructor() {
    this.#look();
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** How much of that time some program was ready to run, and was not let, or waited for the disk; in ms. */
  waitedMs({ from, to }: Span): number {
    this.#look();
    const before = this.#samples.findLast(({ at }) => at <= from) ?? this.#samples[0];
    const after = this.#samples.find(({ at }) => at >= to) ?? this.#samples.at(-1);
    return (after?.waitedMs ?? 0) - (before?.waitedMs ?? 0);
  }

  #look(): void {
    this.#samples.push({ at: Date.now(), waitedMs: readWaitedMs() });
  }
}

/** Since the machine began. A kernel that does not count it says that nobody waited. */
function readWaitedMs(): number {
  const paths = resources.map((resource) => `/proc/pressure/${resource}`).filter(existsSync);
  const totals = paths.map((path) => /^some .*total=(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1]);
  return totals.reduce((sum, total) => sum + Number(total ?? 0) / 1_000, 0);
}
