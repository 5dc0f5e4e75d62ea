import { listAgoForms, listShortMonths, listShortUnits } from '../intl-words.ts' with {
  type: 'macro',
};
import type { Language } from './language.ts';

/** The clocks that all times are shown by, wherever the reader is: those of the sites. */
export const shownTimezone = 'Asia/Bangkok';

/** Making one of these is slow, and a table formats hundreds of values. */
const formatters = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

const locales: Record<Language, string> = { th: 'th-TH', en: 'en-GB' };

function dateFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const key = `${language}${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known instanceof Intl.DateTimeFormat) return known;
  const made = new Intl.DateTimeFormat(locales[language], { timeZone: shownTimezone, ...options });
  formatters.set(key, made);
  return made;
}

function numberFormat(language: Language, options: Intl.NumberFormatOptions = {}) {
  const key = `${language}${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known instanceof Intl.NumberFormat) return known;
  const made = new Intl.NumberFormat(locales[language], options);
  formatters.set(key, made);
  return made;
}

/** ISO 8601 as the API gives it, or epoch milliseconds. */
export type TimeInput = string | number;

export function toEpochMs(time: TimeInput): number {
  return typeof time === 'number' ? time : Date.parse(time);
}

/** Bangkok's clock is that far ahead of UTC all year, and has been since 1920. */
const bangkokOffsetMs = 7 * 3_600_000;

/** `2026-11-20T02:10`: a day and a time, as fields of forms have them. */
export function clockAt(time: TimeInput): string {
  return new Date(toEpochMs(time) + bangkokOffsetMs).toISOString().slice(0, 16);
}

/** When the clocks show this; epoch ms. */
export function momentOnClock(clock: string): number {
  return Date.parse(`${clock}Z`) - bangkokOffsetMs;
}

/** `02:10`. By arithmetic: a formatter of Intl takes a slow phone longer than drawing the front page. */
export function formatTime(time: TimeInput): string {
  return clockAt(time).slice(11);
}

const shortMonths: Record<Language, readonly string[]> = {
  th: listShortMonths('th'),
  en: listShortMonths('en'),
};
const buddhistYears = 543;

/** `20 Nov 2026`: the year is the Buddhist one in Thai. */
export function formatDate(time: TimeInput, language: Language): string {
  const year = new Date(toEpochMs(time) + bangkokOffsetMs).getUTCFullYear();
  return `${formatDay(time, language)} ${language === 'th' ? year + buddhistYears : year}`;
}

/** `20 Nov`: where the year is plain from elsewhere. */
export function formatDay(time: TimeInput, language: Language): string {
  const shown = new Date(toEpochMs(time) + bangkokOffsetMs);
  return `${shown.getUTCDate()} ${shortMonths[language][shown.getUTCMonth()]}`;
}

/** `Nov 2026`; `November 2026` */
export function formatMonth(
  time: TimeInput,
  language: Language,
  month: 'short' | 'long' = 'short',
): string {
  return dateFormat(language, { month, year: 'numeric' }).format(toEpochMs(time));
}

/** `2026` */
export function formatYear(time: TimeInput, language: Language): string {
  return dateFormat(language, { year: 'numeric' }).format(toEpochMs(time));
}

/** `S`, `M`, `T` …: the first letters of the days of the week, from Sunday on. */
export function weekdayLetters(language: Language): { short: string; long: string }[] {
  const sunday = Date.parse('2026-11-01T12:00:00+07:00');
  return Array.from({ length: 7 }, (_, day) => {
    const at = sunday + day * 86_400_000;
    return {
      short: dateFormat(language, { weekday: 'narrow' }).format(at),
      long: dateFormat(language, { weekday: 'long' }).format(at),
    };
  });
}

