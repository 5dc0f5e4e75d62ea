import { expect, test } from 'bun:test';
import { formatTable, median, quantile } from './report.ts';

test('the median of an even number of values lies between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('No values');
});

test('a quantile is a value that occurred, the worst of them at 1', () => {
  const values = Array.from({ length: 200 }, (_, i) => 200 - i);
  expect([0.5, 0.99, 1].map((q) => quantile(values, q))).toEqual([100, 198, 200]);
  expect(quantile([7], 0.01)).toBe(7);
  expect(() => quantile([], 0.5)).toThrow('No values');
});

test('a table is Markdown with numbers set right', () => {
  expect(
    formatTable(
      ['what', 'n'],
      [
        ['a', 1234567],
        ['bcdef', 0.5],
      ],
    ),
  ).toBe(
    [
      '| what  |         n |',
      '| ----- | --------: |',
      '| a     | 1,234,567 |',
      '| bcdef |      0.50 |',
    ].join('\n'),
  );
});
