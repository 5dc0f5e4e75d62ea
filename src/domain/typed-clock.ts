/** Days and times of day as people write them, in files and in fields. */

const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;
const dayFirst = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/;
const timeOfDay = /^(?<hour>\d{1,2})[:.](?<minute>\d{2})(:\d{2})?$/;

/** Nobody plans so far ahead: it is a year of the Buddhist era. */
const buddhistFrom = 2400;
const buddhistAhead = 543;

/** `2026-12-31` of `2026-12-31`, `31/12/2026` and `31.12.2569`; null where no such day exists. */
export function readDate(text: string): string | null {
  const { year, month, day } = (yearFirst.exec(text) ?? dayFirst.exec(text))?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  const gregorian = Number(year) - (Number(year) < buddhistFrom ? 0 : buddhistAhead);
  const date = [
    String(gregorian).padStart(4, '0'),
    month.padStart(2, '0'),
    day.padStart(2, '0'),
  ].join('-');
  const at = Date.parse(date);
  // Some engines take 31 April for 1 May.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : null;
}

/** `31/12/2569`, and `31/12/2026` where years are not Buddhist ones. */
export function writeDate(date: string, isBuddhist: boolean): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return [day, month, Number(year) + (isBuddhist ? buddhistAhead : 0)].join('/');
}

/** `09:00` of `9:00`, `9.00` and `09:00:30`; null where no clock shows it. */
export function readTimeOfDay(text: string): string | null {
  const { hour, minute } = timeOfDay.exec(text)?.groups ?? {};
  if (hour === undefined || minute === undefined) return null;
  return Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null;
}
