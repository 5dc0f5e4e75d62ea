/** The events of an iCalendar (RFC 5545), one by one. */
import ICAL from 'ical.js';
import { noteOf } from '../../domain/alerts/planned-time.ts';
import type { CalendarZones, Zone } from './ics-zones.ts';

/** When an event takes place the first time. */
export interface EventTimes {
  readonly zone: Zone;
  /** Its beginning by the clocks of the zone. */
  readonly shown: number;
  /** Whole days, as calendars name them. */
  readonly isDay: boolean;
  /** In ms; days have 24 hours here. */
  readonly lastsMs: number;
}

export interface CalendarEvent {
  readonly component: ICAL.Component;
  readonly uid: string;
  readonly sequence: number;
  readonly note: string;
  readonly isCancelled: boolean;
  /** Null: it does not say, and is cancelled. */
  readonly times: EventTimes | null;
  /** The repetition of another event that it replaces. Null: it is an event of its own. */
  readonly replaces: ICAL.Property | null;
}

export const dayMs = 86_400_000;
export const longestMs = 7 * dayMs;
const longestUid = 255;

/** Splits a calendar into its events. They are parsed one by one, so a broken event does not spoil the others. */
export function splitEvents(text: string): {
  readonly events: readonly string[];
  readonly rest: string;
} {
  const events: string[] = [];
  const rest: string[] = [];
  let event: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [isBegin, isEnd] = ['BEGIN', 'END'].map(
      (word) => line.toUpperCase() === `${word}:VEVENT`,
    );
    if (isBegin) event = [];
    (event ?? rest).push(line);
    if (!isEnd || event === null) continue;
    events.push(event.join('\r\n'));
    event = null;
  }
  return { events, rest: rest.join('\r\n') };
}

/** @returns null: it cannot be parsed */
export function parseComponent(text: string): ICAL.Component | null {
  try {
    const [first, ...others]: unknown[] = ICAL.parse(text);
    // A file may hold several calendars; the first counts.
    return new ICAL.Component(
      typeof first === 'string' ? [first, ...others] : (first as unknown[]),
    );
  } catch {
    return null;
  }
}

/** @returns null: it cannot be used */
export function readEvent(text: string, zones: CalendarZones): CalendarEvent | null {
  const component = parseComponent(text);
  const uid = component?.getFirstPropertyValue('uid');
  if (component == null || typeof uid !== 'string' || uid === '' || uid.length > longestUid) {
    return null;
  }
  const summary = component.getFirstPropertyValue('summary');
  const isCancelled = component.getFirstPropertyValue('status') === 'CANCELLED';
  const times = timesOf(component, zones);
  const replaces = component.getFirstProperty('recurrence-id');
  if (times === null && !isCancelled) return null;
  if (replaces !== null && clockOf(replaces.getFirstValue()) === null) return null;
  return {
    component,
    uid,
    isCancelled,
    times,
    replaces,
    note: typeof summary === 'string' ? noteOf(summary) : '',
    sequence: Number(component.getFirstPropertyValue('sequence') ?? 0) || 0,
  };
}

/** The time of a clock, as the moment at which it would show it in UTC. Null: no time. */
export function clockOf(value: unknown): number | null {
  if (!(value instanceof ICAL.Time)) return null;
  const { year, month, day, hour, minute, second } = value;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return Number.isFinite(shown) && year >= 1970 && year < 3000 ? shown : null;
}

/** When an event takes place (epoch ms) whose clocks show this when it begins. */
export function spanAt(
  { zone, isDay, lastsMs }: Pick<EventTimes, 'zone' | 'isDay' | 'lastsMs'>,
  shown: number,
): { readonly startsAt: number; readonly endsAt: number } {
  const startsAt = zone.momentOf(shown);
  // A day is as long as its clocks say, anything else as long as the first time.
  return { startsAt, endsAt: isDay ? zone.momentOf(shown + lastsMs) : startsAt + lastsMs };
}

/** @returns null: it has no times, or none that can be used */
function timesOf(event: ICAL.Component, zones: CalendarZones): EventTimes | null {
  const start = event.getFirstProperty('dtstart');
  const value = start?.getFirstValue();
  const shown = clockOf(value);
  if (start == null || shown === null || !(value instanceof ICAL.Time)) return null;
  const zone = zones.of(value, start);
  if (zone === null) return null;
  const isDay = value.isDate;
  const lastsMs = lengthOf(event, { zone, shown, isDay }, zones);
  if (lastsMs === null || lastsMs <= 0 || lastsMs >= longestMs) return null;
  return { zone, shown, isDay, lastsMs };
}

/** @returns ms; null: it does not say */
function lengthOf(
  event: ICAL.Component,
  { zone, shown, isDay }: Omit<EventTimes, 'lastsMs'>,
  zones: CalendarZones,
): number | null {
  const end = event.getFirstProperty('dtend');
  const value = end?.getFirstValue();
  const endsAt = clockOf(value);
  if (end !== null && value instanceof ICAL.Time && endsAt !== null) {
    // Some programs let a day end when it begins.
    if (isDay) return endsAt === shown ? dayMs : endsAt - shown;
    const endZone = zones.of(value, end);
    return endZone && endZone.momentOf(endsAt) - zone.momentOf(shown);
  }
  const duration = event.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) return duration.toSeconds() * 1000;
  return isDay ? dayMs : null;
}
