/** When events of a calendar are repeated, and which of these repetitions another line of it names. */
import ICAL from 'ical.js';
import type { Period } from '../../domain/local-days.ts';
import { type CalendarEvent, clockOf, dayMs, type EventTimes, longestMs } from './ics-events.ts';
import type { CalendarZones } from './ics-zones.ts';

/** One repetition. */
interface Repetition {
  /** Its beginning by the clocks of its event. */
  readonly shown: number;
  readonly lastsMs: number;
}

/** Limits of reading. The author of a calendar is not trusted, so steps are counted. */
export interface ReadingLimits {
  readonly window: Period;
  /** Steps that are left for repeated events. */
  steps: number;
}

/**
 * When an event takes place in the window, but for the dates that it leaves out.
 * @returns null: its rule is not followed
 */
export function repetitionsOf(
  { component, times }: CalendarEvent & { readonly times: EventTimes },
  zones: CalendarZones,
  limits: ReadingLimits,
): Repetition[] | null {
  const { shown, lastsMs } = times;
  const ruled = component.hasProperty('rrule') ? followRule(component, times, limits) : [shown];
  if (ruled === null || component.hasProperty('exrule')) return null;
  const found = new Map(ruled.map((time) => [time, lastsMs]));
  for (const property of component.getAllProperties('rdate')) {
    for (const value of property.getValues()) {
      limits.steps -= 1;
      const start = value instanceof ICAL.Period ? value.start : value;
      const added = shownBy(start, property, times, zones);
      if (added === null || limits.steps < 0) return null;
      const ownMs = value instanceof ICAL.Period ? value.getDuration().toSeconds() * 1000 : lastsMs;
      if (ownMs > 0 && ownMs < longestMs) found.set(added, ownMs);
    }
  }
  return [...found].map(([time, ownMs]) => ({ shown: time, lastsMs: ownMs }));
}

export function isRepeated({ component }: CalendarEvent): boolean {
  return component.hasProperty('rrule') || component.hasProperty('rdate');
}

/** The repetitions that an event leaves out, by `slotsOf`. */
export function exceptionsOf(
  { component, times }: CalendarEvent & { readonly times: EventTimes },
  zones: CalendarZones,
): ReadonlySet<string> {
  const properties = component.getAllProperties('exdate');
  return new Set(
    properties.flatMap((property) =>
      property.getValues().map((value) => slotOf(value, property, times, zones)),
    ),
  );
}

/**
 * Names a repetition of an event by a time in another line. Lines may write the same moment in another zone
 * than the event, and name a day where the event has times, or a time where it has days.
 */
export function slotOf(
  value: unknown,
  property: ICAL.Property,
  times: EventTimes,
  zones: CalendarZones,
): string {
  const shown = shownBy(value, property, times, zones);
  const isDay = times.isDay || (value instanceof ICAL.Time && value.isDate);
  if (shown === null) return '';
  return isDay ? dayOf(shown) : momentOf(shown, times);
}

/** The names that a repetition may have. */
export function slotsOf(shown: number, times: EventTimes): readonly string[] {
  return [momentOf(shown, times), dayOf(shown)];
}

const dayOf = (shown: number) => `day ${Math.floor(shown / dayMs)}`;
const momentOf = (shown: number, { zone }: EventTimes) => `moment ${zone.momentOf(shown)}`;

/** A time that another line names, by the clocks of the event. Null: no time. */
export function shownBy(
  value: unknown,
  property: ICAL.Property,
  { zone, isDay }: EventTimes,
  zones: CalendarZones,
): number | null {
  const shown = clockOf(value);
  if (shown === null || !(value instanceof ICAL.Time) || value.isDate) return shown;
  // A whole day that is named by its midnight is the day that the line shows, wherever it was written.
  if (isDay && value.zone.tzid !== 'UTC') return shown;
  const own = zones.of(value, property, zone) ?? zone;
  return own === zone ? shown : zone.shownAt(own.momentOf(shown));
}

/** When a repeated event takes place in the window, as its clocks show it. Null: the rule is not followed. */
function followRule(
  event: ICAL.Component,
  { shown: startsAt, zone }: EventTimes,
  limits: ReadingLimits,
): number[] | null {
  const { window } = limits;
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue());
  const [rule] = rules;
  if (rules.length !== 1 || !(rule instanceof ICAL.Recur) || !canFollow(rule)) return null;
  const until = endOf(rule, zone.momentOf);
  rule.until = null;
  const found: number[] = [];
  // Without its zone: the library would follow the rules of zones that the calendar brings along.
  const iterator = rule.iterator(ICAL.Time.fromJSDate(new Date(startsAt), true));
  for (let next = iterator.next(); next; next = iterator.next()) {
    limits.steps -= 1;
    if (limits.steps < 0) return null;
    const shown = clockOf(next);
    // No zone is further from UTC than a day.
    if (shown === null || shown > window.toAt + dayMs || zone.momentOf(shown) > until) break;
    if (shown > window.fromAt - longestMs - dayMs) found.push(shown);
  }
  return found;
}

/** The last moment of a rule; without one, no moment is too late. */
function endOf({ until }: ICAL.Recur, momentOf: (shown: number) => number): number {
  const shown = clockOf(until);
  if (shown === null || !(until instanceof ICAL.Time)) return Number.POSITIVE_INFINITY;
  if (until.isDate) return momentOf(shown) + dayMs - 1;
  return until.zone.tzid === 'UTC' ? shown : momentOf(shown);
}

const weekdays = /^(SU|MO|TU|WE|TH|FR|SA)$/;

/** Each day or week, or on some days of the week: each step of these ends. */
function canFollow({ freq, interval, parts }: ICAL.Recur): boolean {
  if (freq !== 'DAILY' && freq !== 'WEEKLY') return false;
  if (!Number.isInteger(interval) || interval < 1) return false;
  const { BYDAY: days, ...others } = parts as Readonly<Record<string, readonly unknown[]>>;
  if (Object.keys(others).length > 0) return false;
  return days === undefined || days.every((day) => weekdays.test(String(day)));
}
