import { type Location, roundLocation } from '../../../src/domain/devices/place.ts';
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
/** The outline around a single site: less than some 30 km would say nothing. In degrees. */
export const leastOfOutline = 0.3;
/** Streets around a single site: some 3 km. */
export const leastOfStreets = 0.03;

export function pointOf({ latitude, longitude }: Location): { x: number; y: number } {
  return { x: longitude * cosine, y: -latitude };
}

const outline = thailand.map(pointOf);

export const outlinePath = `M${outline.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join('L')}Z`;

/** The whole country, whatever sites there are. */
export const countryFrame = frameAround(outline, 0);

/**
 * The sites with a margin; the country, where they are spread over more than half of it, or none are.
 * @param least its least size in degrees
 */
export function frameOf(sites: readonly Location[], least: number): MapFrame {
  if (sites.length === 0) return countryFrame;
  const frame = frameAround(sites.map(pointOf), least);
  return frame.height * 2 > countryFrame.height && isWithin(frame, countryFrame)
    ? countryFrame
    : frame;
}

function isWithin(one: MapFrame, other: MapFrame): boolean {
  return (
    one.x >= other.x &&
    one.y >= other.y &&
    one.x + one.width <= other.x + other.width &&
    one.y + one.height <= other.y + other.height
  );
}

function frameAround(points: readonly { x: number; y: number }[], least: number): MapFrame {
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

/** The point of the globe that is drawn here. */
export function locationAt({ x, y }: { readonly x: number; readonly y: number }): Location {
  return { latitude: -y, longitude: x / cosine };
}

/** A square around a point; `height` in degrees of latitude. */
export function squareAround(point: Location, height: number): MapFrame {
  const { x, y } = pointOf(point);
  return { x: x - height / 2, y: y - height / 2, width: height, height };
}

/** The next point of those that are stored, some degrees away. */
export function stepFrom(
  from: Location,
  { north, east }: { readonly north: number; readonly east: number },
): Location {
  // Where meridians lie close to one another, the next point is further away in degrees.
  for (let times = 1; times < 400; times += 1) {
    const latitude = Math.min(90, Math.max(-90, from.latitude + times * north));
    const longitude = Math.min(180, Math.max(-180, from.longitude + times * east));
    const to = roundLocation({ latitude, longitude });
    if (to.latitude !== from.latitude || to.longitude !== from.longitude) return to;
  }
  return from;
}
