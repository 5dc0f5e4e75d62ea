import { formatDateTime, formatTime } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

/** `20 Nov 2026 09:00–12:00`, with the day of the end where it is another. */
export function spanOf({ from, to }: { from: string; to: string }, language: Language): string {
  const [begins, ends] = [formatDateTime(from, language), formatDateTime(to, language)];
  const isOneDay = begins.slice(0, -5) === ends.slice(0, -5);
  return `${begins}–${isOneDay ? formatTime(to) : ends}`;
}
