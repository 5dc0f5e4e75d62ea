import { expect, test } from 'bun:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { runs } from '../../../tests/support/runs.ts';
import { momentOf, shownAt } from '../../domain/local-days.ts';
import { findRuledZone } from './ics-zone-rules.ts';

const change = (kind: string, from: string, to: string, time: string, rule: string) =>
  [
    ...[`BEGIN:${kind}`, `DTSTART:16010101T${time}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
    ...[`RRULE:FREQ=YEARLY;INTERVAL=1;${rule}`, `END:${kind}`],
  ].join('\r\n');

/** Zones as Exchange describes them, and their names elsewhere. */
const zones = {
  'Europe/Berlin': [
    change('STANDARD', '+0200', '+0100', '030000', 'BYDAY=-1SU;BYMONTH=10'),
    change('DAYLIGHT', '+0100', '+0200', '020000', 'BYDAY=-1SU;BYMONTH=3'),
  ],
  'America/New_York': [
    change('STANDARD', '-0400', '-0500', '020000', 'BYDAY=1SU;BYMONTH=11'),
    change('DAYLIGHT', '-0500', '-0400', '020000', 'BYDAY=2SU;BYMONTH=3'),
  ],
  'Australia/Sydney': [
    change('STANDARD', '+1100', '+1000', '030000', 'BYDAY=1SU;BYMONTH=4'),
    change('DAYLIGHT', '+1000', '+1100', '020000', 'BYDAY=1SU;BYMONTH=10'),
  ],
} as const;

const fromAt = Date.UTC(2026, 0);
const toAt = Date.UTC(2037, 0);
const moment = fc.oneof(
  fc.integer({ min: fromAt / 60_000, max: toAt / 60_000 }),
  // Around the days on which clocks are set.
  fc
    .tuple(
      fc.integer({ min: 2026, max: 2036 }),
      fc.constantFrom(2, 3, 9, 10),
      fc.integer({ min: 0, max: 20_000 }),
    )
    .map(([year, month, minute]) => Date.UTC(year, month, 20) / 60_000 + minute),
);

test.each(Object.entries(zones))('%s is known by its rules', (name, changes) => {
  const text = ['BEGIN:VTIMEZONE', 'TZID:Own', ...changes, 'END:VTIMEZONE'].join('\r\n');
  const zone = findRuledZone(new ICAL.Component(ICAL.parse(text)));
  if (zone === null) throw new Error('the rules are not followed');
  fc.assert(
    fc.property(moment, (minute) => {
      const at = minute * 60_000;
      expect([zone.shownAt(at), zone.momentOf(at)]).toEqual([
        shownAt(at, name),
        momentOf(at, name),
      ]);
    }),
    { numRuns: runs(500) },
  );
});