/** `20 Nov 2026 02:10` */
export function formatDateTime(time: TimeInput, language: Language): string {
  return `${formatDate(time, language)} ${formatTime(time)}`;
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

/** `4 days 23 h`: to the nearest hour. */
function formatLongDuration(durationMs: number, language: Language): string {
  const hours = Math.round(durationMs / 3_600_000);
  const parts = [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0);
  return shown.map(([count, unit]) => formatUnit(count, unit, language)).join(' ');
}

/** As `formatDuration` under a day, days and hours from then on: what people say of a state. */
export function formatLasting(durationMs: number, language: Language): string {
  const format = durationMs < 86_400_000 ? formatDuration : formatLongDuration;
  return format(durationMs, language);
}

/** `45 s`, `1 min 30 s`, `1 h`: for settings, where every second counts. */
export function formatSeconds(seconds: number, language: Language): string {
  const parts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0);
  if (shown.length === 0) return formatUnit(0, 'second', language);
  return shown.map(([count, unit]) => formatUnit(count, unit, language)).join(' ');
}

/** The English ones as messages and documents have them; Intl would say `hrs` and `mins`. */
const shortUnits = {
  en: { day: 'days', hour: 'h', minute: 'min', second: 's' },
  th: listShortUnits('th'),
};

function formatUnit(
  count: number,
  unit: 'day' | 'hour' | 'minute' | 'second',
  language: Language,
): string {
  const isOneDay = language === 'en' && unit === 'day' && count === 1;
  return `${formatNumber(count, language)} ${isOneDay ? 'day' : shortUnits[language][unit]}`;
}

const agoForms = { th: listAgoForms('th'), en: listAgoForms('en') };

const agoUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * `3 minutes ago`, `in 2 days`; null within a minute of now, for which the page has a word of its own.
 */
export function formatAgo(time: TimeInput, nowMs: number, language: Language): string | null {
  const distanceMs = toEpochMs(time) - nowMs;
  const [unit, unitMs] = agoUnits.find(([, ms]) => Math.abs(distanceMs) >= ms) ?? [];
  if (unit === undefined || unitMs === undefined) return null;
  const count = Math.trunc(Math.abs(distanceMs) / unitMs);
  const [one, other] = agoForms[language][unit][distanceMs < 0 ? 'past' : 'future'];
  return (count === 1 ? one : other).replace('{n}', formatNumber(count, language));
}

/** `1,234`, `0.5` */
export function formatNumber(value: number, language: Language, maximumFractionDigits = 1): string {
  // Most are counts of a few.
  if (Number.isInteger(value) && Math.abs(value) < 1_000) return String(value);
  return numberFormat(language, { maximumFractionDigits }).format(value);
}

/** `99.98%`, from 99.98. */
export function formatPercent(value: number, language: Language): string {
  const options = { style: 'percent', maximumFractionDigits: 2 } as const;
  return numberFormat(language, options).format(value / 100);
}

/**
 * `฿1,200`: whole baht, as prices are kept; the same in both languages. By hand, since it stands on the
 * front page, and a slow phone takes longer to make a formatter of Intl than to draw all prices.
 */
export function formatBaht(baht: number): string {
  return `฿${Math.round(baht)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')}`;
}

/** E.164 as people in Thailand write it: `081-234-5678`, `02-123-4567`; other countries as they are. */
export function formatPhone(e164: string): string {
  const national = /^\+66([\d*]{8,9})$/.exec(e164)?.[1];
  if (national === undefined) return e164;
  const digits = `0${national}`;
  // Mobile phones have ten digits; of landlines, Bangkok's area code has two and all others three.
  const areaLength = digits.length === 10 || !digits.startsWith('02') ? 3 : 2;
  return [digits.slice(0, areaLength), digits.slice(areaLength, -4), digits.slice(-4)].join('-');
}

/**
 * `7q4kd9m2xpc3r8tvwyz6` → `7Q4KD-9M2XP-C3R8T-VWYZ6`: capitals in groups of five, whole, in part or
 * with stars for what is hidden.
 */
export function formatKeyCode(code: string): string {
  const compact = code.toUpperCase().replace(/[^0-9A-Z*]/g, '');
  return compact.match(/.{1,5}/g)?.join('-') ?? '';
}

/** The date that the clocks of a zone show. */
export function isoDateIn(timeZone: string, nowMs: number): string {
  // The English of Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('en-SE', { timeZone, dateStyle: 'short' }).format(nowMs);
}

/** With its day once that was more than a day ago. */
export function formatSince(time: string, language: Language): string {
  const isLongAgo = Date.now() - Date.parse(time) > 86_400_000;
  return isLongAgo ? `${formatDay(time, language)} ${formatTime(time)}` : formatTime(time);
}
