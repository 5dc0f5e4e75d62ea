/** Groups sites that belong together on the grid, by what is known of their place. */
import { type Location, type Place, thaiAreaCode } from '../../domain/devices/place.ts';

/** Sites that are expected to lose power together. */
export interface CellName {
  readonly key: string;
  /** The key that all cells of one feeder, or of one square, share. Null: none is known. */
  readonly parent: string | null;
  /** As people know it: the tag, the area, or null for a mere point. */
  readonly label: string | null;
}

/** The side of the squares that points are gathered in, in degrees: about 1.1 km. */
const squareDegrees = 0.01;
/** Cells to a side: about 370 m each, which is what one transformer serves. */
const partsOfSide = 3;
const earthKm = 6371;
const radians = Math.PI / 180;

/**
 * The cell of a site: of its tag, else of its point, else of its sub-district or district. A wider area
 * says nothing about the grid.
 */
export function cellOf({ cell, area, location }: Place): CellName | null {
  if (cell !== null) {
    const slash = cell.lastIndexOf('/');
    const parent = slash < 0 ? cell : cell.slice(0, slash);
    return { key: `tag:${cell}`, parent: `tag:${parent}`, label: cell };
  }
  if (location !== null) {
    return { key: `at:${partOf(location)}`, parent: `at:${squareOf(location)}`, label: null };
  }
  if (area === null || thaiAreaCode(area)?.length === 2) return null;
  return { key: `area:${area}`, parent: null, label: area };
}

/** The square that a point is in. */
export function squareOf({ latitude, longitude }: Location): string {
  return `${Math.floor(latitude / squareDegrees)},${Math.floor(longitude / squareDegrees)}`;
}

function partOf({ latitude, longitude }: Location): string {
  const degrees = squareDegrees / partsOfSide;
  return `${Math.floor(latitude / degrees)}/${Math.floor(longitude / degrees)}`;
}

/** The squares of everything within some kilometres of a point, and a little more. */
export function* nearSquares({ latitude, longitude }: Location, km: number): Generator<string> {
  const kmPerDegree = earthKm * radians;
  const north = Math.ceil(km / (squareDegrees * kmPerDegree));
  const narrowed = Math.max(0.01, Math.cos(latitude * radians));
  const east = Math.ceil(km / (squareDegrees * kmPerDegree * narrowed));
  for (let y = -north; y <= north; y += 1) {
    for (let x = -east; x <= east; x += 1) {
      yield squareOf({
        latitude: latitude + y * squareDegrees,
        longitude: longitude + x * squareDegrees,
      });
    }
  }
}

/** Great-circle distance (haversine). */
export function kmBetween(a: Location, b: Location): number {
  const north = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const cosines = Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(north * north + cosines * east * east)));
}
