/** When the nightly copy is due, and which copies are worth keeping. Moments are epoch ms. */
import { localDayOf, localPeriodOf } from '../local-days.ts';

/** Copies that are kept: the newest of each of the last so many days, weeks and months. */
export interface RetentionRule {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

interface Dated {
  readonly createdAt: number;
}

/** A copy's name says how it came to be. The schedule makes and drops these. */
export const nightlyReason = 'nightly';

/** Copies that the software makes before a step of its own. This many of each kind are kept. */
const asideReasons: readonly string[] = ['before-migration', 'before-restore'];
const keptAside = 3;

const dayMs = 86_400_000;

/**
 * The last moment at which the clocks of a zone showed a time of day. On the two days of a year on
 * which clocks are changed it may be an hour off.
 * @param minuteOfDay 0 to 1,439
 * @returns at most `now`
 */
export function lastTimeOfDay(now: number, minuteOfDay: number, timezone: string): number {
  const offsetMs = minuteOfDay * 60_000;
  const today = localDayOf(now, timezone);
  const at = today.fromAt + offsetMs;
  return at <= now ? at : localDayOf(today.fromAt - 1, timezone).fromAt + offsetMs;
}

/** The next moment at which the clocks show that time of day. */
export function nextTimeOfDay(now: number, minuteOfDay: number, timezone: string): number {
  const offsetMs = minuteOfDay * 60_000;
  const today = localDayOf(now, timezone);
  const at = today.fromAt + offsetMs;
  return at > now ? at : localDayOf(today.toAt, timezone).fromAt + offsetMs;
}

/**
 * Copies that the schedule may drop: nightly ones that no day, week or month needs, and all but the
 * newest of those made before a step of the software. A copy that a person made is never dropped.
 */
export function findSurplus<T extends Dated & { readonly reason: string }>(
  copies: readonly T[],
  rule: RetentionRule,
  timezone: string,
): T[] {
  const newestFirst = [...copies].sort((one, other) => other.createdAt - one.createdAt);
  const nightly = newestFirst.filter(({ reason }) => reason === nightlyReason);
  const kept = new Set<T>([
    ...newestOfEach(nightly, rule.daily, (at) => localDayOf(at, timezone).fromAt),
    ...newestOfEach(nightly, rule.weekly, (at) => weekOf(at, timezone)),
    ...newestOfEach(nightly, rule.monthly, (at) => localPeriodOf(at, 'month', timezone).fromAt),
  ]);
  return [
    ...nightly.filter((copy) => !kept.has(copy)),
    ...asideReasons.flatMap((reason) =>
      newestFirst.filter((copy) => copy.reason === reason).slice(keptAside),
    ),
  ];
}

/** @param newestFirst copies from new to old, so that the first one of a stretch is its newest */
function newestOfEach<T extends Dated>(
  newestFirst: readonly T[],
  count: number,
  stretchOf: (at: number) => number,
): T[] {
  const found = new Map<number, T>();
  for (const copy of newestFirst) {
    const stretch = stretchOf(copy.createdAt);
    if (!found.has(stretch)) found.set(stretch, copy);
  }
  return [...found.values()].slice(0, count);
}

/** A number that is the same from Monday to Sunday. */
export function weekOf(at: number, timezone: string): number {
  const { date } = localDayOf(at, timezone);
  // 1970-01-01 was a Thursday.
  return Math.floor((Date.parse(date) / dayMs + 3) / 7);
}
