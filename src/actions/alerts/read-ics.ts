import ICAL from 'ical.js';
import { noteOf } from '../../domain/alerts/planned-time.ts';
import { momentOf, type Period } from '../../domain/local-days.ts';
import type { Steps } from '../../domain/steps.ts';

/** One outage as a calendar announces it. */
export interface CalendarOutage {
  /** The event's UID; of one that is repeated, with the time by which it is known. */
  readonly externalId: string;
  readonly note: string;
  /** Epoch ms. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly isCancelled: boolean;
}

export interface CalendarContents {
  readonly outages: readonly CalendarOutage[];
  /** Events that say nothing usable: no times, a rule or a time zone that is not known, over a week. */
  readonly leftOut: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestMs = 7 * dayMs;
const longestUid = 255;
/** Of all repeated events of a calendar together; one that has come each day has ten thousand in 27 years. */
const mostSteps = 10_000;

/** Events that are read in one step: a few milliseconds. */
const eventsPerStep = 20;

/**
 * Reads an iCalendar (RFC 5545) of announced outages. Whoever wrote it is not trusted: only rules of
 * repetition are followed that cannot run for ever, and zones are those of this machine.
 * @param window what reaches into it is taken
 * @param timezone of times without a zone, and of whole days
 * @returns null: it is no iCalendar
 */
export function* readIcs(
  text: string,
  window: Period,
  timezone: string,
): Steps<CalendarContents | null> {
  const { events, rest } = split(text);
  const calendar = parse(rest);
  if (calendar?.name !== 'vcalendar') return null;
  const isAllCancelled = calendar.getFirstPropertyValue('method') === 'CANCEL';
  const reading = { calendar, window, timezone, zones: new Map(), steps: mostSteps };
  const outages = new Map<string, Found>();
  let leftOut = 0;
  for (const [place, event] of events.entries()) {
    if (place % eventsPerStep === 0) yield;
    const found = readEvent(event, reading);
    if (found === null) leftOut += 1;
    for (const outage of found ?? []) {
      const isCancelled = outage.isCancelled || isAllCancelled;
      const known = outages.get(outage.externalId);
      if (known !== undefined && known.sequence > outage.sequence) continue;
      outages.set(outage.externalId, { ...outage, isCancelled });
    }
  }
  return {
    outages: [...outages.values()]
      .filter(({ startsAt, endsAt }) => endsAt > window.fromAt && startsAt < window.toAt)
      .map(({ sequence: _, ...outage }) => outage),
    leftOut,
  };
}

/** Splits a calendar into its events. They are parsed one by one, so a broken event does not spoil the others. */
function split(text: string): { readonly events: readonly string[]; readonly rest: string } {
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
  // An event that replaces one repetition is read after the event that repeats.
  const isSingled = (event: string) => /^RECURRENCE-ID/im.test(event);
  return {
    events: events.toSorted((a, b) => Number(isSingled(a)) - Number(isSingled(b))),
    rest: rest.join('\r\n'),
  };
}

/** @returns null: it cannot be parsed */
function parse(text: string): ICAL.Component | null {
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

interface Reading {
  readonly calendar: ICAL.Component;
  readonly window: Period;
  readonly timezone: string;
  /** As `knownZone` found them. */
  readonly zones: Map<string, string | null>;
  /** Steps that are left for repeated events. */
  steps: number;
}

type Found = CalendarOutage & { readonly sequence: number };

/** @returns null: it cannot be used */
function readEvent(text: string, reading: Reading): Found[] | null {
  const event = parse(text);
  if (event === null) return null;
  try {
    const uid = event.getFirstPropertyValue('uid');
    const start = event.getFirstProperty('dtstart');
    if (typeof uid !== 'string' || uid === '' || uid.length > longestUid || start === null) {
      return null;
    }
    const zone = zoneOf(start, reading);
    const clock = clockOf(start.getFirstValue());
    const lastsMs = lengthOf(event, start, clock, reading);
    if (zone === null || clock === null || lastsMs === null) return null;
    if (lastsMs <= 0 || lastsMs >= longestMs) return null;
    const summary = event.getFirstPropertyValue('summary');
    const common = {
      note: typeof summary === 'string' ? noteOf(summary) : '',
      isCancelled: event.getFirstPropertyValue('status') === 'CANCELLED',
      sequence: Number(event.getFirstPropertyValue('sequence') ?? 0) || 0,
    };
    const at = (shown: number) => {
      const startsAt = zone(shown);
      return { startsAt, endsAt: startsAt + lastsMs };
    };
    const single = clockOf(event.getFirstPropertyValue('recurrence-id'));
    if (single !== null) return [{ ...common, ...at(clock), externalId: `${uid}#${single}` }];
    if (!event.hasProperty('rrule') && !event.hasProperty('rdate')) {
      return [{ ...common, ...at(clock), externalId: uid }];
    }
    const shown = repetitionsOf(event, clock, zone, reading);
    return shown?.map((time) => ({ ...common, ...at(time), externalId: `${uid}#${time}` })) ?? null;
  } catch {
    // What the library cannot read in one event says nothing about the others.
    return null;
  }
}

/** What a clock shows, as the moment at which it would show it in UTC. Null: no time. */
function clockOf(value: unknown): number | null {
  if (!(value instanceof ICAL.Time)) return null;
  const { year, month, day, hour, minute, second } = value;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return Number.isFinite(shown) && year >= 1970 && year < 3000 ? shown : null;
}

/** Makes the function from what a clock of the property's zone shows to the moment. Null: the zone is not known. */
function zoneOf(
  property: ICAL.Property,
  { calendar, timezone, zones }: Reading,
): ((shown: number) => number) | null {
  const value = property.getFirstValue();
  if (value instanceof ICAL.Time && value.zone.tzid === 'UTC') return (shown) => shown;
  const name = property.getFirstParameter('tzid');
  if (!name) return (shown) => momentOf(shown, timezone);
  const known = knownZone(name, zones);
  if (known !== null) return (shown) => momentOf(shown, known);
  const offsetMs = steadyOffsetOf(name, calendar);
  return offsetMs === null ? null : (shown) => shown - offsetMs;
}

/** A calendar has a few zones; to look one up takes a millisecond. */
const mostZones = 20;

/** The name that this machine has for a zone, of its many spellings. Null: it is not known here. */
function knownZone(name: string, zones: Map<string, string | null>): string | null {
  const found = zones.get(name);
  if (found !== undefined || zones.size >= mostZones) return found ?? null;
  let known: string | null = null;
  try {
    known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {}
  zones.set(name, known);
  return known;
}

/** The offset of a zone that only this calendar defines, if its clocks never change; ms. */
function steadyOffsetOf(name: string, calendar: ICAL.Component): number | null {
  const zone = calendar
    .getAllSubcomponents('vtimezone')
    .slice(0, mostZones)
    .find((component) => component.getFirstPropertyValue('tzid') === name);
  const rules = zone?.getAllSubcomponents() ?? [];
  const offset = rules[0]?.getFirstPropertyValue('tzoffsetto');
  if (rules.length !== 1 || !(offset instanceof ICAL.UtcOffset)) return null;
  return offset.toSeconds() * 1000;
}

/** @returns ms; null: it does not say */
function lengthOf(
  event: ICAL.Component,
  start: ICAL.Property,
  startsAt: number | null,
  reading: Reading,
): number | null {
  const end = event.getFirstProperty('dtend');
  if (end !== null && startsAt !== null) {
    const endsAt = clockOf(end.getFirstValue());
    const from = zoneOf(start, reading);
    const to = zoneOf(end, reading);
    return endsAt === null || from === null || to === null ? null : to(endsAt) - from(startsAt);
  }
  const duration = event.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) return duration.toSeconds() * 1000;
  const value = start.getFirstValue();
  return value instanceof ICAL.Time && value.isDate ? dayMs : null;
}

/** When a repeated event takes place in the window, as its clocks show it. Null: the rule is not followed. */
function repetitionsOf(
  event: ICAL.Component,
  startsAt: number,
  zone: (shown: number) => number,
  reading: Reading,
): number[] | null {
  const { window } = reading;
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue());
  const [rule] = rules;
  if (rules.length !== 1 || event.hasProperty('rdate') || event.hasProperty('exrule')) return null;
  if (!(rule instanceof ICAL.Recur) || !canFollow(rule)) return null;
  const until = endOf(rule, zone);
  rule.until = null;
  const left = new Set(
    event
      .getAllProperties('exdate')
      .flatMap((property) => property.getValues().map((value) => clockOf(value))),
  );
  const found: number[] = [];
  // Without its zone: the library would follow the rules of zones that the calendar brings along.
  const iterator = rule.iterator(ICAL.Time.fromJSDate(new Date(startsAt), true));
  for (let next = iterator.next(); next; next = iterator.next()) {
    reading.steps -= 1;
    if (reading.steps < 0) return null;
    const shown = clockOf(next);
    // No zone is further from UTC than a day.
    if (shown === null || shown > window.toAt + dayMs || zone(shown) > until) break;
    if (shown > window.fromAt - longestMs - dayMs && !left.has(shown)) found.push(shown);
  }
  return found;
}

/** The last moment of a rule; without one, no moment is too late. */
function endOf({ until }: ICAL.Recur, zone: (shown: number) => number): number {
  const shown = clockOf(until);
  if (shown === null || !(until instanceof ICAL.Time)) return Number.POSITIVE_INFINITY;
  if (until.isDate) return zone(shown) + dayMs - 1;
  return until.zone.tzid === 'UTC' ? shown : zone(shown);
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
