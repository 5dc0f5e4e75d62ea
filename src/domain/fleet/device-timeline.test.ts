import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyHistory, anyPeriod, hourMs } from '../../../tests/support/outage-histories.ts';
import type { Period } from '../local-days.ts';
import { finish } from '../steps.ts';
import {
  type DeviceHistory,
  drawTimeline,
  type RecordedOutage,
  type TimelineState,
} from './device-timeline.ts';

const start = Date.UTC(2026, 0, 15);
const hour = (count: number) => start + count * hourMs;
const hours = (from: number, to: number): Period => ({ fromAt: hour(from), toAt: hour(to) });

function outage(from: number, to: number | null, fields: Partial<RecordedOutage> = {}) {
  return {
    id: 1,
    cause: 'mains',
    downAt: hour(from),
    recoverAt: to === null ? null : hour(to),
    isOpen: to === null,
    startKnown: 'reported',
    ...fields,
  } satisfies RecordedOutage;
}

function history(fields: Partial<DeviceHistory> = {}): DeviceHistory {
  return {
    knownFrom: hour(0),
    knownTo: hour(24),
    unwatched: [],
    gaps: [],
    doubts: [],
    outages: [],
    ...fields,
  };
}

/** The day in short: `up 0-8, down#1 8-10, …`. */
function draw(fields: Partial<DeviceHistory> = {}, range = hours(0, 24)): string {
  const at = (moment: number) => (moment - start) / hourMs;
  return finish(drawTimeline(history(fields), range))
    .map(
      (span) =>
        `${span.state}${span.outage === null ? '' : `#${span.outage.id}`} ${at(span.fromAt)}-${at(span.toAt)}`,
    )
    .join(', ');
}

describe('a day', () => {
  test('without anything is up', () => {
    expect(draw()).toBe('up 0-24');
  });

  test('is unknown before the device was first heard, and after now', () => {
    expect(draw({ knownFrom: hour(6), knownTo: hour(18) })).toBe(
      'unknown 0-6, up 6-18, unknown 18-24',
    );
    expect(draw({ knownFrom: null })).toBe('unknown 0-24');
    expect(draw({ knownTo: hour(-1) })).toBe('unknown 0-24');
    expect(draw({ knownFrom: hour(30) })).toBe('unknown 0-24');
    expect(draw({ unwatched: [hours(3, 5)] })).toBe('up 0-3, unknown 3-5, up 5-24');
  });

  test.each([
    [outage(8, 10), 'down#1'],
    [outage(8, 10, { startKnown: 'silence' }), 'down#1'],
    [outage(8, 10, { isOpen: true }), 'down#1'],
    [outage(8, 10, { cause: 'silent', isOpen: true }), 'silent#1'],
    [outage(8, 10, { cause: 'silent' }), 'unobserved#1'],
    [outage(8, 10, { cause: 'network' }), 'network#1'],
    [outage(8, 10, { cause: 'device' }), 'device#1'],
    [outage(8, 10, { cause: 'unobserved' }), 'unobserved#1'],
  ])('shows %o as %s', (one, shown) => {
    expect(draw({ outages: [one] })).toBe(`up 0-8, ${shown} 8-10, up 10-24`);
  });

  test('shows an outage that goes on up to now', () => {
    const knownTo = hour(12);
    expect(draw({ outages: [outage(8, null)], knownTo })).toBe(
      'up 0-8, down#1 8-12, unknown 12-24',
    );
  });

  test('cuts spans at its ends', () => {
    const outages = [outage(-3, 2), outage(22, null, { id: 2 })];
    expect(draw({ outages, knownTo: hour(48) })).toBe('down#1 0-2, up 2-22, down#2 22-24');
  });

  test('keeps touching outages apart, and shows none without length', () => {
    const outages = [outage(2, 4), outage(4, 6, { id: 2 }), outage(9, 9, { id: 3 })];
    expect(draw({ outages })).toBe('up 0-2, down#1 2-4, down#2 4-6, up 6-24');
  });

  test('shows the graver cause where two outages overlap', () => {
    const outages = [
      outage(2, 10, { cause: 'device' }),
      outage(4, 6, { id: 2, startKnown: 'silence' }),
      outage(5, 8, { id: 3, cause: 'network' }),
    ];
    expect(draw({ outages })).toBe(
      'up 0-2, device#1 2-4, down#2 4-5, network#3 5-8, device#1 8-10, up 10-24',
    );
  });
});

