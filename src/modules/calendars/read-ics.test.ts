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
    cancelled: new Set(),
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

const zoneOf = (name: string, ...rules: readonly (readonly string[])[]) => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`],
  ...rules.flatMap(([kind, ...lines]) => [`BEGIN:${kind}`, ...lines, `END:${kind}`]),
  'END:VTIMEZONE',
];
const changeOf = (kind: string, from: string, to: string, ...more: readonly string[]) => [
  ...[kind, 'DTSTART:16010101T020000', `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...more],
];

test('a zone of the program’s own is known if its clocks never change, or change each year alike', () => {
  const times = ['DTSTART;TZID=Own:20261205T090000', 'DURATION:PT3H'];
  const inZone = (...rules: readonly (readonly string[])[]) =>
    spans(...zoneOf('Own', ...rules), ...event('UID:1', ...times));
  const steady = changeOf('STANDARD', '+0700', '+0700');
  expect(inZone(steady)).toEqual(['2026-12-05T02:00 2026-12-05T05:00']);
  expect(inZone(steady, changeOf('DAYLIGHT', '+0700', '+0700'))).toEqual(inZone(steady));
  const yearly = (rule: string) => [
    changeOf('STANDARD', '+0200', '+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
    changeOf('DAYLIGHT', '+0100', '+0200', `RRULE:${rule}`),
  ];
  expect(inZone(...yearly('FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'))).toEqual([
    '2026-12-05T08:00 2026-12-05T11:00',
  ]);
  for (const rule of [
    'FREQ=YEARLY;BYDAY=53SU;BYMONTH=3',
    'FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2',
    'FREQ=SECONDLY',
  ]) {
    expect(inZone(...yearly(rule))).toEqual([]);
  }
  expect(inZone(['STANDARD'])).toEqual([]);
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
  expect(read(...past, ...far)).toMatchObject({ outages: [], leftOut: 0 });
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
  expect(read(...one, ...old)).toEqual({
    outages: [],
    cancelled: new Set(['1']),
    leftOut: 0,
  });
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

/** Mondays at nine in Bangkok, from 16 November on, with whatever else is said of them. */
const mondays = (...more: readonly string[]) =>
  event(
    ...['UID:1', 'DTSTART;TZID=Asia/Bangkok:20261116T090000', 'DURATION:PT1H'],
    ...['RRULE:FREQ=WEEKLY;COUNT=6', ...more],
  );
const daysOf = (...lines: readonly string[]) =>
  read(...lines).outages.map(({ startsAt }) => new Date(startsAt + 7 * 3_600_000).getUTCDate());

test('in December these Mondays are three', () => {
  expect(daysOf(...mondays())).toEqual([7, 14, 21]);
});

test.each([
  ['in UTC', 'EXDATE:20261214T020000Z'],
  ['in another zone', 'EXDATE;TZID=Asia/Tokyo:20261214T110000'],
  ['without a zone', 'EXDATE:20261214T090000'],
  ['as a day', 'EXDATE;VALUE=DATE:20261214'],
  ['in a list', 'EXDATE:20261123T020000Z,20261214T020000Z'],
  ['in a zone that nobody knows', 'EXDATE;TZID=Nowhere:20261214T090000'],
])('a repetition is left out %s', (_how, line) => {
  expect(daysOf(...mondays(line))).toEqual([7, 21]);
});

test.each([
  ['in UTC', 'EXDATE:20261211T170000Z'],
  ['by its midnight', 'EXDATE:20261212T000000'],
  ['by its midnight in some zone', 'EXDATE;TZID=America/New_York:20261212T000000'],
  ['as a day', 'EXDATE;VALUE=DATE:20261212'],
])('of whole days one is left out %s', (_how, line) => {
  const days = ['UID:1', 'DTSTART;VALUE=DATE:20261211', 'RRULE:FREQ=DAILY;COUNT=3'];
  expect(daysOf(...event(...days, line))).toEqual([11, 13]);
});

test.each([
  ['in UTC', 'RECURRENCE-ID:20261214T020000Z'],
  ['in another zone', 'RECURRENCE-ID;TZID=Asia/Tokyo:20261214T110000'],
  ['without a zone', 'RECURRENCE-ID:20261214T090000'],
  ['as a day', 'RECURRENCE-ID;VALUE=DATE:20261214'],
])('a repetition is moved, and called off, that is named %s', (_how, line) => {
  const moved = event('UID:1', line, 'DTSTART:20261216T060000Z', 'DURATION:PT2H');
  // Of any version, before or after what it belongs to.
  expect(daysOf(...moved, ...mondays('SEQUENCE:4'))).toEqual([7, 16, 21]);
  const name = read(...mondays()).outages[1]?.externalId ?? '';
  expect(read(...moved, ...mondays()).outages[1]?.externalId).toBe(name);
  const off = event('UID:1', line, 'STATUS:CANCELLED', 'DTSTART:20261214T020000Z');
  const { outages, cancelled } = read(...mondays('SEQUENCE:4'), ...off);
  expect([outages.length, [...cancelled]]).toEqual([2, [name]]);
  // A repetition that does not take place needs no times.
  expect(read(...mondays(), ...event('UID:1', line, 'STATUS:CANCELLED'))).toMatchObject({
    cancelled: new Set([name]),
    leftOut: 0,
  });
});

test('from a repetition on all are moved, but for those that are otherwise themselves', () => {
  const later = event(
    ...['UID:1', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261207T020000Z'],
    ...['DTSTART;TZID=Asia/Bangkok:20261208T130000', 'DURATION:PT2H'],
  );
  const single = event(
    ...['UID:1', 'RECURRENCE-ID:20261221T020000Z', 'DTSTART:20261225T020000Z', 'DURATION:PT1H'],
  );
  expect(spans(...later, ...mondays(), ...single)).toEqual([
    '2026-12-08T06:00 2026-12-08T08:00',
    '2026-12-15T06:00 2026-12-15T08:00',
    '2026-12-25T02:00 2026-12-25T03:00',
  ]);
  const off = [...later.slice(0, 3), 'STATUS:CANCELLED', ...later.slice(3)];
  expect(spans(...mondays(), ...off)).toEqual([]);
});

test('dates are added, in any zone, with an end of their own, and without a rule', () => {
  const added = 'RDATE;VALUE=PERIOD:20261216T020000Z/PT3H,20261217T020000Z/20261217T033000Z';
  expect(spans(...mondays(added, 'RDATE;TZID=Asia/Tokyo:20261214T110000,20261218T110000'))).toEqual(
    [
      '2026-12-07T02:00 2026-12-07T03:00',
      '2026-12-14T02:00 2026-12-14T03:00',
      '2026-12-21T02:00 2026-12-21T03:00',
      '2026-12-16T02:00 2026-12-16T05:00',
      '2026-12-17T02:00 2026-12-17T03:30',
      '2026-12-18T02:00 2026-12-18T03:00',
    ],
  );
  const times = ['UID:1', 'DTSTART:20261205T020000Z', 'DURATION:PT1H'];
  expect(daysOf(...event(...times, 'RDATE:20261206T020000Z', 'EXDATE:20261205T020000Z'))).toEqual([
    6,
  ]);
});

test('clocks that are set leave repetitions at their time of day, and the same of them out', () => {
  const weekly = (...more: readonly string[]) =>
    event(
      ...['UID:1', 'DTSTART;TZID=Europe/Berlin:20270315T090000', 'DURATION:PT1H'],
      ...['RRULE:FREQ=WEEKLY;COUNT=4', ...more],
    );
  expect(spans(...weekly('EXDATE:20270322T080000Z', 'EXDATE:20270405T080000Z'))).toEqual([
    '2027-03-15T08:00 2027-03-15T09:00',
    '2027-03-29T07:00 2027-03-29T08:00',
    // Nine o’clock is seven in UTC by then.
    '2027-04-05T07:00 2027-04-05T08:00',
  ]);
  expect(daysOf(...weekly('EXDATE:20270329T070000Z'))).toEqual([15, 22, 5]);
});

const mondaysAsWritten = ['2026-12-15T06:00 2026-12-15T08:00', '2026-12-28T02:00 2026-12-28T03:00'];
const berlin = ['2027-03-15T08:00 2027-03-15T09:00', '2027-03-29T07:00 2027-03-29T08:00'];
test.each([
  [
    'google',
    ['2026-12-05T02:00 2026-12-05T05:00', '2026-12-09T17:00 2026-12-10T17:00', ...mondaysAsWritten],
  ],
  [
    'exchange',
    [
      '2026-11-30T17:00 2026-12-01T17:00',
      '2026-12-02T17:00 2026-12-03T17:00',
      ...mondaysAsWritten,
      ...[...berlin, '2027-04-05T07:00 2027-04-05T08:00'],
    ],
  ],
  ['apple', [...mondaysAsWritten, ...berlin, '2027-04-05T07:00 2027-04-05T08:00']],
  ['server', [...mondaysAsWritten, ...berlin]],
])('a calendar as %s writes them', async (program, expected) => {
  const text = await Bun.file(`tests/fixtures/calendars/${program}.ics`).text();
  const { outages, leftOut } = finish(readIcs(text, window, 'Asia/Bangkok')) ?? { outages: [] };
  const found = outages.map(({ startsAt, endsAt }) =>
    [startsAt, endsAt].map((at) => new Date(at).toISOString().slice(0, 16)).join(' '),
  );
  expect({ found: found.toSorted(), leftOut }).toEqual({ found: [...expected], leftOut: 0 });
});

test.each([
  'FREQ=SECONDLY',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYDAY=1MO',
  'FREQ=DAILY;BYHOUR=1,2,3',
  'FREQ=WEEKLY;BYSETPOS=2',
])('a rule that may not end is not followed: %s', (rule) => {
  const times = ['DTSTART:19700101T020000Z', 'DURATION:PT1H'];
  expect(read(...event('UID:1', `RRULE:${rule}`, ...times))).toMatchObject({
    outages: [],
    leftOut: 1,
  });
});

test('rules that take too many steps together are left out', () => {
  const events = Array.from({ length: 1000 }, (_, uid) =>
    event(`UID:${uid}`, 'RRULE:FREQ=DAILY', 'DTSTART:19700101T020000Z', 'DURATION:PT1H'),
  ).flat();
  const before = performance.now();
  expect(read(...events)).toMatchObject({ outages: [], leftOut: 1000 });
  expect(performance.now() - before).toBeLessThan(5_000);
});

test.each(['', 'hello', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD'])('%p is none', (text) => {
  expect(finish(readIcs(text, window, 'Asia/Bangkok'))).toBeNull();
});
