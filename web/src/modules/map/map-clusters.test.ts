import { expect, test } from 'bun:test';
import type { MarkedPoint, MarkName } from '../../components/map/map-marks.tsx';
import { clusterPoints } from './map-clusters.ts';

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

test.each([0.02, 0.05, 0.1, 0.3, 1])('no two clusters cover one another: reach %d', (reach) => {
  const points = Array.from({ length: 60 }, (_, index) =>
    point(`p${index}`, 100 + ((index * 37) % 60) / 50, index % 7 === 0 ? 'mains_lost' : 'up'),
  );
  const clusters = clusterPoints(points, reach);
  for (const one of clusters) {
    for (const other of clusters) {
      if (one !== other) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(reach);
      }
    }
  }
  expect(clusters.flatMap((cluster) => cluster.points)).toHaveLength(60);
  for (const { mark, points: members } of clusters) {
    expect(mark === 'mains_lost').toBe(members.some((member) => member.mark === 'mains_lost'));
  }
});
