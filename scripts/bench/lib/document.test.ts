import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { describeTaken, documentPath, readTaken } from './document.ts';

test('docs/benchmarks.md is what the benchmarks found, and nobody’s own words', () => {
  const taken = readTaken();
  expect(taken.length).toBeGreaterThan(10);
  expect(readFileSync(documentPath, 'utf8')).toBe(describeTaken(taken));
});
