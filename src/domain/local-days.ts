/**
 * Days, months and years by the clocks of a time zone. Zones are IANA names, moments epoch ms.
 *
 * Intl knows the zones. A table for each year answers for days, since reports ask for many; Temporal
 * takes ten times as long for each.
 */

/** A stretch of time in epoch ms; the end is not part of it. */
export interface Period {
  readonly fromAt: number;
  readonly toAt: number;
}

/** A calendar day: 23, 24 or 25 hours long, or longer or shorter where a zone has changed more. */
interface LocalDay extends Period {
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** Calendar days in a row, the last one included. */
export interface LocalDates {
  /** YYYY-MM-DD. */
  readonly first: string;
  readonly last: string;
}

const dayMs = 86_400_000;

/** The calendar day, month or year that `now` falls in. */
export function localPeriodOf(
  now: number,
  unit: 'day' | 'month' | 'year',
  timezone: string,
): Period {
  const { year = 0, month = 1, day = 1 } = localParts(now, timezone);
  const starts = {
    day: [Date.UTC(year, month - 1, day), Date.UTC(year, month - 1, day + 1)],
    month: [Date.UTC(year, month - 1), Date.UTC(year, month)],
    year: [Date.UTC(year, 0), Date.UTC(year + 1, 0)],
  } as const;
  const [first, next] = starts[unit];
  return { fromAt: momentOf(first, timezone), toAt: momentOf(next, timezone) };
}

/** From the beginning of the first day to the end of the last. */
export function periodOfDates({ first, last }: LocalDates, timezone: string): Period {
  return {
    fromAt: momentOf(Date.parse(first), timezone),
    toAt: momentOf(Date.parse(last) + dayMs, timezone),
  };
}

/** The days a period touches; it must not be empty. */
export function datesOf({ fromAt, toAt }: Period, timezone: string): LocalDates {
  return {
    first: localDayOf(fromAt, timezone).date,
    last: localDayOf(toAt - 1, timezone).date,
  };
}

/** Joins dates that overlap or follow each other; in order. */
export function joinDates(dates: readonly LocalDates[]): LocalDates[] {
  const joined: LocalDates[] = [];
  for (const next of dates.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = joined.at(-1);
    if (before === undefined || Date.parse(next.first) > Date.parse(before.last) + dayMs) {
      joined.push(next);
    } else if (next.last > before.last) {
      joined[joined.length - 1] = { ...before, last: next.last };
    }
  }
  return joined;
}

/** The local time of a zone at a moment, as the moment at which clocks would show it in UTC. */
export function shownAt(at: number, timezone: string): number {
  return at + offsetAt(at, timezone);
}

/** A time of day as clocks show it: `22:00`. @param minuteOfDay after midnight */
export function timeOfDayText(minuteOfDay: number): string {
  const parts = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * When the clocks of a zone next show a time of day, later than `after`.
 * @param minuteOfDay after midnight
 */
export function nextTimeOfDay(minuteOfDay: number, after: number, timezone: string): number {
  const today = Math.floor(shownAt(after, timezone) / dayMs) * dayMs + minuteOfDay * 60_000;
  const times = [today, today + dayMs, today + 2 * dayMs].map((at) => momentOf(at, timezone));
  return times.find((at) => at > after) ?? after + dayMs;
}

/** A moment as the clocks of a zone show it: ISO 8601 with their offset, to the second. */
export function localTimeText(at: number, timezone: string): string {
  const offset = offsetAt(at, timezone);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const parts = [Math.floor(minutes / 60), minutes % 60];
  const sign = offset < 0 ? '-' : '+';
  const clock = new Date(at + offset).toISOString().slice(0, 19);
  return `${clock}${sign}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/** @param asUtc midnight of the date in UTC */
function dateText(asUtc: number): string {
  return new Date(asUtc).toISOString().slice(0, 10);
}

/** The day a moment falls in. */
export function localDayOf(at: number, timezone: string): LocalDay {
  const year = new Date(at).getUTCFullYear();
  let days = daysOfYear(year, timezone);
  if (at < days.fromAt) days = daysOfYear(year - 1, timezone);
  else if (at >= days.toAt) days = daysOfYear(year + 1, timezone);
  return days.find(at);
}

/** Cuts a period at every local midnight, in order; an empty one has no parts. */
export function* splitByDay({ fromAt, toAt }: Period, timezone: string): Generator<LocalDay> {
  for (let at = fromAt; at < toAt; ) {
    const day = localDayOf(at, timezone);
    const end = Math.min(day.toAt, toAt);
    yield { date: day.date, fromAt: at, toAt: end };
    at = end;
  }
}

/** Each takes some 50 kB, and calendars of other people name zones. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 50;

/** The local time of a zone at a moment: year, month (1–12), day, hour, minute, second. */
export function localParts(at: number, timezone: string): Record<string, number> {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (formats.size >= mostFormats) formats.clear();
    formats.set(timezone, format);
  }
  return Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
}

/**
 * The offset of clocks from UTC on a day of UTC, in ms, by zone and day. Null: it changes on the day. To ask
 * the system takes long, and days repeat.
 */
const offsets = new Map<string, number | null>();
const mostOffsets = 10_000;

/** The offset of the zone's clocks from UTC at a moment, in ms. */
function offsetAt(at: number, timezone: string): number {
  const day = Math.floor(at / dayMs);
  const key = `${timezone} ${day}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    // No zone sets its clocks and takes that back on the same day.
    const first = offsetNow(day * dayMs, timezone);
    offset = first === offsetNow((day + 1) * dayMs, timezone) ? first : null;
    if (offsets.size >= mostOffsets) offsets.clear();
    offsets.set(key, offset);
  }
  return offset ?? offsetNow(at, timezone);
}

function offsetNow(at: number, timezone: string): number {
  const {
    year = 0,
    month = 1,
    day = 1,
    hour = 0,
    minute = 0,
    second = 0,
  } = localParts(at, timezone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/**
 * When the clocks of a zone show a date and a time of day.
 * @param asUtc when they would show it in UTC
 */
export function momentOf(asUtc: number, timezone: string): number {
  const before = asUtc - offsetAt(asUtc - dayMs, timezone);
  const after = asUtc - offsetAt(asUtc + dayMs, timezone);
  if (before === after) return before;
  // By the old clock or by the new one; where clocks go back, the first of the two.
  const isShown = (at: number) => at + offsetAt(at, timezone) === asUtc;
  const [found] = [before, after].filter(isShown).sort((a, b) => a - b);
  // Where clocks skip that time, the old clock counts: at midnight the day begins with the skip.
  return found ?? before;
}

/** The days of one year, and with them the year as a period. */
class YearOfDays implements Period {
  readonly fromAt: number;
  readonly toAt: number;
  readonly #days: readonly LocalDay[];

  /** @param starts of each day, and of the next year */
  constructor(year: number, starts: readonly number[]) {
    this.#days = starts.slice(0, -1).map((fromAt, index) => ({
      date: dateText(Date.UTC(year, 0, 1 + index)),
      fromAt,
      toAt: starts[index + 1] ?? fromAt,
    }));
    this.fromAt = starts[0] ?? 0;
    this.toAt = starts.at(-1) ?? 0;
  }

