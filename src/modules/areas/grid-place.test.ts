import { expect, test } from 'bun:test';
import { cellOf, kmBetween, nearSquares, squareOf } from './grid-place.ts';

const location = { latitude: 18.788, longitude: 98.985 };

test('the tag says most, then the point, then the area', () => {
  const all = { cell: 'F12/T3', area: 'TH-500101', location };
  expect(cellOf(all)).toEqual({ key: 'tag:F12/T3', parent: 'tag:F12', label: 'F12/T3' });
  expect(cellOf({ ...all, cell: 'F12' })).toMatchObject({ parent: 'tag:F12' });
  expect(cellOf({ ...all, cell: null })).toEqual({
    key: 'at:5636/29695',
    parent: 'at:1878,9898',
    label: null,
  });
  expect(cellOf({ ...all, cell: null, location: null })).toMatchObject({ key: 'area:TH-500101' });
  expect(cellOf({ cell: null, area: 'TH-50', location: null })).toBeNull();
  expect(cellOf({ cell: null, area: null, location: null })).toBeNull();
});

test('distances go along the great circle', () => {
  const bangkok = { latitude: 13.7563, longitude: 100.5018 };
  expect(kmBetween(location, bangkok)).toBeCloseTo(582, -1);
  expect(kmBetween(location, { ...location, latitude: location.latitude + 0.018 })).toBeCloseTo(
    2,
    1,
  );
});

test('what is near lies in one of the near squares', () => {
  const squares = new Set(nearSquares(location, 2));
  for (let degrees = 0; degrees < 360; degrees += 10) {
    const angle = (degrees * Math.PI) / 180;
    const there = {
      latitude: location.latitude + (1.99 / 111.2) * Math.sin(angle),
      longitude: location.longitude + (1.99 / 105.2) * Math.cos(angle),
    };
    expect(squares).toContain(squareOf(there));
  }
});
