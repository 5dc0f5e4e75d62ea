import { expect, test } from 'bun:test';
import { finish } from '../../domain/steps.ts';
import { readIcs } from './read-ics.ts';

const window = {
  fromAt: Date.parse('2026-12-01T00:00:00Z'),
  toAt: Date.parse('2027-12-01T00:00:00Z'),
};

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const read = (...lines: readonly string[]) =>
  finish(readIcs(calendar(...lines), window, 'Asia/Bangkok')) ?? {
    outages: [],
    leftOut: Number.NaN,
  };
const spans = (...lines: readonly string[]) =>
  read(...lines).outages.map(({ startsAt, endsAt }) =>
    [startsAt, endsAt].map((at) => new Date(at).toISOString().slice(0, 16)).join(' '),
  );

test.each([
  ['UTC', ['DTSTART:20261205T020000Z', 'DTEND:20261205T050000Z']],
  ['a known zone', ['DTSTART;TZID=Asia/Tokyo:20261205T110000', 'DURATION:PT3H']],
  ['no zone: that of the installation', ['DTSTART:20261205T090000', 'DTEND:20261205T120000']],
])('a time in %s', (_zone, times) => {
  expect(spans(...event('UID:1', ...times))).toEqual(['2026-12-05T02:00 2026-12-05T05:00']);
});

test('a zone of the program’s own is known if its clocks never change', () => {
  const zone = (...rules: readonly string[]) => [
    ...['BEGIN:VTIMEZONE', 'TZID:SE Asia Standard Time'],
    ...rules.flatMap((rule) => [
      `BEGIN:${rule}`,
      ...['DTSTART:16010101T000000', 'TZOFFSETFROM:+0700', 'TZOFFSETTO:+0700'],
      `END:${rule}`,
    ]),
    'END:VTIMEZONE',
  ];
  const times = ['DTSTART;TZID=SE Asia Standard Time:20261205T090000', 'DURATION:PT3H'];
  const steady = spans(...zone('STANDARD'), ...event('UID:1', ...times));
  expect(steady).toEqual(['2026-12-05T02:00 2026-12-05T05:00']);
  expect(read(...zone('STANDARD', 'DAYLIGHT'), ...event('UID:1', ...times))).toEqual({
    outages: [],
    leftOut: 1,
  });
});

test('a zone in another spelling is the same zone, and of a few zones at most there are times', () => {
  const spell = (count: number) =>
    [...'japan'].map((c, at) => ((count >> at) & 1 ? c.toUpperCase() : c)).join('');
  const events = Array.from({ length: 30 }, (_, count) =>
    event(`UID:${count}`, `DTSTART;TZID=${spell(count)}:20261205T110000`, 'DURATION:PT3H'),
  );
  const { outages, leftOut } = read(...events.flat());
  expect([outages.length, leftOut]).toEqual([20, 10]);
  expect(new Set(outages.map(({ startsAt }) => startsAt))).toEqual(
    new Set([Date.parse('2026-12-05T02:00:00Z')]),
  );
});

test('a whole day is one by the clocks of the installation', () => {
  expect(spans(...event('UID:1', 'DTSTART;VALUE=DATE:20261205'))).toEqual([
    '2026-12-04T17:00 2026-12-05T17:00',
  ]);
});

test('what is over, or further than the window, is not taken', () => {
  const past = event('UID:1', 'DTSTART:20261105T020000Z', 'DURATION:PT1H');
  const far = event('UID:2', 'DTSTART:20281105T020000Z', 'DURATION:PT1H');
  expect(read(...past, ...far)).toEqual({ outages: [], leftOut: 0 });
});

test('what cannot be used is counted', () => {
  const { outages, leftOut } = read(
    ...event('DTSTART:20261205T020000Z', 'DURATION:PT1H'),
    ...event('UID:2', 'DTSTART:20261205T020000Z'),
    ...event('UID:3', 'DTSTART:20261205T020000Z', 'DURATION:P8D'),
    ...event('UID:4', 'DTSTART:20261205T020000Z', 'DTEND:20261205T010000Z'),
    ...event('UID:5', 'DTSTART;TZID=Nowhere/Land:20261205T020000', 'DURATION:PT1H'),
    ...event('UID:6', 'DTSTART:tomorrow', 'DURATION:PT1H'),
    ...event('UID:7', 'RRULE:FREQ=NEVER', 'DTSTART:20261205T020000Z', 'DURATION:PT1H'),
    ...event('UID:8', 'a line without a colon'),
  );
  expect({ outages, leftOut }).toEqual({ outages: [], leftOut: 8 });
});

test('an event is named by its UID, and of two of them the later version counts', () => {
  const one = event(
    'UID:1',
    'SEQUENCE:2',
    'SUMMARY:Pole\\nwork',
    'STATUS:CANCELLED',
    'DTSTART:20261205T020000Z',
    'DURATION:PT1H',
  );
  const old = event('UID:1', 'SEQUENCE:1', 'DTSTART:20261204T020000Z', 'DURATION:PT1H');
  expect(read(...one, ...old).outages).toEqual([
    {
      externalId: '1',
      note: 'Pole work',
      isCancelled: true,
      startsAt: Date.parse('2026-12-05T02:00:00Z'),
      endsAt: Date.parse('2026-12-05T03:00:00Z'),
    },
  ]);
});

test('what is repeated each week is taken one by one, without what was left out or moved', () => {
  const weekly = event(
    ...['UID:1', 'DTSTART;TZID=Asia/Bangkok:20261116T090000', 'DURATION:PT1H'],
    ...['RRULE:FREQ=WEEKLY;UNTIL=20261221T020000Z', 'EXDATE;TZID=Asia/Bangkok:20261207T090000'],
  );
  const moved = event(
    ...['UID:1', 'RECURRENCE-ID;TZID=Asia/Bangkok:20261214T090000'],
    ...['DTSTART;TZID=Asia/Bangkok:20261215T100000', 'DURATION:PT1H'],
  );
  expect(spans(...moved, ...weekly)).toEqual([
    '2026-12-15T03:00 2026-12-15T04:00',
    '2026-12-21T02:00 2026-12-21T03:00',
  ]);
});

test.each([
  'FREQ=SECONDLY',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYDAY=1MO',
  'FREQ=DAILY;BYHOUR=1,2,3',
  'FREQ=WEEKLY;BYSETPOS=2',
])('a rule that may not end is not followed: %s', (rule) => {
  const times = ['DTSTART:19700101T020000Z', 'DURATION:PT1H'];
  expect(read(...event('UID:1', `RRULE:${rule}`, ...times))).toEqual({ outages: [], leftOut: 1 });
});

test('rules that take too many steps together are left out', () => {
  const events = Array.from({ length: 1000 }, (_, uid) =>
    event(`UID:${uid}`, 'RRULE:FREQ=DAILY', 'DTSTART:19700101T020000Z', 'DURATION:PT1H'),
  ).flat();
  const before = performance.now();
  expect(read(...events)).toEqual({ outages: [], leftOut: 1000 });
  expect(performance.now() - before).toBeLessThan(5_000);
});

test.each(['', 'hello', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD'])('%p is none', (text) => {
  expect(finish(readIcs(text, window, 'Asia/Bangkok'))).toBeNull();
});
