import { expect, test } from 'bun:test';
import { TokenBucket } from './token-bucket.ts';

function takeAll(bucket: TokenBucket, nowMono: number): number {
  let taken = 0;
  while (bucket.take(nowMono)) taken++;
  return taken;
}

test('a bucket gives its burst at once and then what time brings', () => {
  const bucket = new TokenBucket(20, 200, 1000);
  expect(takeAll(bucket, 1000)).toBe(200);
  expect(takeAll(bucket, 1500)).toBe(10);
  expect(takeAll(bucket, 1520)).toBe(0);
  expect(takeAll(bucket, 1550)).toBe(1);
});

test('a bucket never holds more than its burst', () => {
  const bucket = new TokenBucket(20, 200, 0);
  expect(takeAll(bucket, 3_600_000)).toBe(200);
});

test('a bucket says how long to wait', () => {
  const bucket = new TokenBucket(20, 200, 0);
  takeAll(bucket, 0);
  expect(bucket.msUntil(2)).toBe(100);
  expect(bucket.take(99)).toBe(true);
  expect(bucket.take(99)).toBe(false);
});

test('an unlimited bucket is never empty', () => {
  const bucket = new TokenBucket(Number.POSITIVE_INFINITY, 1, 0);
  for (let i = 0; i < 1000; i++) expect(bucket.take(0)).toBe(true);
});
