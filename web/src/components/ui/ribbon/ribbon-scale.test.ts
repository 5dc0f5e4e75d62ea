import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { leastWidthPx } from '../../../../../src/domain/fleet/ribbon-layout.ts';
import { type PowerSegment, type PowerState, powerStates } from '../../../lib/power-state.ts';
import { chooseTicks, findPiece, layOutRibbon, placeLabels } from './ribbon-scale.ts';

/** `up 10, mains_lost 1, up 9`: stretches that follow each other, in minutes. */
function sequence(...parts: readonly (readonly [PowerState, number])[]): PowerSegment[] {
  let startMs = 0;
  return parts.map(([state, minutes]) => {
    const segment = { state, startMs, endMs: startMs + minutes * 60_000 };
    startMs = segment.endMs;
    return segment;
  });
}

function draw(segments: PowerSegment[], widthPx: number): string {
  const endMs = segments.at(-1)?.endMs ?? 1;
  return layOutRibbon(segments, 0, endMs, widthPx)
    .map(
      ({ state, x, width, segments: { length } }) =>
        `${state} ${x}+${width}${length > 1 ? ` (${length})` : ''}`,
    )
    .join(', ');
}

test('stretches with enough room are drawn at their time', () => {
  const segments = sequence(['up', 60], ['mains_lost', 30], ['up', 10]);
  expect(draw(segments, 200)).toBe('up 0+120, mains_lost 120+60, up 180+20');
});

test('a cut of one minute in a year is seen', () => {
  const segments = sequence(['up', 200_000], ['mains_lost', 1], ['up', 325_599]);
  expect(draw(segments, 300)).toBe('up 0+113, mains_lost 113+3, up 116+184');
});

test('at both ends a short cut stays within the strip', () => {
  const segments = sequence(['mains_lost', 1], ['up', 100_000], ['mains_lost', 1]);
  expect(draw(segments, 300)).toBe('mains_lost 0+3, up 3+294, mains_lost 297+3');
});

test('cuts too close to be drawn apart are one piece, in the state that matters most', () => {
  const segments = sequence(
    ['up', 50_000],
    ['internet_lost', 1],
    ['up', 5],
    ['mains_lost', 1],
    ['up', 50_000],
  );
  expect(draw(segments, 300)).toBe('up 0+148, mains_lost 148+4 (2), up 152+148');
});

test('a long stretch gives way to a short one beside it', () => {
  const before = sequence(['unobserved', 10_000], ['mains_lost', 1], ['up', 10_000]);
  expect(draw(before, 300)).toBe('unobserved 0+149, mains_lost 149+3, up 152+148');
  const after = sequence(['up', 10_000], ['mains_lost', 1], ['unobserved', 10_000]);
  expect(draw(after, 300)).toBe('up 0+149, mains_lost 149+3, unobserved 152+148');
});

test('any history is drawn without holes, overlaps, losses and pieces too narrow to see', () => {
  const parts = fc.array(
    fc.tuple(
      fc.constantFrom(...powerStates),
      fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 300_000 })),
    ),
    { minLength: 1, maxLength: 120 },
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: 40, max: 2000 }), (given, widthPx) => {
      const segments = sequence(...given);
      const endMs = segments.at(-1)?.endMs ?? 0;
      const pieces = layOutRibbon(segments, 0, endMs, widthPx);
      let reached = 0;
      for (const piece of pieces) {
        expect(piece.x).toBe(reached);
        expect(piece.width).toBeGreaterThan(0);
        if (piece.state !== 'up') expect(piece.width).toBeGreaterThanOrEqual(leastWidthPx);
        reached += piece.width;
      }
      expect(reached).toBe(widthPx);
      const drawn = pieces.flatMap((piece) => piece.segments).filter(({ state }) => state !== 'up');
      expect(drawn).toEqual(segments.filter(({ state }) => state !== 'up'));
    }),
  );
});

test('only what lies in the range is drawn', () => {
  const segments = sequence(['mains_lost', 100], ['up', 100]);
  const [first, second, ...rest] = layOutRibbon(segments, 50 * 60_000, 150 * 60_000, 100);
  expect([first?.width, second?.width, rest]).toEqual([50, 50, []]);
  expect(first?.segments[0].startMs).toBe(50 * 60_000);
});

test('a narrow cut is hit from beside it, and a wide stretch only where it is', () => {
  const segments = sequence(
    ['up', 50_000],
    ['mains_lost', 1],
    ['up', 30_000],
    ['contact_lost', 20_000],
  );
  const pieces = layOutRibbon(segments, 0, segments.at(-1)?.endMs ?? 0, 1000);
  const at = (x: number, reach: number) => pieces[findPiece(pieces, x, reach)]?.state;
  expect(at(500, 6)).toBe('mains_lost');
  expect(at(505, 6)).toBe('mains_lost');
  expect(at(515, 6)).toBe('up');
  expect(at(515, 16)).toBe('mains_lost');
  expect(at(795, 6)).toBe('up');
  expect(at(805, 6)).toBe('contact_lost');
  expect(findPiece([], 5, 6)).toBe(-1);
});

function show(from: string, to: string, most: number): string[] {
  const ticks = chooseTicks(Date.parse(`${from}+07:00`), Date.parse(`${to}+07:00`), most);
  return ticks.map(
    ({ atMs, kind }) => `${kind} ${new Date(atMs + 25_200_000).toISOString().slice(0, 16)}`,
  );
}

test('a day has round hours of Bangkok', () => {
  expect(show('2026-11-20T18:05', '2026-11-21T18:05', 5)).toEqual([
    'time 2026-11-21T00:00',
    'time 2026-11-21T06:00',
    'time 2026-11-21T12:00',
    'time 2026-11-21T18:00',
  ]);
  expect(show('2026-11-20T18:05', '2026-11-21T18:05', 12)).toHaveLength(12);
});

test('a week and a month have days, a year has months', () => {
  expect(show('2026-11-14T10:00', '2026-11-21T10:00', 8)).toHaveLength(7);
  expect(show('2026-11-01T00:00', '2026-11-30T00:00', 7)).toEqual([
    'day 2026-11-01T00:00',
    'day 2026-11-06T00:00',
    'day 2026-11-11T00:00',
    'day 2026-11-16T00:00',
    'day 2026-11-21T00:00',
    'day 2026-11-26T00:00',
  ]);
  expect(show('2026-01-01T00:00', '2026-12-31T00:00', 5)).toEqual([
    'month 2026-01-01T00:00',
    'month 2026-04-01T00:00',
    'month 2026-07-01T00:00',
    'month 2026-10-01T00:00',
  ]);
});

test('there are never more than asked for, nor any outside the range', () => {
  for (const days of [0.5, 1, 2, 3, 7, 30, 90, 365, 1200]) {
    for (const most of [3, 5, 9, 14]) {
      const start = Date.parse('2026-03-03T03:03:00Z');
      const end = start + days * 86_400_000;
      const ticks = chooseTicks(start, end, most);
      expect(ticks.length, `${days} days`).toBeLessThanOrEqual(most + 1);
      expect(ticks.every(({ atMs }) => atMs >= start && atMs <= end)).toBe(true);
    }
  }
});

test('a label at an edge stays within the strip, or away where it would touch the next one', () => {
  expect(placeLabels([10, 110, 290], 300, 40)).toEqual(['start', 'middle', 'end']);
  expect(placeLabels([10, 55, 245, 290], 300, 40)).toEqual([null, 'middle', 'middle', null]);
  expect(placeLabels([150], 300, 40)).toEqual(['middle']);
  expect(placeLabels([], 300, 40)).toEqual([]);
});