  /** The last day that has begun at a moment within the year, so never a day that the zone left out. */
  find(at: number): LocalDay {
    let from = 0;
    for (let to = this.#days.length; to - from > 1; ) {
      const middle = (from + to) >> 1;
      if ((this.#days[middle]?.fromAt ?? 0) <= at) from = middle;
      else to = middle;
    }
    const day = this.#days[from];
    if (day === undefined) throw new Error('a year has days');
    return day;
  }
}

/** By zone and year. */
const tables = new Map<string, Map<number, YearOfDays>>();

/** More years than any installation needs, so that a wrong clock cannot fill the memory. */
const mostYears = 64;

function daysOfYear(year: number, timezone: string): YearOfDays {
  let years = tables.get(timezone);
  if (years === undefined || years.size > mostYears) {
    years = new Map();
    tables.set(timezone, years);
  }
  let days = years.get(year);
  if (days === undefined) {
    days = computeDays(year, timezone);
    years.set(year, days);
  }
  return days;
}

/** Days that are computed together: clocks change less often than this. */
const step = 7;

function computeDays(year: number, timezone: string): YearOfDays {
  const first = Date.UTC(year, 0);
  const count = Math.round((Date.UTC(year + 1, 0) - first) / dayMs);
  const starts: number[] = [];
  while (starts.length <= count) {
    const asUtc = first + starts.length * dayMs;
    const offset = offsetAt(asUtc - dayMs, timezone);
    const isSteady = offset === offsetAt(asUtc + step * dayMs, timezone);
    for (let i = 0; i < step && starts.length <= count; i += 1) {
      const midnight = asUtc + i * dayMs;
      starts.push(isSteady ? midnight - offset : momentOf(midnight, timezone));
    }
  }
  return new YearOfDays(year, starts);
}
