import {
  clockAt,
  formatDateTime,
  formatDay,
  formatDuration,
  formatLasting,
  formatTime,
  type TimeInput,
  toEpochMs,
} from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';
import type { SitePower } from './site-state.ts';

/** `14:05` of today, `20 พ.ย. 14:05` of this year, `20 พ.ย. 2568 14:05` of another, by the clock of the site. */
export function formatMoment(time: TimeInput, nowMs: number, language: Language): string {
  const at = clockAt(time);
  const now = clockAt(nowMs);
  if (at.slice(0, 10) === now.slice(0, 10)) return formatTime(time);
  if (at.slice(0, 4) !== now.slice(0, 4)) return formatDateTime(time, language);
  return `${formatDay(time, language)} ${formatTime(time)}`;
}

/**
 * How long it has been so, `42 นาที`; null while it is less than a minute. An outage in hours and minutes
 * however long it lasts, as everywhere; power in days from a day on.
 */
export function formatElapsed(
  power: SitePower,
  since: TimeInput,
  nowMs: number,
  language: Language,
): string | null {
  const elapsedMs = nowMs - toEpochMs(since);
  if (elapsedMs < 60_000) return null;
  return power === 'up' ? formatLasting(elapsedMs, language) : formatDuration(elapsedMs, language);
}