describe('a time in which this server was blind', () => {
  const gaps = [hours(6, 12)];

  test.each([
    ['a loss that the device told of itself', outage(4, 9), 'up 0-4, down#1 4-9, up 9-24'],
    [
      'a loss that a heartbeat showed',
      outage(4, 9, { startKnown: 'heartbeat' }),
      'up 0-4, down#1 4-9, up 9-24',
    ],
    [
      'a lost contact after which it went on in the same boot',
      outage(4, 14, { cause: 'network' }),
      'up 0-4, network#1 4-14, up 14-24',
    ],
    [
      'an outage of which nothing is known anyway',
      outage(7, 9, { cause: 'unobserved' }),
      'up 0-7, unobserved#1 7-9, up 9-24',
    ],
  ])('does not cover %s', (_, one, expected) => {
    expect(draw({ gaps, outages: [one] })).toBe(expected);
  });

  test.each([
    [
      'a loss that only its start afterwards proves',
      outage(4, 14, { startKnown: 'silence' }),
      'down#1',
    ],
    ['silence', outage(4, 14, { cause: 'silent', isOpen: true }), 'silent#1'],
    ['a start of the board', outage(4, 14, { cause: 'device' }), 'device#1'],
  ])('covers %s', (_, one, shown) => {
    expect(draw({ gaps, outages: [one] })).toBe(
      `up 0-4, ${shown} 4-6, unobserved 6-12, ${shown} 12-14, up 14-24`,
    );
  });

  test('covers what is inferred, and spares what was told, within the same gap', () => {
    const outages = [outage(4, 7, { startKnown: 'silence' }), outage(8, 9, { id: 2 })];
    expect(draw({ gaps, outages })).toBe(
      'up 0-4, down#1 4-6, unobserved 6-7, up 7-8, down#2 8-9, up 9-24',
    );
  });

  test('is not observed where the device may have been without power', () => {
    expect(draw({ gaps, doubts: [hours(6, 13)] })).toBe('up 0-6, unobserved 6-13, up 13-24');
    // What it told of itself, and what it did after the gap, stands.
    const outages = [outage(7, 8), outage(12, 13, { id: 2, cause: 'device' })];
    expect(draw({ gaps, doubts: [hours(6, 14)], outages })).toBe(
      'up 0-6, unobserved 6-7, down#1 7-8, unobserved 8-12, device#2 12-13, unobserved 13-14, up 14-24',
    );
  });
});

/** The table, read literally for one moment. */
function stateAt(device: DeviceHistory, at: number): [TimelineState, number | null] {
  const isIn = (periods: readonly Period[]) =>
    periods.some(({ fromAt, toAt }) => fromAt <= at && at < toAt);
  if (device.knownFrom === null || at < device.knownFrom || at >= device.knownTo) {
    return ['unknown', null];
  }
  if (isIn(device.unwatched)) return ['unknown', null];
  const now = device.outages.filter(
    ({ downAt, recoverAt }) => downAt <= at && (recoverAt === null || at < recoverAt),
  );
  const find = (isIt: (one: RecordedOutage) => boolean) => now.find(isIt)?.id ?? null;
  const isOpenSilent = ({ cause, isOpen }: RecordedOutage) => cause === 'silent' && isOpen;
  const rows: [TimelineState, number | null][] = [
    ['down', find((one) => one.cause === 'mains' && one.startKnown !== 'silence')],
    ['network', find(({ cause }) => cause === 'network')],
    ['down', find(({ cause }) => cause === 'mains')],
    ['silent', find(isOpenSilent)],
    ['device', find(({ cause }) => cause === 'device')],
    ['unobserved', find((one) => ['silent', 'unobserved'].includes(one.cause))],
  ];
  const index = rows.findIndex(([, id]) => id !== null);
  if (index >= 2 && index <= 4 && isIn(device.gaps)) return ['unobserved', null];
  return rows[index] ?? (isIn(device.doubts) ? ['unobserved', null] : ['up', null]);
}

test('spans cover any range in order, and each moment has the state in the table', () => {
  fc.assert(
    fc.property(anyHistory, anyPeriod('Asia/Bangkok'), (device, range) => {
      const spans = finish(drawTimeline(device, range));
      let at = range.fromAt;
      for (const [index, span] of spans.entries()) {
        expect(span.fromAt).toBe(at);
        expect(span.toAt).toBeGreaterThan(span.fromAt);
        at = span.toAt;
        const before = spans[index - 1];
        expect(before?.state === span.state && before.outage === span.outage).toBe(false);
      }
      expect(at).toBe(range.toAt);

      const periods = [...device.unwatched, ...device.gaps, ...device.doubts];
      const moments = [
        range.fromAt,
        device.knownFrom ?? range.fromAt,
        device.knownTo,
        ...device.outages.flatMap(({ downAt, recoverAt }) => [downAt, recoverAt ?? downAt]),
        ...periods.flatMap(({ fromAt, toAt }) => [fromAt, toAt]),
      ].filter((moment) => moment >= range.fromAt && moment < range.toAt);
      for (const moment of moments) {
        const span = spans.find(({ fromAt, toAt }) => fromAt <= moment && moment < toAt);
        expect([span?.state, span?.outage?.id ?? null]).toEqual(stateAt(device, moment));
      }
    }),
    { numRuns: 300 },
  );
});

test('a timeline of very many outages shows each moment as one of a few does', () => {
  // Some last for hours, and reach over where one piece ends and the next begins.
  const outages = Array.from({ length: 2_000 }, (_, i) => {
    const from = (i * 24) / 2_000;
    const to = from + (i % 499 === 0 ? 3 : 0.005);
    return outage(from, to, { id: i + 1, cause: i % 3 === 0 ? 'network' : 'mains' });
  });
  const device = history({ outages: outages.toReversed() });
  const spans = finish(drawTimeline(device, hours(0, 24)));
  const moments = Array.from({ length: 500 }, (_, i) => hour((i * 24) / 500) + 1);
  for (const moment of moments) {
    const span = spans.find(({ fromAt, toAt }) => fromAt <= moment && moment < toAt);
    expect([span?.state, span?.outage?.id ?? null]).toEqual(
      stateAt({ ...device, outages }, moment),
    );
  }
  expect([...drawTimeline(device, hours(0, 24))]).toHaveLength(4);
});
