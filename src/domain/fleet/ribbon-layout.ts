/** Where the stretches of a power ribbon are drawn: on the pages, on paper and in pictures. */

/** A stretch of one state; the end is not part of it. Times are epoch milliseconds. */
interface Stretch<State> {
  readonly state: State;
  readonly startMs: number;
  readonly endMs: number;
}

/** Something drawn: one stretch, or several that are too short to be drawn apart. */
export interface LaidPiece<State, S> {
  /** Pixels from the left. */
  x: number;
  width: number;
  /** Of several, the one that matters most. */
  state: State;
  /** In order; more than one only where they are drawn as one. */
  segments: readonly [S, ...S[]];
}

interface Laid<S> {
  start: number;
  end: number;
  segments: [S, ...S[]];
}

/** No interruption is drawn narrower than this, however long the time it lies in. */
export const leastWidthPx = 3;

/**
 * Where each stretch is drawn, in whole pixels. An interruption too short for the width is widened into
 * the time around it; those too close to be drawn apart become one piece. Pieces are in order and do
 * not overlap, and every interruption is in exactly one of them.
 *
 * @param segments in order and without overlap
 * @param weight the states, what matters most first, and power, which is no interruption, last
 */
export function layOutRibbon<State, S extends Stretch<State>>(
  segments: readonly S[],
  weight: readonly State[],
  startMs: number,
  endMs: number,
  widthPx: number,
): LaidPiece<State, S>[] {
  const shown = segments
    .map((segment) => ({
      ...segment,
      startMs: Math.max(segment.startMs, startMs),
      endMs: Math.min(segment.endMs, endMs),
    }))
    .filter((segment) => segment.endMs > segment.startMs);
  const power = weight.at(-1);
  const gone = shown.filter(({ state }) => state !== power);
  const toX = (ms: number) => ((ms - startMs) / (endMs - startMs)) * widthPx;
  const interruptions = layOutInterruptions<State, S>(gone, toX, widthPx);
  const there = shown.filter(({ state }) => state === power);
  const worst = ({ start, end, segments: parts }: Laid<S>): LaidPiece<State, S> => {
    const states = parts.map(({ state }) => state);
    const state = weight.find((candidate) => states.includes(candidate)) ?? parts[0].state;
    return { x: start, width: end - start, state, segments: parts };
  };
  return [...interruptions.map(worst), ...fillBetween<State, S>(there, interruptions, toX)].sort(
    (one, other) => one.x - other.x,
  );
}

function layOutInterruptions<State, S extends Stretch<State>>(
  segments: readonly S[],
  toX: (ms: number) => number,
  widthPx: number,
): Laid<S>[] {
  const laid: Laid<S>[] = [];
  for (const segment of segments) {
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

/** The stretches with power, after the interruptions took their room. */
function fillBetween<State, S extends Stretch<State>>(
  segments: readonly S[],
  interruptions: readonly Laid<S>[],
  toX: (ms: number) => number,
): LaidPiece<State, S>[] {
  const pieces: LaidPiece<State, S>[] = [];
  let next = 0;
  for (const segment of segments) {
    const isBefore = (laid: Laid<S> | undefined) =>
      laid !== undefined && laid.segments[0].startMs < segment.startMs;
    while (isBefore(interruptions[next])) next += 1;
    const start = Math.max(Math.round(toX(segment.startMs)), interruptions[next - 1]?.end ?? 0);
    const limit = interruptions[next]?.start ?? Number.POSITIVE_INFINITY;
    const end = Math.min(Math.round(toX(segment.endMs)), limit);
    if (end > start) {
      const { state } = segment;
      pieces.push({ x: start, width: end - start, state, segments: [segment] });
    }
  }
  return pieces;
}
