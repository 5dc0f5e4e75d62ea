/** Zones that a calendar brings along, as Exchange and Outlook do: VTIMEZONE of RFC 5545. */
import ICAL from 'ical.js';
import type { Zone } from './ics-zones.ts';

/** One setting of the clocks; offsets in ms. */
interface Rule {
  readonly fromMs: number;
  readonly toMs: number;
  /** What clocks that are not set yet show when they are set the first time; as a moment of UTC. */
  readonly shown: number;
  /** On which weekday of a month they are set each year. Null: it happens once. */
  readonly yearly: Yearly | null;
}

interface Yearly {
  /** 1 to 12. */
  readonly month: number;
  /** 1 is the first such day of the month, -1 the last. */
  readonly nth: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** The last year. */
  readonly until: number;
}

interface Change {
  readonly at: number;
  readonly offsetMs: number;
}

const dayMs = 86_400_000;
/** Zones that know their past have some thirty. */
const mostRules = 100;

/** @returns null: its rules are not followed. They are if clocks never change, or on a weekday of some months. */
export function findRuledZone(component: ICAL.Component): Zone | null {
  const parts = component.getAllSubcomponents();
  const offsets = new Set(parts.map((part) => offsetOf(part, 'tzoffsetto')));
  const [offset, ...others] = offsets;
  if (parts.length > mostRules || offset == null || offsets.has(null)) return null;
  if (others.length === 0) {
    return { momentOf: (shown) => shown - offset, shownAt: (at) => at + offset };
  }
  const rules = parts.flatMap((part) => readRule(part) ?? []);
  return rules.length === parts.length ? followRules(rules) : null;
}

function followRules(rules: readonly Rule[]): Zone {
  const known = new Map<number, readonly Change[]>();
  const changesAround = (year: number): readonly Change[] => {
    const found =
      known.get(year) ??
      rules
        .flatMap((rule) => [year - 1, year, year + 1].flatMap((each) => changeIn(rule, each) ?? []))
        .sort((a, b) => a.at - b.at);
    known.set(year, found);
    return found;
  };
  const offsetAt = (at: number) =>
    changesAround(new Date(at).getUTCFullYear()).findLast((change) => change.at <= at)?.offsetMs ??
    rules[0]?.fromMs ??
    0;
  const shownAt = (at: number) => at + offsetAt(at);
  return {
    shownAt,
    momentOf(shown) {
      // By the old clock or by the new one, the first of the two; a time that clocks skip is the old one's.
      const [before, after] = [shown - dayMs, shown + dayMs].map((near) => shown - offsetAt(near));
      const moments = [before ?? 0, after ?? 0].sort((a, b) => a - b);
      return moments.find((at) => shownAt(at) === shown) ?? before ?? 0;
    },
  };
}

/** When a rule sets clocks in a year. One that did so once, before, sets them for good. Null: it does not. */
function changeIn({ fromMs, toMs, shown, yearly }: Rule, year: number): Change | null {
  if (yearly === null) return { at: shown - fromMs, offsetMs: toMs };
  const { month, nth, weekday, until } = yearly;
  if (year < new Date(shown).getUTCFullYear() || year > until) return null;
  const first = Date.UTC(year, nth > 0 ? month - 1 : month, nth > 0 ? 1 : 0);
  const dow = new Date(first).getUTCDay();
  const days =
    nth > 0
      ? ((weekday - dow + 7) % 7) + (nth - 1) * 7
      : -((dow - weekday + 7) % 7) + (nth + 1) * 7;
  const day = first + days * dayMs;
  if (new Date(day).getUTCMonth() !== month - 1) return null;
  return { at: day + (((shown % dayMs) + dayMs) % dayMs) - fromMs, offsetMs: toMs };
}

/** @returns null: it is of another form */
function readRule(part: ICAL.Component): Rule | null {
  const [fromMs, toMs] = [offsetOf(part, 'tzoffsetfrom'), offsetOf(part, 'tzoffsetto')];
  const start = part.getFirstPropertyValue('dtstart');
  if (fromMs == null || toMs == null || !(start instanceof ICAL.Time)) return null;
  const { year, month, day, hour, minute, second } = start;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  const [rule, ...others] = part.getAllProperties('rrule').map((one) => one.getFirstValue());
  if (rule === undefined) return { fromMs, toMs, shown, yearly: null };
  const yearly = rule instanceof ICAL.Recur && others.length === 0 ? readYearly(rule) : null;
  return yearly && { fromMs, toMs, shown, yearly };
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const weekdayOfMonth = /^(-?[1-5])(SU|MO|TU|WE|TH|FR|SA)$/;

function readYearly({ freq, interval, parts, until, count }: ICAL.Recur): Yearly | null {
  const { BYMONTH: months, BYDAY: days, ...others } = parts as Readonly<Record<string, unknown[]>>;
  const [, nth, name = ''] = weekdayOfMonth.exec(String(days)) ?? [];
  const month = Number(months);
  if (freq !== 'YEARLY' || interval !== 1 || count || Object.keys(others).length > 0) return null;
  if (nth === undefined || !Number.isInteger(month)) return null;
  const lastYear = until instanceof ICAL.Time ? until.year : Number.POSITIVE_INFINITY;
  return { month, nth: Number(nth), weekday: weekdays.indexOf(name), until: lastYear };
}

/** Ms; null: it says none. */
function offsetOf(part: ICAL.Component, name: 'tzoffsetfrom' | 'tzoffsetto'): number | null {
  const offset = part.getFirstPropertyValue(name);
  return offset instanceof ICAL.UtcOffset ? offset.toSeconds() * 1000 : null;
}
