import { expect, test } from 'bun:test';
import {
  countryFrame,
  frameOf,
  leastOfOutline,
  leastOfStreets,
  locationAt,
  type MapFrame,
  pointOf,
  squareAround,
  stepFrom,
} from './map-frame.ts';

function isWithin({ x, y }: { x: number; y: number }, frame: MapFrame): boolean {
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height;
}

const chiangMai = { latitude: 18.788, longitude: 98.985 };
const lampang = { latitude: 18.29, longitude: 99.49 };
const vientiane = { latitude: 17.97, longitude: 102.6 };
const hatYai = { latitude: 7.009, longitude: 100.474 };

test('sites far apart are shown on the whole country, others in a frame that holds them', () => {
  expect(frameOf([], leastOfOutline)).toBe(countryFrame);
  expect(frameOf([chiangMai, hatYai], leastOfOutline)).toBe(countryFrame);
  for (const near of [
    [chiangMai, lampang],
    [vientiane, chiangMai],
    [hatYai, { latitude: -8, longitude: 115 }],
  ]) {
    const frame = frameOf(near, leastOfOutline);
    expect(frame).not.toBe(countryFrame);
    for (const town of near) expect(isWithin(pointOf(town), frame)).toBe(true);
  }
  for (const town of [chiangMai, lampang, hatYai]) {
    expect(isWithin(pointOf(town), countryFrame)).toBe(true);
  }
});

test.each([leastOfOutline, leastOfStreets])(
  'a single site is in the middle of a frame of %d degrees',
  (least) => {
    const frame = frameOf([chiangMai], least);
    const { x, y } = pointOf(chiangMai);
    expect(frame.x + frame.width / 2).toBeCloseTo(x);
    expect(frame.y + frame.height / 2).toBeCloseTo(y);
    expect(frame.width).toBeGreaterThan(least);
    expect(frame.width).toBeLessThan(1.2 * least);
  },
);

test('north is up, and east is right', () => {
  expect(pointOf(chiangMai).y).toBeLessThan(pointOf(hatYai).y);
  expect(pointOf(chiangMai).x).toBeLessThan(pointOf(hatYai).x);
});

test('a point of the drawing is a point of the globe', () => {
  const { latitude, longitude } = locationAt(pointOf(hatYai));
  expect(latitude).toBeCloseTo(hatYai.latitude);
  expect(longitude).toBeCloseTo(hatYai.longitude);
  const frame = squareAround(hatYai, 0.02);
  expect(isWithin(pointOf(hatYai), frame)).toBe(true);
  expect(isWithin(pointOf(lampang), frame)).toBe(false);
});

test.each([
  ['north', { north: 0.001, east: 0 }, { latitude: 18.789, longitude: 98.985 }],
  ['east', { north: 0, east: 0.001 }, { latitude: 18.788, longitude: 98.986 }],
])('a step goes one stored point to the %s', (_, step, to) => {
  expect(stepFrom(chiangMai, step)).toEqual(to);
});

test('a step always goes somewhere, but not beyond the poles', () => {
  const tromso = { latitude: 69.649, longitude: 18.954 };
  expect(stepFrom(tromso, { north: 0, east: 0.001 }).longitude).toBeGreaterThan(18.954);
  const pole = { latitude: 90, longitude: 0 };
  expect(stepFrom(pole, { north: 1, east: 0 })).toEqual(pole);
});
