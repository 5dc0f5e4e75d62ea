import { expect, test } from 'bun:test';
import { differences } from './differences.ts';

interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly isActive: boolean;
}

const before: Person = { name: 'Ada', email: null, isActive: true };

test('only what differs is a change, to nothing included', () => {
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

test('what is as it was is no change', () => {
  expect(differences(before, { name: 'Ada', isActive: true })).toBeNull();
  expect(differences(before, {})).toBeNull();
});
