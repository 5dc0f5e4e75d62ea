import type { Language } from './language.ts';

const locales: Record<Language, string> = { th: 'th-TH', en: 'en-GB' };

/** `02:10`; always the clock of the site, Asia/Bangkok, wherever the reader is. */
export function formatTime(epochMs: number, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Bangkok',
  }).format(epochMs);
}

/** `42 min` under an hour, `2 h 5 min` from then on, in the language's own short words. */
export function formatDuration(durationMs: number, language: Language): string {
  const minutes = Math.round(durationMs / 60_000);
  const hours = Math.floor(minutes / 60);
  const parts = [];
  if (hours > 0) parts.push(formatUnit(hours, 'hour', language));
  if (minutes % 60 > 0 || hours === 0) parts.push(formatUnit(minutes % 60, 'minute', language));
  return parts.join(' ');
}

function formatUnit(count: number, unit: 'hour' | 'minute', language: Language): string {
  return new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
  }).format(count);
}

/** `฿1,200`: whole baht, as prices are kept. */
export function formatBaht(baht: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'THB',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(baht);
}
