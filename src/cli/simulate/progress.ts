import type { SimulationStats } from './simulation.ts';

/** Shows progress: one refreshed line on a terminal, a plain line now and then elsewhere. */
export class Progress {
  readonly #write: (text: string) => void;
  readonly #isTerminal: boolean;
  readonly #readStats: () => SimulationStats;
  #timer: Timer | null = null;
  #phase = '';

  /** @param isTerminal whether `write` writes to a terminal */
  constructor(
    write: (text: string) => void,
    isTerminal: boolean,
    readStats: () => SimulationStats,
  ) {
    this.#write = write;
    this.#isTerminal = isTerminal;
    this.#readStats = readStats;
  }

  /** @param phase what happens now, in a word or two */
  begin(phase: string): void {
    this.#phase = phase;
    this.#timer ??= setInterval(() => this.#show(), this.#isTerminal ? 250 : 10_000);
    this.#show();
  }

  /** Writes a line that stays. */
  say(text: string): void {
    this.#write(this.#isTerminal ? `\r\x1b[K${text}\n` : `${text}\n`);
  }

  end(): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#show();
    if (this.#isTerminal) this.#write('\n');
  }

  #show(): void {
    const line = `${this.#phase}: ${describeStats(this.#readStats())}`;
    this.#write(this.#isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
  }
}

function describeStats(stats: SimulationStats): string {
  const number = (value: number) => value.toLocaleString('en');
  const parts = [
    `${number(stats.online)}/${number(stats.devices)} online`,
    `${number(stats.beatsAcknowledged)} heartbeats`,
    `${number(stats.reportsAcknowledged)} reports`,
    `${number(stats.inOutage)} in an outage`,
    `${number(stats.errors + stats.drops)} errors`,
  ];
  if (stats.waitingReports > 0) parts.splice(3, 0, `${number(stats.waitingReports)} waiting`);
  return parts.join(' · ');
}
