import { expect, test } from 'bun:test';
import { readListSearch } from './list-search.ts';

const filters = ['all', 'online'] as const;

test('keeps what makes sense and drops the rest', () => {
  const typed = { q: 'ร้าน', filter: 'online', page: 3, limit: 25, sort: 'name', direction: 'desc' };
  expect(readListSearch(typed, filters, ['name'])).toEqual({
    ...typed,
    filter: 'online',
    direction: 'desc',
  });
  expect(
    readListSearch(
      { q: ' ', filter: 'purple', page: -1, limit: 1e9, sort: 'age', direction: 'desc', x: 1 },
      filters,
      ['name'],
    ),
  ).toEqual({});
});

test('leaves defaults out', () => {
  expect(readListSearch({ filter: 'all', page: 1, direction: 'asc' }, filters)).toEqual({});
});

test('a search of digits stays a text', () => {
  expect(readListSearch({ q: 812345678 })).toEqual({ q: '812345678' });
});
