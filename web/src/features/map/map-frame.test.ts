import { expect, test } from 'bun:test';
import { countryFrame, frameOf, type MapFrame, pointOf } from './map-frame.ts';

function isWithin({ x, y }: { x: number; y: number }, frame: MapFrame): boolean {
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height;
}

const chiangMai = { latitude: 18.788, longitude: 98.985 };
const lampang = { latitude: 18.29, longitude: 99.49 };
const vientiane = { latitude: 17.97, longitude: 102.6 };
const hatYai = { latitude: 7.009, longitude: 100.474 };

test('sites far apart are shown on the whole country, others in a frame that holds them', () => {
  expect(frameOf([])).toBe(countryFrame);
  expect(frameOf([chiangMai, hatYai])).toBe(countryFrame);
  for (const near of [
    [chiangMai, lampang],
    [vientiane, chiangMai],
    [hatYai, { latitude: -8, longitude: 115 }],
  ]) {
    const frame = frameOf(near);
    expect(frame).not.toBe(countryFrame);
    for (const town of near) expect(isWithin(pointOf(town), frame)).toBe(true);
  }
  for (const town of [chiangMai, lampang, hatYai]) {
    expect(isWithin(pointOf(town), countryFrame)).toBe(true);
  }
});

test('a single site is in the middle of a frame of some kilometres', () => {
  const frame = frameOf([chiangMai]);
  const { x, y } = pointOf(chiangMai);
  expect(frame.x + frame.width / 2).toBeCloseTo(x);
  expect(frame.y + frame.height / 2).toBeCloseTo(y);
  expect(frame.width).toBeGreaterThan(0.3);
});

test('north is up, and east is right', () => {
  expect(pointOf(chiangMai).y).toBeLessThan(pointOf(hatYai).y);
  expect(pointOf(chiangMai).x).toBeLessThan(pointOf(hatYai).x);
});
