/** The hours in which a contact is not to be disturbed, by the clocks of the installation. */
import { momentOf, type Period, shownAt } from '../local-days.ts';
import type { OutageKind } from '../states.ts';

export interface QuietHours {
  /** Minutes after midnight. A `to` before `from` is on the next day. The two always differ. */
  readonly from: number;
  readonly to: number;
  /** Kinds that are told all the same. */
  readonly wakes: readonly OutageKind[];
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * The quiet hours that a moment falls in; null: it falls in none.
 * @param at epoch ms
 * @param timezone IANA name
 */
export function quietPeriodOf(
  { from, to }: Pick<QuietHours, 'from' | 'to'>,
  at: number,
  timezone: string,
): Period | null {
  const today = Math.floor(shownAt(at, timezone) / dayMs) * dayMs;
  const lastMinute = to > from ? to : to + dayMs / minuteMs;
  for (const day of [today - dayMs, today]) {
    const fromAt = momentOf(day + from * minuteMs, timezone);
    const toAt = momentOf(day + lastMinute * minuteMs, timezone);
    if (fromAt <= at && at < toAt) return { fromAt, toAt };
  }
  return null;
}

/** The moment until which a contact is not told of this; null: they may be told at once. */
export function quietUntil(
  hours: QuietHours | null,
  kind: OutageKind,
  at: number,
  timezone: string,
): number | null {
  if (hours === null || hours.wakes.includes(kind)) return null;
  return quietPeriodOf(hours, at, timezone)?.toAt ?? null;
}
