import { type MarkedPoint, type MarkName, markOrder } from '../../components/map/map-marks.tsx';
import { pointOf } from '../../lib/map-frame.ts';

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
 * @param reach how far a point of a cluster is from its first one at most, and the middles of two clusters from one
 *   another at least, in units of the drawing
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
  return joinClose(
    groups.reverse().map(({ members }) => clusterOf(members)),
    reach,
  );
}

/** Their middles may lie closer than the points that began them did. */
function joinClose(clusters: readonly Cluster[], reach: number): Cluster[] {
  for (const one of clusters) {
    const close = clusters.find(
      (other) => other !== one && Math.hypot(other.x - one.x, other.y - one.y) < reach,
    );
    if (close === undefined) continue;
    const members = [...one.points, ...close.points].toSorted((a, b) => rankOf(b) - rankOf(a));
    const joined = clusters
      .map((other) => (other === close ? clusterOf(members) : other))
      .filter((other) => other !== one);
    return joinClose(
      joined.toSorted((a, b) => rankOf(a) - rankOf(b)),
      reach,
    );
  }
  return [...clusters];
}

function clusterOf(members: readonly MarkedPoint[]): Cluster {
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
}

function rankOf({ mark }: Pick<MarkedPoint, 'mark'>): number {
  return markOrder.indexOf(mark);
}
