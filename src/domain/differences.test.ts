import { expect, test } from 'bun:test';
import { differences } from './differences.ts';

interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly isActive: boolean;
}

const before: Person = { name: 'Ada', email: null, isActive: true };

test('only differing values are changes, including those to nothing', () => {
  const wanted = { name: 'Ada', email: 'a@example.com', isActive: undefined };
  expect(differences(before, wanted)).toEqual({
    before: { email: null },
    after: { email: 'a@example.com' },
  });
  const known: Person = { ...before, email: 'a@example.com' };
  expect(differences(known, { email: null })).toEqual({
    before: { email: 'a@example.com' },
    after: { email: null },
  });
});

test('equal values are no change', () => {
  expect(differences(before, { name: 'Ada', isActive: true })).toBeNull();
  expect(differences(before, {})).toBeNull();
});
