import { type Location, roundLocation } from '../../../src/domain/devices/place.ts';

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

/** The outline of Thailand, drawn by hand for a map of a few hundred pixels: east,north in degrees. */
const drawnByHand = `
  100.09,20.37 100.4,20.26 100.55,20.1 100.42,19.75 100.58,19.5 101.2,19.55 101.28,19.05
  101.05,18.42 101.15,17.9 100.96,17.57 101.15,17.46 101.55,17.8 101.75,18.05 102.1,18.2
  102.6,17.95 102.95,18.0 103.25,18.35 103.9,18.33 104.3,17.85 104.78,17.4 104.74,16.55
  105.05,16.15 105.4,15.98 105.62,15.65 105.47,15.3 105.53,14.85 105.2,14.34 104.6,14.38
  103.7,14.42 103.1,14.28 102.8,13.95 102.56,13.65 102.36,13.3 102.5,12.75 102.77,12.4
  102.91,11.65 102.6,12.1 102.25,12.3 102.0,12.52 101.7,12.68 101.0,12.64 100.86,12.64
  100.92,13.15 100.97,13.45 100.55,13.52 100.05,13.37 99.97,12.8 99.97,12.2 99.82,11.8
  99.52,11.15 99.25,10.45 99.18,9.95 99.28,9.25 99.85,9.28 99.97,8.65 100.15,8.45
  100.28,8.3 100.4,7.65 100.6,7.2 101.05,6.86 101.4,6.92 101.82,6.5 102.1,6.23
  101.85,5.8 101.15,5.63 101.05,6.1 100.85,6.25 100.3,6.67 100.12,6.45 99.7,6.85
  99.35,7.35 99.05,7.75 98.75,8.2 98.45,8.3 98.4,7.85 98.28,7.85 98.25,8.6
  98.4,9.35 98.6,9.95 98.8,10.5 99.05,10.95 99.6,11.75 99.4,12.3 99.15,12.95
  99.2,13.5 98.95,14.0 98.55,14.4 98.25,14.8 98.2,15.15 98.55,15.4 98.6,16.0
  98.9,16.35 98.5,16.7 98.3,17.1 97.75,17.65 97.4,18.45 97.75,18.75 97.82,19.5
  98.05,19.78 98.95,19.75 99.1,20.1 99.5,20.35 99.95,20.45`;

export const thailand = drawnByHand
  .trim()
  .split(/\s+/)
  .map((pair) => {
    const [longitude = 0, latitude = 0] = pair.split(',').map(Number);
    return { longitude, latitude };
  });

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
