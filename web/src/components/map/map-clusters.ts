import { pointOf } from '../../lib/map-frame.ts';
import { type MarkedPoint, type MarkName, markOrder } from './map-marks.ts';

/** Marks that would cover one another, drawn as one. */
export interface Cluster {
  readonly points: readonly MarkedPoint[];
  /** The gravest of its marks. */
  readonly mark: MarkName;
  /** Its middle, in units of the drawing. */
  readonly x: number;
  readonly y: number;
}

/**
 * Gathers points that lie close to one another. The result is ordered as marks are drawn: what is lost
 * comes last.
 * @param reach how far a point of a cluster is from its first one at most, in units of the drawing
 */
export function clusterPoints(points: readonly MarkedPoint[], reach: number): Cluster[] {
  const groups: { x: number; y: number; members: MarkedPoint[] }[] = [];
  const gravestFirst = points.toSorted((one, other) => rankOf(other) - rankOf(one));
  for (const point of gravestFirst) {
    const { x, y } = pointOf(point);
    const group = groups.find((one) => Math.hypot(one.x - x, one.y - y) <= reach);
    if (group === undefined) groups.push({ x, y, members: [point] });
    else group.members.push(point);
  }
  return groups.reverse().map(({ members }) => {
    const places = members.map(pointOf);
    const middle = (of: (place: { x: number; y: number }) => number) =>
      places.reduce((sum, place) => sum + of(place), 0) / places.length;
    return {
      points: members,
      // The first one is the gravest.
      mark: members[0]?.mark ?? 'unknown',
      x: middle(({ x }) => x),
      y: middle(({ y }) => y),
    };
  });
}

function rankOf({ mark }: Pick<MarkedPoint, 'mark'>): number {
  return markOrder.indexOf(mark);
}
