import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { leastWidthPx } from '../../../../../src/domain/fleet/ribbon-layout.ts';
import { type PowerSegment, type PowerState, powerStates } from '../../../lib/power-state.ts';
import { findPiece, layOutRibbon } from './ribbon-geometry.ts';

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
