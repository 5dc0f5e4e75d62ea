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
