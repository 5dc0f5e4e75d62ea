import type { PowerSegment, PowerState } from '../../../lib/power-state.ts';

/** Something drawn: one stretch, or several that are too short to be drawn apart. */
export interface RibbonPiece {
  /** Pixels from the left. */
  x: number;
  width: number;
  /** Of several, the one that matters most. */
  state: PowerState;
  /** In order; more than one only where they are drawn as one. */
  segments: readonly [PowerSegment, ...PowerSegment[]];
}

interface Laid {
  start: number;
  end: number;
  segments: [PowerSegment, ...PowerSegment[]];
}

/** No interruption is drawn narrower than this, however long the time it lies in. */
export const leastWidthPx = 3;

/** What matters most first. */
const weight: readonly PowerState[] = [
  'mains_lost',
  'contact_lost',
  'device_restarted',
  'internet_lost',
  'unobserved',
  'unknown',
  'up',
];

/**
 * Where each stretch is drawn, in whole pixels. An interruption too short for the width is widened into
 * the time around it; those too close to be drawn apart become one piece. Pieces are in order and do
 * not overlap, and every interruption is in exactly one of them.
 *
 * @param segments in order and without overlap
 */
export function layOutRibbon(
  segments: readonly PowerSegment[],
  startMs: number,
  endMs: number,
  widthPx: number,
): RibbonPiece[] {
  const shown = segments
    .map((segment) => ({
      ...segment,
      startMs: Math.max(segment.startMs, startMs),
      endMs: Math.min(segment.endMs, endMs),
    }))
    .filter((segment) => segment.endMs > segment.startMs);
  const toX = (ms: number) => ((ms - startMs) / (endMs - startMs)) * widthPx;
  const interruptions = layOutInterruptions(shown, toX, widthPx);
  return [...interruptions.map(toPiece), ...fillBetween(shown, interruptions, toX)].sort(
    (one, other) => one.x - other.x,
  );
}

function layOutInterruptions(
  segments: readonly PowerSegment[],
  toX: (ms: number) => number,
  widthPx: number,
): Laid[] {
  const laid: Laid[] = [];
  for (const segment of segments) {
    if (segment.state === 'up') continue;
    const place = widen(toX(segment.startMs), toX(segment.endMs), widthPx);
    const before = laid.at(-1);
    if (!before || place.start >= before.end) laid.push({ ...place, segments: [segment] });
    else if (place.end - before.end >= leastWidthPx) {
      laid.push({ start: before.end, end: place.end, segments: [segment] });
    } else if (place.start - before.start >= leastWidthPx) {
      before.end = place.start;
      laid.push({ ...place, segments: [segment] });
    } else {
      before.end = Math.max(before.end, place.end);
      before.segments.push(segment);
    }
  }
  return laid;
}

function widen(from: number, to: number, widthPx: number): { start: number; end: number } {
  const missing = Math.max(0, leastWidthPx - (to - from)) / 2;
  const start = Math.max(0, Math.min(Math.round(from - missing), widthPx - leastWidthPx));
  return {
    start,
    end: Math.min(widthPx, Math.max(Math.round(to + missing), start + leastWidthPx)),
  };
}

/** What is left of the stretches with power, after the interruptions took their room. */
function fillBetween(
  segments: readonly PowerSegment[],
  interruptions: readonly Laid[],
  toX: (ms: number) => number,
): RibbonPiece[] {
  const pieces: RibbonPiece[] = [];
  let next = 0;
  for (const segment of segments) {
    if (segment.state !== 'up') continue;
    const isBefore = (laid: Laid | undefined) =>
      laid !== undefined && laid.segments[0].startMs < segment.startMs;
    while (isBefore(interruptions[next])) next += 1;
    const start = Math.max(Math.round(toX(segment.startMs)), interruptions[next - 1]?.end ?? 0);
    const limit = interruptions[next]?.start ?? Number.POSITIVE_INFINITY;
    const end = Math.min(Math.round(toX(segment.endMs)), limit);
    if (end > start)
      pieces.push({ x: start, width: end - start, state: 'up', segments: [segment] });
  }
  return pieces;
}

function toPiece({ start, end, segments }: Laid): RibbonPiece {
  const states = segments.map(({ state }) => state);
  const state = weight.find((candidate) => states.includes(candidate)) ?? 'unknown';
  return { x: start, width: end - start, state, segments };
}

/**
 * The piece at a pixel. A narrow interruption is also hit from beside it, since neither finger nor
 * mouse is that exact.
 * @returns its index; -1 when there is none
 */
export function findPiece(pieces: readonly RibbonPiece[], x: number, reachPx: number): number {
  const distance = (piece: RibbonPiece) => Math.max(piece.x - x, x - (piece.x + piece.width), 0);
  const exact = pieces.findIndex((piece) => distance(piece) === 0);
  if (exact >= 0 && pieces[exact]?.state !== 'up') return exact;
  let nearest = -1;
  let nearestPx = reachPx;
  pieces.forEach((piece, index) => {
    const isNarrow = piece.state !== 'up' && piece.width < 2 * reachPx;
    if (isNarrow && distance(piece) <= nearestPx) {
      nearest = index;
      nearestPx = distance(piece);
    }
  });
  return nearest >= 0 ? nearest : exact;
}
