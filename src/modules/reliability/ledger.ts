/**
 * The interruptions of many sites in some periods, and day by day. Time and numbers are those of the outage
 * report: `drawTimeline` says what is known of each moment, and an outage counts where the report counts it.
 */
import {
  type DeviceHistory,
  drawTimeline,
  endOf,
  inOrder,
  isObserved,
  isPowerOutage,
  type RecordedOutage,
} from '../../domain/fleet/device-timeline.ts';
import { beganIn } from '../../domain/fleet/outage-report.ts';
import type { Period } from '../../domain/local-days.ts';
import type { Steps } from '../../domain/steps.ts';
import { type DayGrid, DaySums } from './day-grid.ts';

/** What lasts no longer is a momentary interruption (IEEE 1366), in ms. */
const momentaryMs = 5 * 60_000;

/** A power outage of one site that began in a period or reaches into it. */
interface Interruption {
  /** The day of the grid on which it began; the first day of the grid for what began earlier. */
  readonly day: number;
  readonly isSustained: boolean;
  readonly isPlanned: boolean;
  /** It began in the period, and counts there. */
  readonly isNew: boolean;
  /** Its time within the period. */
  readonly ms: number;
}

/** One site in one period. */
export interface SiteRecord<S> {
  readonly site: S;
  /** Time for which it is known how it was. */
  readonly observedMs: number;
  readonly interruptions: readonly Interruption[];
}

/** All sites together, of each day of the grid. Interruptions are sustained ones that were not planned. */
export interface DailyRecord {
  readonly observedMs: Float64Array;
  /** Their time on the day. */
  readonly lostMs: Float64Array;
  /** How many began on the day. */
  readonly cuts: Float64Array;
  /** All the time of those that began on the day, on whichever days. */
  readonly begunMs: Float64Array;
}

/** After this many outages other work is served. */
const outagesPerStep = 1_000;

export class Ledger<S> {
  readonly #periods: readonly Period[];
  readonly #range: Period;
  readonly #grid: DayGrid;
  readonly #records: SiteRecord<S>[][];
  readonly #observed: DaySums;
  readonly #lost: DaySums;
  readonly #cuts: Float64Array;
  readonly #begun: Float64Array;

  /** @param periods within the days of the grid */
  constructor(grid: DayGrid, periods: readonly Period[]) {
    this.#grid = grid;
    this.#periods = periods;
    this.#range = { fromAt: grid.day(0).fromAt, toAt: grid.day(grid.length - 1).toAt };
    this.#records = periods.map(() => []);
    this.#observed = new DaySums(grid);
    this.#lost = new DaySums(grid);
    this.#cuts = new Float64Array(grid.length);
    this.#begun = new Float64Array(grid.length);
  }

  /** @param isPlanned whether an outage began while power was planned to be off */
  *add<O extends RecordedOutage>(
    site: S,
    history: DeviceHistory<O>,
    isPlanned: (outage: O) => boolean,
  ): Steps<void> {
    const observedMs = this.#periods.map(() => 0);
    const lost = new Map<O, Period[]>();
    for (const { state, outage, ...span } of yield* drawTimeline(history, this.#range)) {
      if (!isObserved(state)) continue;
      this.#observed.add(span);
      for (const [index, period] of this.#periods.entries()) {
        observedMs[index] = (observedMs[index] ?? 0) + overlapOf(span, period);
      }
      if (outage === null || !isPowerOutage(outage)) continue;
      const known = lost.get(outage);
      if (known === undefined) lost.set(outage, [span]);
      else known.push(span);
    }
    const found: Interruption[][] = this.#periods.map(() => []);
    let unseen = outagesPerStep;
    for (const outage of inOrder(history.outages)) {
      unseen -= 1;
      if (unseen <= 0) {
        unseen = outagesPerStep;
        yield;
      }
      if (!isPowerOutage(outage)) continue;
      const spans = lost.get(outage) ?? [];
      if (spans.length === 0 && !beganIn(outage, history, this.#range)) continue;
      const isSustained = Math.min(endOf(outage), history.knownTo) - outage.downAt > momentaryMs;
      const common = {
        day: this.#grid.indexOf(outage.downAt),
        isSustained,
        isPlanned: isPlanned(outage),
      };
      if (isSustained && !common.isPlanned) this.#addToDays(outage, history, common.day, spans);
      for (const [index, period] of this.#periods.entries()) {
        const ms = spans.reduce((sum, span) => sum + overlapOf(span, period), 0);
        const isNew = beganIn(outage, history, period);
        if (isNew || ms > 0) found[index]?.push({ ...common, isNew, ms });
      }
    }
    for (const [index, records] of this.#records.entries()) {
      const interruptions = found[index] ?? [];
      records.push({ site, observedMs: observedMs[index] ?? 0, interruptions });
    }
  }

  #addToDays<O extends RecordedOutage>(
    outage: O,
    history: DeviceHistory<O>,
    day: number,
    spans: readonly Period[],
  ): void {
    for (const span of spans) this.#lost.add(span);
    if (!beganIn(outage, history, this.#range)) return;
    const ms = spans.reduce((sum, { fromAt, toAt }) => sum + toAt - fromAt, 0);
    this.#cuts[day] = (this.#cuts[day] ?? 0) + 1;
    this.#begun[day] = (this.#begun[day] ?? 0) + ms;
  }

  /** Every site that was added, for each of the periods. */
  get records(): readonly (readonly SiteRecord<S>[])[] {
    return this.#records;
  }

  daily(): DailyRecord {
    return {
      observedMs: this.#observed.sums(),
      lostMs: this.#lost.sums(),
      cuts: this.#cuts,
      begunMs: this.#begun,
    };
  }
}

function overlapOf(one: Period, other: Period): number {
  return Math.max(0, Math.min(one.toAt, other.toAt) - Math.max(one.fromAt, other.fromAt));
}
