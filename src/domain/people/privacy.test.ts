import { expect, test } from 'bun:test';
import { monthsBefore } from './privacy.ts';

const at = (text: string) => Date.parse(`${text}T10:00:00Z`);

test.each([
  ['2026-11-22', 12, '2025-11-22'],
  ['2026-11-22', 36, '2023-11-22'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2028-02-29', 12, '2027-02-28'],
])('%s less %i months is %s', (from, months, to) => {
  expect(monthsBefore(at(from), months)).toBe(at(to));
});
