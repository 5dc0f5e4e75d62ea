/** Dates of the calendar, YYYY-MM-DD, which order themselves as text; no zone and no clock. */
import type { LocalDates } from './local-days.ts';

const dayMs = 86_400_000;

/** `2026-11`, of a date. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** @param month `2026-11` */
export function datesOfMonth(month: string): LocalDates {
  return { first: `${month}-01`, last: addDays(`${addMonths(month, 1)}-01`, -1) };
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

/** @param month `2026-11` */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

export function countDays({ first, last }: LocalDates): number {
  return 1 + (Date.parse(last) - Date.parse(first)) / dayMs;
}

/** The week of a date, from Sunday on. */
export function weekOf(date: string): LocalDates {
  const first = addDays(date, -new Date(date).getUTCDay());
  return { first, last: addDays(first, 6) };
}

/** The number of whole months; 0: they are no whole months. */
export function wholeMonths({ first, last }: LocalDates): number {
  if (!first.endsWith('-01') || !addDays(last, 1).endsWith('-01')) return 0;
  const [from = 0, to = 0] = [first, addDays(last, 1)].map(
    (date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)),
  );
  return to - from;
}

/** As many months, or days, right before or after these. */
export function stepDates(dates: LocalDates, direction: 1 | -1): LocalDates {
  const months = wholeMonths(dates);
  if (months > 0) {
    const first = addMonths(monthOf(dates.first), direction * months);
    return {
      first: datesOfMonth(first).first,
      last: datesOfMonth(addMonths(first, months - 1)).last,
    };
  }
  const days = countDays(dates);
  return {
    first: addDays(dates.first, direction * days),
    last: addDays(dates.last, direction * days),
  };
}
