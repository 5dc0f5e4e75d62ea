import { expect, test } from 'bun:test';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [5_242_880, '5.2 MB'],
  [31_000_000_000, '31 GB'],
  [1_999_000_000_000_000, '1,999 TB'],
])('%p bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});
