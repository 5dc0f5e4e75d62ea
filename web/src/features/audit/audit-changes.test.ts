import { expect, test } from 'bun:test';
import i18next from 'i18next';
import { formatSeconds } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { formatValue, listChanges } from './audit-changes.tsx';

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

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

test.each([
  ['expiresAt', Date.UTC(2026, 10, 20, 19, 10), '21 Nov 2026 02:10'],
  ['mutedUntil', null, en.audit.value.none],
  ['sha256', 'a1b2c3d4'.repeat(8), 'a1b2c3d4…'],
  ['notes', '', en.audit.value.none],
  ['thresholdSeconds', 90, formatSeconds(90, 'en')],
  ['heartbeatTimeout', 180, formatSeconds(180, 'en')],
  ['recoveryDelay', 2, formatSeconds(120, 'en')],
  ['priceKeyOnly', 1200, '฿1,200'],
  ['bytes', 5_242_880, '5.2 MB'],
  ['customerId', 12_345, '12345'],
  ['months', 12, '12'],
  ['latitude', 13.281, '13.281'],
  ['phone', '+66812345678', '081-234-5678'],
  ['phone', '0812345678', '081-234-5678'],
  ['deviceType', 't-display', 'T-Display'],
  ['deviceType', 'another', 'another'],
  ['channel', 'webpush', en.channels.webpush.name],
  ['proof', 'contact', en.audit.proof.contact],
  ['isActive', false, en.audit.value.no],
  ['unboundKeys', ['A', 'B'], 'A, B'],
  ['other', { a: 1 }, '{"a":1}'],
])('%s %p reads %p', (field, value, text) => {
  expect(formatValue(field, value, i18n.t, 'en')).toBe(text);
});
