import type { Language } from './states.ts';

const words = {
  th: { under: 'ไม่ถึง 1 นาที', minutes: 'นาที', hours: 'ชม.' },
  en: { under: 'less than 1 min', minutes: 'min', hours: 'h' },
} as const;

/**
 * A duration in words: minutes below an hour, hours and minutes above. It counts whole minutes that have
 * passed, and rounds nothing up.
 * @param durationMs a negative one counts as none
 */
export function durationInWords(durationMs: number, language: Language): string {
  const { under, minutes, hours } = words[language];
  const total = Math.floor(Math.max(0, durationMs) / 60_000);
  if (total === 0) return under;
  if (total < 60) return `${total} ${minutes}`;
  const rest = total % 60;
  const whole = `${Math.floor(total / 60)} ${hours}`;
  return rest === 0 ? whole : `${whole} ${rest} ${minutes}`;
}

/**
 * The same of time without power, in a report, where there may be none: `0 min`. What a report gives is
 * rounded, and may lie a moment below its whole minute.
 */
export function lostTimeInWords(minutes: number, language: Language): string {
  if (minutes === 0) return `0 ${words[language].minutes}`;
  return durationInWords(Math.round(minutes * 60) * 1000, language);
}
