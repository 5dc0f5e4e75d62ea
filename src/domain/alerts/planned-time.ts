/** Times in which power is planned to be off: an owner's own maintenance, or announced outages. */
import { momentOf, type Period, shownAt } from '../local-days.ts';

/**
 * `maintenance`: nobody is told of a loss before it ends.
 * `announced`: a loss is told, with the word that it was announced.
 */
export const plannedKinds = ['maintenance', 'announced'] as const;
export type PlannedKind = (typeof plannedKinds)[number];

export interface PlannedTime {
  readonly kind: PlannedKind;
  /** Epoch ms; of the first occurrence. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Whether the time is repeated each week, at the same time of day in the installation's zone. */
  readonly isWeekly: boolean;
  /** When it was taken back: what would come later does not count. Null: it was not. */
  readonly endedAt: number | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** When people are told of an outage that is announced for the next day. */
const tellHour = 18;

/**
 * When people are told of an announced outage, epoch ms: on the evening before, or now if that is over.
 * @param timezone IANA name
 */
export function tellAtOf(startsAt: number, now: number, timezone: string): number {
  const day = Math.floor(shownAt(startsAt, timezone) / dayMs) * dayMs;
  return Math.max(now, momentOf(day - dayMs + tellHour * hourMs, timezone));
}

/** The most characters of a note. */
export const longestNote = 200;

/** Words of somebody else's program about an outage, as a note: one line, without what rewrites a line. */
export function noteOf(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return [...plain].slice(0, longestNote).join('');
}

/**
 * When a planned time takes place within a period, in order; also what reaches into it.
 * @param timezone IANA name
 */
export function* occurrencesIn(
  planned: PlannedTime,
  period: Period,
  timezone: string,
): Generator<Period> {
  const until = Math.min(period.toAt, planned.endedAt ?? Number.POSITIVE_INFINITY);
  if (!planned.isWeekly) {
    const { startsAt: fromAt, endsAt } = planned;
    const toAt = Math.min(endsAt, planned.endedAt ?? endsAt);
    if (fromAt < until && toAt > period.fromAt) yield { fromAt, toAt };
    return;
  }
  const shown = {
    fromAt: shownAt(planned.startsAt, timezone),
    toAt: shownAt(planned.endsAt, timezone),
  };
  const weeksBefore = Math.floor((period.fromAt - planned.endsAt) / weekMs) - 1;
  for (let week = Math.max(0, weeksBefore); ; week += 1) {
    const fromAt = week === 0 ? planned.startsAt : momentOf(shown.fromAt + week * weekMs, timezone);
    if (fromAt >= until) return;
    const wholeTo = week === 0 ? planned.endsAt : momentOf(shown.toAt + week * weekMs, timezone);
    const toAt = Math.min(wholeTo, planned.endedAt ?? wholeTo);
    if (toAt > period.fromAt) yield { fromAt, toAt };
  }
}

/** The planned time of a kind that a moment falls in; of several, the one that ends last. */
export function plannedAt(
  planned: readonly PlannedTime[],
  kind: PlannedKind,
  at: number,
  timezone: string,
): Period | null {
  const found = planned
    .filter((time) => time.kind === kind)
    .flatMap((time) => [...occurrencesIn(time, { fromAt: at, toAt: at + 1 }, timezone)]);
  return found.toSorted((a, b) => b.toAt - a.toAt)[0] ?? null;
}

/** Planned times that follow one another without a pause; more of them nobody plans. */
const mostInRow = 20;

/** When the maintenance ends that a moment falls in, one time after the other. Null: it falls in none. */
export function maintenanceUntil(
  planned: readonly PlannedTime[],
  at: number,
  timezone: string,
): number | null {
  let until: number | null = null;
  for (let count = 0; count < mostInRow; count += 1) {
    const period = plannedAt(planned, 'maintenance', until ?? at, timezone);
    if (period === null) break;
    until = period.toAt;
  }
  return until;
}
