import { expect, test } from 'bun:test';
import { exampleEndMs, exampleSegments, exampleStartMs, fillWithUp } from './example-day.ts';

test('the example covers its 24 hours without a hole or an overlap', () => {
  expect(exampleEndMs - exampleStartMs).toBe(86_400_000);
  let reachedMs = exampleStartMs;
  for (const segment of exampleSegments) {
    expect(segment.startMs).toBe(reachedMs);
    expect(segment.endMs).toBeGreaterThan(segment.startMs);
    reachedMs = segment.endMs;
  }
  expect(reachedMs).toBe(exampleEndMs);
});

test('no gap is put between segments that touch each other or the ends', () => {
  const lost = { state: 'mains_lost', startMs: 0, endMs: 5 } as const;
  const unseen = { state: 'unobserved', startMs: 5, endMs: 10 } as const;
  expect(fillWithUp([lost, unseen], 0, 10)).toEqual([lost, unseen]);
  expect(fillWithUp([], 0, 10)).toEqual([{ state: 'up', startMs: 0, endMs: 10 }]);
});
