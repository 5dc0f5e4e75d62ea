/** When a backup that is there goes, so that somebody whose data it holds can be told. */
import { localDayOf, localPeriodOf } from '../local-days.ts';
import { nextTimeOfDay, nightlyReason, type RetentionRule, weekOf } from './backup-plan.ts';

interface Copy {
  readonly createdAt: number;
  readonly reason: string;
}

export interface BackupPlan {
  readonly retention: RetentionRule;
  /** When the nightly copy is made: minutes after midnight; null: never. */
  readonly minuteOfDay: number | null;
  /** IANA name. */
  readonly timezone: string;
}

/** A copy with the numbers of the day, week and month it was made in. */
interface Placed<T> {
  readonly copy: T | null;
  readonly day: number;
  readonly week: number;
  readonly month: number;
}

/** More nights than any rule keeps a copy; so far is looked ahead. */
const mostNights = 4_000;

/**
 * When each copy goes, if one is made every night from now on.
 * @returns epoch ms. Null: it does not go by itself, or nobody can say when
 */
export function findEnds<T extends Copy>(
  copies: readonly T[],
  { retention, minuteOfDay, timezone }: BackupPlan,
  nowMs: number,
): Map<T, number | null> {
  const ends = new Map<T, number | null>(copies.map((copy) => [copy, null]));
  if (minuteOfDay === null) return ends;
  const place = (copy: T | null, at: number): Placed<T> => ({
    copy,
    day: localDayOf(at, timezone).fromAt,
    week: weekOf(at, timezone),
    month: localPeriodOf(at, 'month', timezone).fromAt,
  });
  let kept = copies
    .filter(({ reason }) => reason === nightlyReason)
    .sort((one, other) => other.createdAt - one.createdAt)
    .map((copy) => place(copy, copy.createdAt));
  let at = nowMs;
  for (let night = 0; night < mostNights && kept.some(({ copy }) => copy !== null); night += 1) {
    at = nextTimeOfDay(at, minuteOfDay, timezone);
    const all = [place(null, at), ...kept];
    const stays = new Set([
      ...newestOfEach(all, retention.daily, 'day'),
      ...newestOfEach(all, retention.weekly, 'week'),
      ...newestOfEach(all, retention.monthly, 'month'),
    ]);
    kept = all.filter((one) => stays.has(one));
    for (const one of all) if (one.copy !== null && !stays.has(one)) ends.set(one.copy, at);
  }
  return ends;
}

function newestOfEach<T>(
  newestFirst: readonly Placed<T>[],
  count: number,
  stretch: 'day' | 'week' | 'month',
): Placed<T>[] {
  const found = new Map<number, Placed<T>>();
  for (const one of newestFirst) if (!found.has(one[stretch])) found.set(one[stretch], one);
  return [...found.values()].slice(0, count);
}
