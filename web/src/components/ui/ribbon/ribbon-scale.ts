import {
  type LaidPiece,
  layOutRibbon as layOut,
} from '../../../../../src/domain/fleet/ribbon-layout.ts';
import type { PowerSegment, PowerState } from '../../../lib/power-state.ts';

/** Something drawn: one stretch, or several that are too short to be drawn apart. */
export type RibbonPiece = LaidPiece<PowerState, PowerSegment>;

/** What matters most first. */
const weight = [
  'mains_lost',
  'contact_lost',
  'device_restarted',
  'internet_lost',
  'unobserved',
  'unknown',
  'up',
] as const satisfies readonly PowerState[];

/**
 * Where each stretch is drawn, in whole pixels.
 * @param segments in order and without overlap
 */
export function layOutRibbon(
  segments: readonly PowerSegment[],
  startMs: number,
  endMs: number,
  widthPx: number,
): RibbonPiece[] {
  return layOut<PowerState, PowerSegment>(segments, weight, startMs, endMs, widthPx);
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

interface Tick {
  atMs: number;
  /** How it is written. */
  kind: 'time' | 'day' | 'month';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Bangkok has had this offset, and no summer time, since 1920. */
const offsetMs = 7 * hourMs;

const hourSteps = [1, 2, 3, 4, 6, 12];
const daySteps = [1, 2, 5, 10, 15];
const monthSteps = [1, 2, 3, 6, 12];

/** Round times of the clock and the calendar of the site within a range, at most `most` of them. */
export function chooseTicks(startMs: number, endMs: number, most: number): Tick[] {
  const lengthMs = endMs - startMs;
  const fits = (stepMs: number) => lengthMs / stepMs <= most;
  const hours = hourSteps.find((step) => fits(step * hourMs));
  if (hours !== undefined && lengthMs <= 2 * dayMs) return everyHours(startMs, endMs, hours);
  const days = daySteps.find((step) => fits(step * dayMs));
  if (days !== undefined && lengthMs <= 60 * dayMs) return everyDays(startMs, endMs, days);
  const months = monthSteps.find((step) => fits(step * 30 * dayMs)) ?? 12;
  return everyMonths(startMs, endMs, months);
}

function everyHours(startMs: number, endMs: number, step: number): Tick[] {
  const stepMs = step * hourMs;
  const ticks: Tick[] = [];
  const firstMs = Math.ceil((startMs + offsetMs) / stepMs) * stepMs - offsetMs;
  for (let atMs = firstMs; atMs <= endMs; atMs += stepMs) ticks.push({ atMs, kind: 'time' });
  return ticks;
}

function everyDays(startMs: number, endMs: number, step: number): Tick[] {
  const ticks: Tick[] = [];
  const firstMs = Math.ceil((startMs + offsetMs) / dayMs) * dayMs - offsetMs;
  for (let atMs = firstMs; atMs <= endMs; atMs += step * dayMs) ticks.push({ atMs, kind: 'day' });
  return ticks;
}

function everyMonths(startMs: number, endMs: number, step: number): Tick[] {
  const ticks: Tick[] = [];
  const local = new Date(startMs + offsetMs);
  for (let month = 0; ; month += 1) {
    const index = local.getUTCMonth() + month;
    const atMs = Date.UTC(local.getUTCFullYear(), index, 1) - offsetMs;
    if (atMs > endMs) return ticks;
    if (atMs >= startMs && index % step === 0) ticks.push({ atMs, kind: 'month' });
  }
}

/**
 * How the label of each tick hangs on it, within the strip. Null: at an edge, where it would stand in the
 * way of the next one.
 * @param placesPx of the ticks, from the left
 */
export function placeLabels(
  placesPx: readonly number[],
  widthPx: number,
  labelPx: number,
): ('start' | 'middle' | 'end' | null)[] {
  const halfPx = labelPx / 2;
  const isFree = (centrePx: number, nextPx: number | undefined) =>
    nextPx === undefined || Math.abs(nextPx - centrePx) >= labelPx;
  return placesPx.map((place, index) => {
    if (place < halfPx) return isFree(place + halfPx, placesPx[index + 1]) ? 'start' : null;
    if (place > widthPx - halfPx) return isFree(place - halfPx, placesPx[index - 1]) ? 'end' : null;
    return 'middle';
  });
}
