import { beforeEach, describe, expect, test } from 'bun:test';
import { openTestStore } from '../../../tests/support/monitor.ts';
import type { Store } from '../engine/open.ts';
import { changeKeyCode, deleteKey, findKey, insertKey, type KeyRow, updateKey } from './keys.ts';

const keyCode = '01234-ABCDE-FGHJK-MNPQR';
const newKey = {
  purchaseType: 'key_only',
  deviceType: null,
  customerId: 1,
  standing: 'typed',
  price: 200,
  createdBy: 'test',
  createdAt: 0,
  notes: null,
} as const;
let store: Store;
let read: KeyRow;

beforeEach(() => {
  store = openTestStore();
  store.sqlite.run(`INSERT INTO customers (id, name, phone, created_at)
    VALUES (1, 'A', '+66811111111', 0), (2, 'B', '+66822222222', 0)`);
  store.sqlite.run(`INSERT INTO devices (id, device_id, customer_id, owned_since, site_name,
    device_type, created_at) VALUES (3, 'fw-000000000000', 1, 0, 'Shop', 's2-mini', 0)`);
  insertKey(store, { ...newKey, keyCode });
  read = findKey(store, keyCode) ?? read;
});

test('a key that is still as it was read is changed, or deleted', () => {
  expect(updateKey(store, read, { deviceRow: 3, expiresAt: 5 })).toBe(true);
  const changed = findKey(store, keyCode);
  expect(changed).toMatchObject({ deviceRow: 3, expiresAt: 5, customerId: 1 });
  expect(deleteKey(store, changed ?? read)).toBe(true);
  expect(findKey(store, keyCode)).toBeUndefined();
});

test('each key has a name of its own that does not tell its code', () => {
  insertKey(store, { ...newKey, keyCode: 'another' });
  const refs = [keyCode, 'another'].map((code) => findKey(store, code)?.ref ?? '');
  expect(new Set(refs).size).toBe(2);
  for (const ref of refs) expect(ref).toMatch(/^[0-9a-f]{16}$/);
});

test('a key gets another code with all that names it, if it is still as it was read', () => {
  store.sqlite.run(`INSERT INTO notifications (customer_id, key_code, key_expires_at, kind, channel,
    recipient, language, due_at, next_attempt_at, created_at)
    VALUES (1, '${keyCode}', 5, 'key-expiry', 'log', '1', 'th', 0, 0, 0)`);
  const change = () => store.transaction(() => changeKeyCode(store, read, 'another'));
  expect(change()).toBe(true);
  expect(findKey(store, keyCode)).toBeUndefined();
  expect(findKey(store, 'another')).toEqual({ ...read, keyCode: 'another' });
  const told = store.sqlite.query('SELECT key_code AS code FROM notifications').all();
  expect(told).toEqual([{ code: 'another' }]);
  expect(change()).toBe(false);
});

describe('a key that somebody else has', () => {
  test.each([
    ['transferred', 'customer_id = 2'],
    ['taken from its customer', 'customer_id = NULL'],
    ['bound to a device', 'device_row = 3'],
    ['renewed', 'expires_at = 5'],
    ['revoked', 'is_active = 0'],
  ])('%s since is left as they made it', (_what, change) => {
    store.sqlite.run(`UPDATE activation_keys SET ${change}`);
    const theirs = findKey(store, keyCode);
    expect(updateKey(store, read, { notes: 'lost', expiresAt: 9 })).toBe(false);
    expect(deleteKey(store, read)).toBe(false);
    expect(findKey(store, keyCode)).toEqual(theirs);
  });

  test('deleted since is not there to be changed', () => {
    store.sqlite.run('DELETE FROM activation_keys');
    expect(updateKey(store, read, { notes: 'x' })).toBe(false);
    expect(deleteKey(store, read)).toBe(false);
  });
});
