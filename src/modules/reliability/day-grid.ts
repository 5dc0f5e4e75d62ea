import { type Period, splitByDay } from '../../domain/local-days.ts';

/** The local days of a period, numbered from 0, for sums over very many stretches of time. */
export class DayGrid {
  /** YYYY-MM-DD. */
  readonly dates: readonly string[];
  /** Of each day, and the end of the last. */
  readonly #starts: Float64Array;

  /** @param period whole local days */
  constructor(period: Period, timezone: string) {
    const days = [...splitByDay(period, timezone)];
    this.dates = days.map(({ date }) => date);
    this.#starts = Float64Array.from([...days.map(({ fromAt }) => fromAt), period.toAt]);
  }

  get length(): number {
    return this.dates.length;
  }

  day(index: number): Period {
    return { fromAt: this.#starts[index] ?? 0, toAt: this.#starts[index + 1] ?? 0 };
  }

  /** The day that a moment falls in; of another time, the day that is nearest. */
  indexOf(at: number): number {
    let from = 0;
    for (let to = this.length; to - from > 1; ) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) from = middle;
      else to = middle;
    }
    return from;
  }
}

/** How much of each day of a grid some stretches of time take, in ms. */
export class DaySums {
  readonly #grid: DayGrid;
  readonly #parts: Float64Array;
  /** By how much the number of stretches that take the whole day changes at each day. */
  readonly #steps: Int32Array;

  constructor(grid: DayGrid) {
    this.#grid = grid;
    this.#parts = new Float64Array(grid.length);
    this.#steps = new Int32Array(grid.length + 1);
  }

  /** @param stretch within the grid */
  add({ fromAt, toAt }: Period): void {
    const first = this.#grid.indexOf(fromAt);
    const last = this.#grid.indexOf(toAt - 1);
    if (first === last) {
      this.#addTo(first, toAt - fromAt);
      return;
    }
    this.#addTo(first, this.#grid.day(first).toAt - fromAt);
    this.#addTo(last, toAt - this.#grid.day(last).fromAt);
    this.#steps[first + 1] = (this.#steps[first + 1] ?? 0) + 1;
    this.#steps[last] = (this.#steps[last] ?? 0) - 1;
  }

  /** Of each day, in ms. */
  sums(): Float64Array {
    let whole = 0;
    return this.#parts.map((ms, index) => {
      whole += this.#steps[index] ?? 0;
      const { fromAt, toAt } = this.#grid.day(index);
      return ms + whole * (toAt - fromAt);
    });
  }

  #addTo(index: number, ms: number): void {
    this.#parts[index] = (this.#parts[index] ?? 0) + ms;
  }
}
