import { expect, test } from 'bun:test';
import { clusterPoints } from './map-clusters.ts';
import type { MarkedPoint, MarkName } from './map-marks.ts';

const point = (id: string, longitude: number, mark: MarkName = 'up'): MarkedPoint => ({
  ...{ id, name: id, mark, latitude: 15, longitude },
});

test('points within reach are one cluster, marked as the gravest of them', () => {
  const clusters = clusterPoints(
    [point('a', 100), point('b', 100.01, 'mains_lost'), point('c', 101), point('d', 100.005)],
    0.1,
  );
  expect(clusters.map(({ mark, points }) => [mark, points.map(({ id }) => id).sort()])).toEqual([
    ['up', ['c']],
    ['mains_lost', ['a', 'b', 'd']],
  ]);
});

test('a closer look parts them, and every point is in one', () => {
  const points = Array.from({ length: 30 }, (_, index) => point(`p${index}`, 100 + index / 100));
  for (const [reach, count] of [
    [10, 1],
    [0.001, 30],
  ] as const) {
    const clusters = clusterPoints(points, reach);
    expect(clusters).toHaveLength(count);
    expect(clusters.flatMap((cluster) => cluster.points)).toHaveLength(30);
  }
});
