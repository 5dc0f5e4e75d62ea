import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { TokenBucket } from './token-bucket.ts';

test('a burst goes at once, then one per interval', () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 3 });
  expect(bucket.available(0)).toBe(3);
  for (let i = 0; i < 3; i++) bucket.take(0);
  expect(bucket.available(0)).toBe(0);
  expect(bucket.waitMs(0)).toBe(100);
  expect(bucket.waitMs(0, 2)).toBe(200);
  expect(bucket.available(100)).toBe(1);
  expect(bucket.waitMs(100)).toBe(0);
  expect(bucket.isFull(299)).toBe(false);
  expect(bucket.isFull(300)).toBe(true);
});

test('a token taken from an empty bucket delays the next ones', () => {
  const bucket = new TokenBucket({ perSecond: 1, burst: 1 });
  bucket.take(0);
  bucket.take(0);
  expect(bucket.waitMs(0)).toBe(2000);
});

test('tokens taken together cost as much as one by one', () => {
  const bucket = new TokenBucket({ perSecond: 20, burst: 200 });
  bucket.take(0, 199);
  expect(bucket.waitMs(0)).toBe(0);
  bucket.take(0, 100);
  // 99 are owed, and one more is wanted.
  expect(bucket.waitMs(0)).toBe(5000);
  expect(bucket.waitMs(5000)).toBe(0);
});

test('a bucket without a limit is never empty', () => {
  const bucket = new TokenBucket({ perSecond: Number.POSITIVE_INFINITY, burst: 1 });
  for (let i = 0; i < 1000; i++) {
    bucket.take(i, 100);
    expect(bucket.waitMs(0)).toBe(0);
  }
});

test('no span of time lets more pass than burst and rate allow', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat(400), { minLength: 1, maxLength: 100 }),
      (perSecond, burst, pauses) => {
        const bucket = new TokenBucket({ perSecond, burst });
        const passed: number[] = [];
        let now = 1_000_000;
        for (const pause of pauses) {
          now += pause;
          expect(bucket.waitMs(now) === 0).toBe(bucket.available(now) > 0);
          if (bucket.available(now) === 0) continue;
          bucket.take(now);
          passed.push(now);
        }
        for (const [i, from] of passed.entries()) {
          for (const [j, to] of passed.entries()) {
            if (j < i) continue;
            expect(j - i + 1).toBeLessThanOrEqual(burst + ((to - from) / 1000) * perSecond + 1e-6);
          }
        }
      },
    ),
  );
});
