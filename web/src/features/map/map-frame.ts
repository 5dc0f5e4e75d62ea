import type { Location } from '../../../../src/domain/devices/place.ts';
import { thailand } from './thailand.ts';

/** What the map shows: its corner and its size, in units of the drawing. */
export interface MapFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Degrees, drawn as they are here: the outline is that of Thailand. */
const cosine = Math.cos((15 * Math.PI) / 180);
/** A frame around a single site is not smaller, in degrees: some 30 km. */
const least = 0.3;

export function pointOf({ latitude, longitude }: Location): { x: number; y: number } {
  return { x: longitude * cosine, y: -latitude };
}

const outline = thailand.map(pointOf);

export const outlinePath = `M${outline.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join('L')}Z`;

/** The smallest frame around all sites, with a margin; without any, around the country. */
export function frameOf(sites: readonly Location[]): MapFrame {
  const points = sites.length === 0 ? outline : sites.map(pointOf);
  const bounds = points.reduce(
    (sum, { x, y }) => ({
      left: Math.min(sum.left, x),
      right: Math.max(sum.right, x),
      top: Math.min(sum.top, y),
      bottom: Math.max(sum.bottom, y),
    }),
    { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity },
  );
  const width = Math.max(bounds.right - bounds.left, least) * 1.15;
  const height = Math.max(bounds.bottom - bounds.top, least) * 1.15;
  return {
    x: (bounds.left + bounds.right - width) / 2,
    y: (bounds.top + bounds.bottom - height) / 2,
    width,
    height,
  };
}

/** The whole country, whatever sites there are. */
export const countryFrame = frameOf([]);
