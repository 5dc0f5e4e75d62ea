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

test('a creation has no before, and a deletion no after', () => {
  expect(listChanges(null, { name: 'Nok' })).toEqual([
    { field: 'name', before: undefined, after: 'Nok' },
  ]);
  expect(listChanges({ name: 'Nok' }, null)).toEqual([
    { field: 'name', before: 'Nok', after: undefined },
  ]);
});

test('empty and unchanged fields are left out', () => {
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

test('row numbers and hashes are left out', () => {
  expect(listChanges({ id: 1, deviceRow: 2, tokenHash: 'ab' }, null)).toEqual([]);
});

test('an entry that is no object is shown, too', () => {
  expect(listChanges('old', ['new'])).toEqual([{ field: 'value', before: 'old', after: ['new'] }]);
});
