import { expect, test } from 'bun:test';
import { hasWords } from './use-row-search.ts';

test('a row must contain every word, in any order and case', () => {
  expect(hasWords('ร้านกาแฟ fw-0000000000A1', 'a1 ร้าน')).toBe(true);
  expect(hasWords('ร้านกาแฟ fw-0000000000A1', 'a1 บ้าน')).toBe(false);
  expect(hasWords('ร้านกาแฟ', '')).toBe(true);
});
