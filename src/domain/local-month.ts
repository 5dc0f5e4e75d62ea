/** A stretch of time in epoch ms; the end is not part of it. */
export interface Period {
  readonly fromAt: number;
  readonly toAt: number;
}

/**
 * The calendar month that `now` (epoch ms) falls in, by the clocks of a time zone.
 * @param timezone IANA name
 */
export function localMonthOf(now: number, timezone: string): Period {
  const { year, month } = localDate(now, timezone);
  return {
    fromAt: localMidnight(year, month, timezone),
    toAt: localMidnight(year, month + 1, timezone),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a time zone show at a moment: year, month (1–12), day, hour, minute, second. */
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
    formats.set(timezone, format);
  }
  return Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
}

function localDate(at: number, timezone: string): { year: number; month: number } {
  const { year = 0, month = 0 } = localParts(at, timezone);
  return { year, month };
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function offsetAt(at: number, timezone: string): number {
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

/** @param month 1–12; 13 is January of the next year */
function localMidnight(year: number, month: number, timezone: string): number {
  const asUtc = Date.UTC(year, month - 1, 1);
  // The offset is looked up twice: the first guess may lie on the other side of a clock change.
  const guess = asUtc - offsetAt(asUtc, timezone);
  return asUtc - offsetAt(guess, timezone);
}
