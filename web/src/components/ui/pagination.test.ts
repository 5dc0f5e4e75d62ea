import { expect, test } from 'bun:test';
import { listPages } from './pagination.tsx';

test.each([
  [1, 1, [1]],
  [1, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, null, 19, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 19, 20]],
  [5, 20, [1, 2, 3, 4, 5, 6, null, 19, 20]],
  [10, 20, [1, 2, null, 9, 10, 11, null, 19, 20]],
  [20, 20, [1, 2, null, 19, 20]],
])('page %d of %d', (page, pages, shown) => {
  expect(listPages(page, pages)).toEqual(shown);
});
