import { expect, test } from 'bun:test';
import { listChanges } from './list-changes.ts';

test('a change has both sides, in the order of the entry', () => {
  const changes = listChanges(
    { recoveryDelay: 2, priceKeyOnly: 200 },
    { recoveryDelay: 5, priceKeyOnly: 250 },
  );
  expect(changes).toEqual([
    { field: 'recoveryDelay', before: 2, after: 5 },
    { field: 'priceKeyOnly', before: 200, after: 250 },
  ]);
});

test('what was made has no before, what was deleted no after', () => {
  expect(listChanges(null, { name: 'Nok' })).toEqual([
    { field: 'name', before: undefined, after: 'Nok' },
  ]);
  expect(listChanges({ name: 'Nok' }, null)).toEqual([
    { field: 'name', before: 'Nok', after: undefined },
  ]);
});

test('what was empty, and what stayed as it was, is left out', () => {
  expect(
    listChanges(
      { notes: null, name: 'Nok', keys: ['a'] },
      { notes: null, name: 'Nok', keys: ['a'] },
    ),
  ).toEqual([]);
  expect(listChanges(null, { notes: null })).toEqual([]);
  expect(listChanges({ notes: null }, { notes: 'paid' })).toEqual([
    { field: 'notes', before: null, after: 'paid' },
  ]);
});

test('rows and hashes are nobody’s business', () => {
  expect(listChanges({ id: 1, deviceRow: 2, tokenHash: 'ab' }, null)).toEqual([]);
});

test('an entry that is no object is shown all the same', () => {
  expect(listChanges('old', ['new'])).toEqual([{ field: 'value', before: 'old', after: ['new'] }]);
});
