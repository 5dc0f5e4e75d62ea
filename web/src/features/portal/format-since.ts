import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatTime,
  type TimeInput,
  toEpochMs,
} from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

/** `14:05` of today, `20 พ.ย. 2569 14:05` of any other day, by the clock of the site. */
export function formatMoment(time: TimeInput, nowMs: number, language: Language): string {
  const isToday = formatDate(time, language) === formatDate(nowMs, language);
  return isToday ? formatTime(time) : formatDateTime(time, language);
}

/** How long since then, `42 นาที`; null while it is less than a minute. */
export function formatElapsed(time: TimeInput, nowMs: number, language: Language): string | null {
  const elapsedMs = nowMs - toEpochMs(time);
  return elapsedMs < 60_000 ? null : formatDuration(elapsedMs, language);
}
