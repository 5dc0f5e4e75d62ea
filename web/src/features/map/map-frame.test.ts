import { expect, test } from 'bun:test';
import { countryFrame, frameOf, type MapFrame, pointOf } from './map-frame.ts';

function isWithin({ x, y }: { x: number; y: number }, frame: MapFrame): boolean {
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height;
}

const chiangMai = { latitude: 18.788, longitude: 98.985 };
const hatYai = { latitude: 7.009, longitude: 100.474 };

test('the frame holds all sites, and the country holds its towns', () => {
  const frame = frameOf([chiangMai, hatYai]);
  for (const town of [chiangMai, hatYai]) {
    expect(isWithin(pointOf(town), frame)).toBe(true);
    expect(isWithin(pointOf(town), countryFrame)).toBe(true);
  }
  expect(frame.height).toBeLessThan(countryFrame.height);
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
