import type { Period } from '../../domain/local-days.ts';
import type { Steps } from '../../domain/steps.ts';
import {
  type CalendarEvent,
  clockOf,
  parseComponent,
  readEvent,
  spanAt,
  splitEvents,
} from './ics-events.ts';
import {
  exceptionsOf,
  isRepeated,
  type ReadingLimits,
  repetitionsOf,
  shownBy,
  slotOf,
  slotsOf,
} from './ics-repetitions.ts';
import { CalendarZones } from './ics-zones.ts';

/** One outage as a calendar announces it. */
export interface CalendarOutage {
  /** The event's UID; of one that is repeated, with the time by which it is known. */
  readonly externalId: string;
  readonly note: string;
  /** Epoch ms. */
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface CalendarContents {
  readonly outages: readonly CalendarOutage[];
  /** Those that are called off, by their external ids. */
  readonly cancelled: ReadonlySet<string>;
  /** Events that say nothing usable: no times, a rule or a time zone that is not known, over a week. */
  readonly leftOut: number;
}

/** Of all repeated events of a calendar together; one that has come each day has ten thousand in 27 years. */
const mostSteps = 10_000;

/** Events that are read in one step: a few milliseconds. */
const eventsPerStep = 20;

/** The lines of a calendar about one UID: an event, and repetitions of it that are otherwise. */
interface Series {
  event: CalendarEvent | null;
  readonly replacements: CalendarEvent[];
}

/**
 * Reads an iCalendar (RFC 5545) of announced outages. Whoever wrote it is not trusted: only rules of
 * repetition are followed that cannot run for ever.
 * @param window what reaches into it is taken
 * @param timezone of times without a zone, and of whole days
 * @returns null: it is no iCalendar
 */
export function* readIcs(
  text: string,
  window: Period,
  timezone: string,
): Steps<CalendarContents | null> {
  const { events, rest } = splitEvents(text);
  const calendar = parseComponent(rest);
  if (calendar?.name !== 'vcalendar') return null;
  const zones = new CalendarZones(calendar, timezone);
  const limits = { window, steps: mostSteps };
  const isAllCancelled = calendar.getFirstPropertyValue('method') === 'CANCEL';
  const found = new Found(isAllCancelled);
  const series = new Map<string, Series>();
  for (const [place, one] of events.entries()) {
    if (place % eventsPerStep === 0) yield;
    found.orLeaveOut(() => gather(series, readEvent(one, zones)));
  }
  let place = 0;
  for (const one of series.values()) {
    place += 1;
    if (place % eventsPerStep === 0) yield;
    found.orLeaveOut(() => takePlace(one, zones, limits, found));
  }
  return found.within(window);
}

/** @returns false: there is no event */
function gather(series: Map<string, Series>, event: CalendarEvent | null): boolean {
  if (event === null) return false;
  const known = series.get(event.uid) ?? { event: null, replacements: [] };
  series.set(event.uid, known);
  if (event.replaces !== null) known.replacements.push(event);
  else if (known.event === null || known.event.sequence <= event.sequence) known.event = event;
  return true;
}

/** @returns false: the event cannot be used, but its replacements were */
function takePlace(
  { event, replacements }: Series,
  zones: CalendarZones,
  limits: ReadingLimits,
  found: Found,
): boolean {
  const times = event?.times ?? null;
  const repetitions =
    event === null || times === null ? null : repetitionsOf({ ...event, times }, zones, limits);
  if (event === null || times === null || repetitions === null) {
    // Changes of single repetitions count all the same.
    for (const one of inOrder(replacements)) {
      found.add(`${one.uid}#${clockOf(one.replaces?.getFirstValue())}`, one, one.times?.shown);
    }
    if (event?.isCancelled) found.add(event.uid, event);
    return event === null || event.isCancelled;
  }
  const left = exceptionsOf({ ...event, times }, zones);
  const slots = new Map<string, Replacement>();
  for (const one of inOrder(replacements)) {
    const { replaces } = one;
    const value = replaces?.getFirstValue();
    const shown = replaces === null ? null : shownBy(value, replaces, times, zones);
    if (replaces === null || shown === null) continue;
    slots.set(slotOf(value, replaces, times, zones), { event: one, shown });
  }
  const ranges = [...slots.values()]
    .filter(({ event: { replaces } }) => replaces?.getFirstParameter('range') === 'THISANDFUTURE')
    .toSorted((a, b) => a.shown - b.shown);
  for (const { shown, lastsMs } of repetitions) {
    const id = isRepeated(event) ? `${event.uid}#${shown}` : event.uid;
    const names = slotsOf(shown, times);
    const slot = names.find((name) => slots.has(name));
    const single = slot === undefined ? undefined : slots.get(slot);
    const range = ranges.findLast((one) => one.shown <= shown);
    if (slot !== undefined && single !== undefined) {
      slots.delete(slot);
      found.add(id, single.event, single.event.times?.shown);
    } else if (names.some((name) => left.has(name))) {
      // The calendar says that it does not take place.
    } else if (range !== undefined) {
      const { event: moved, shown: from } = range;
      found.add(id, moved, moved.times === null ? undefined : moved.times.shown + shown - from);
    } else found.add(id, { ...event, times: { ...times, lastsMs } }, shown);
  }
  // Some programs leave a repetition out, and name in its place one that was moved.
  for (const { event: one, shown } of slots.values()) {
    found.add(`${one.uid}#${shown}`, one, one.times?.shown);
  }
  return true;
}

interface Replacement {
  readonly event: CalendarEvent;
  /** What the clocks of the event show when the repetition would begin that it replaces. */
  readonly shown: number;
}

/** The newest version of each comes last. */
function inOrder(replacements: readonly CalendarEvent[]): readonly CalendarEvent[] {
  return replacements.toSorted((a, b) => a.sequence - b.sequence);
}

/** Events found in a calendar. */
class Found {
  readonly #isAllCancelled: boolean;
  readonly #outages = new Map<string, CalendarOutage>();
  readonly #cancelled = new Set<string>();
  #leftOut = 0;

  constructor(isAllCancelled: boolean) {
    this.#isAllCancelled = isAllCancelled;
  }

  /** @param shown what its clocks show when it begins */
  add(externalId: string, { isCancelled, times, note }: CalendarEvent, shown?: number): void {
    if (isCancelled || this.#isAllCancelled) this.#cancelled.add(externalId);
    else if (times !== null && shown !== undefined) {
      this.#outages.set(externalId, { externalId, note, ...spanAt(times, shown) });
    }
  }

  /** An event that the library cannot read says nothing about the others. */
  orLeaveOut(read: () => boolean): void {
    try {
      if (read()) return;
    } catch {}
    this.#leftOut += 1;
  }

  within({ fromAt, toAt }: Period): CalendarContents {
    return {
      outages: [...this.#outages.values()].filter(
        ({ startsAt, endsAt }) => endsAt > fromAt && startsAt < toAt,
      ),
      cancelled: this.#cancelled,
      leftOut: this.#leftOut,
    };
  }
}
