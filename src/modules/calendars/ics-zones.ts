/** The zones of times in calendars of other people. */
import type ICAL from 'ical.js';
import { momentOf, shownAt } from '../../domain/local-days.ts';
import { findRuledZone } from './ics-zone-rules.ts';

/** The time of a clock is given as the moment at which it would show it in UTC; epoch ms, like moments. */
export interface Zone {
  momentOf(shown: number): number;
  shownAt(at: number): number;
}

const utc: Zone = { momentOf: (shown) => shown, shownAt: (at) => at };

/** A calendar has a few zones; to look one up takes a millisecond. */
const mostZones = 20;

export class CalendarZones {
  readonly #calendar: ICAL.Component;
  readonly #usual: Zone;
  readonly #found = new Map<string, Zone | null>();

  /** @param timezone of times without a zone; IANA name */
  constructor(calendar: ICAL.Component, timezone: string) {
    this.#calendar = calendar;
    this.#usual = named(timezone);
  }

  /**
   * The zone of a time in a property. Null: it is not known.
   * @param usual of times without a zone. Left out: that of the installation
   */
  of(value: ICAL.Time, property: ICAL.Property, usual: Zone = this.#usual): Zone | null {
    if (value.zone.tzid === 'UTC') return utc;
    const name = property.getFirstParameter('tzid');
    if (!name) return usual;
    const known = this.#found.get(name);
    if (known !== undefined || this.#found.size >= mostZones) return known ?? null;
    const found = findNamed(name) ?? this.#findOwn(name);
    this.#found.set(name, found);
    return found;
  }

  /** A zone that only this calendar defines. */
  #findOwn(name: string): Zone | null {
    const component = this.#calendar
      .getAllSubcomponents('vtimezone')
      .find((one) => one.getFirstPropertyValue('tzid') === name);
    return component === undefined ? null : findRuledZone(component);
  }
}

function named(timezone: string): Zone {
  return {
    momentOf: (shown) => momentOf(shown, timezone),
    shownAt: (at) => shownAt(at, timezone),
  };
}

/** By the name that this machine has for it, of its many spellings. */
function findNamed(name: string): Zone | null {
  try {
    return named(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return null;
  }
}
