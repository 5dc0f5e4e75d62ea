import { beforeEach, describe, expect, test } from 'bun:test';
import { openTestStore } from '../../../tests/support/monitor.ts';
import { type KeyFilter, keyFilters, keyStatus } from '../../domain/keys/key-lifecycle.ts';
import { finish } from '../../domain/steps.ts';
import { devices } from '../devices/tables.ts';
import type { Store } from '../engine/open.ts';
import { customers } from '../people/tables.ts';
import { type KeyQuery, listKeys, readKeyCounts, readKeyPage } from './key-list.ts';
import { activationKeys } from './tables.ts';

const now = 1_000_000;
let store: Store;

type NewKey = typeof activationKeys.$inferInsert;

function addKey(keyCode: string, fields: Partial<NewKey> = {}): void {
  store.db
    .insert(activationKeys)
    .values({
      keyCode,
      purchaseType: 'key_only',
      price: 200,
      createdBy: 'test',
      createdAt: 0,
      ...fields,
    })
    .run();
}

const readPage = (query: KeyQuery, page: number, limit: number) =>
  finish(readKeyPage(store, query, { page, limit }, now));

const found = (q: string) => listKeys(store, { q }, now).map(({ key }) => key.keyCode);

beforeEach(() => {
  store = openTestStore();
  store.db
    .insert(customers)
    .values({ id: 7, name: 'Somchai 100%_', phone: '+66812345678', createdAt: 0 })
    .run();
  store.db
    .insert(devices)
    .values({
      id: 3,
      deviceId: 'fw-a1b2c3d4e5f6',
      customerId: 7,
      ownedSince: 0,
      siteName: 'ร้านกาแฟ Corner',
      deviceType: 's2-mini',
      createdAt: 0,
    })
    .run();
});

describe('words', () => {
  beforeEach(() => {
    addKey('ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ');
    addKey('01234-ABCDE-FGHJK-MNPQR', { customerId: 7, deviceRow: 3 });
  });
  const both = ['01234-ABCDE-FGHJK-MNPQR', 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ'];
  const first = both.slice(0, 1);

  test.each([
    ['the whole key', '01234-ABCDE-FGHJK-MNPQR'],
    ['a key without dashes', '01234ABCDEFGHJKMNPQR'],
    ['a part across a dash, in small letters', '34abc'],
    ['a key with spaces', ' 01234 ABCDE '],
    ['O for 0 and I or L for 1', 'oI234'],
    ['O for 0 and I or L for 1', 'ol234-a'],
    ['a phone as people write it', '081-234-5678'],
    ['the beginning of one', '0812'],
    ['a phone as it is stored', '+66812345678'],
    ['the beginning of that', '+6681'],
    ['the end of a phone', '5678'],
    ['a name, whatever its capitals', 'sOMCHAI'],
    ['a percent sign', '100%'],
    ['an underscore', '%_'],
    ['a device', 'fw-a1b2c3d4e5f6'],
    ['a part of one', 'C3D4'],
    ['a site in Thai', 'กาแฟ'],
    ['a site', 'corner'],
  ])('find %s (%p)', (_what, q) => {
    expect(found(q)).toEqual(first);
  });

  test.each(['%', '_', '0_234', 'Z%Z', 'somch_i', '\\', "'", '" OR 1=1', 'ไม่มี', '-9'])(
    '%p are themselves, and find nothing that does not hold them',
    (q) => {
      expect(found(q)).toEqual(q === '%' || q === '_' ? first : []);
    },
  );

  test.each(['', '   '])('%p find everything', (q) => {
    expect(found(q)).toEqual(both);
  });

  test('narrow within the keys of one customer, and count what they find', () => {
    addKey('01234-ZZZZZ-ZZZZZ-ZZZZZ');
    const query = { q: '01234', customerId: 7 };
    const { keys, counts } = readPage(query, 1, 1);
    expect(keys.map(({ key }) => key.keyCode)).toEqual(first);
    expect(counts.all).toBe(1);
    expect(readPage({ q: '01234' }, 2, 1).counts.all).toBe(2);
  });
});

describe('the standing of a key', () => {
  /** All combinations, including those that cannot occur. */
  beforeEach(() => {
    for (const isActive of [true, false]) {
      for (const activatedAt of [null, 1]) {
        for (const deviceRow of [null, 3]) {
          for (const expiresAt of [null, now - 1, now, now + 1]) {
            const code = [isActive, activatedAt, deviceRow, expiresAt].join('|');
            addKey(code, { isActive, activatedAt, deviceRow, expiresAt });
          }
        }
      }
    }
  });

  const codes = (filter: KeyFilter) =>
    listKeys(store, { filter }, now)
      .map(({ key }) => key.keyCode)
      .sort();
  const codesThat = (fits: (status: string, hasBegun: boolean) => boolean) =>
    listKeys(store, {}, now)
      .filter(({ key }) => {
        const hasDevice = key.deviceRow !== null;
        const hasBegun = hasDevice && key.activatedAt !== null && key.expiresAt !== null;
        return fits(keyStatus({ ...key, hasDevice }, now), hasBegun);
      })
      .map(({ key }) => key.keyCode)
      .sort();

  test.each(['inactive', 'unused', 'active', 'expired'] as const)(
    '%s is filtered as it is derived',
    (status) => {
      const expected = codesThat((own) => own === status);
      expect(expected.length).toBeGreaterThan(0);
      expect(codes(status)).toEqual(expected);
    },
  );

  test('used are those that serve a device and count, revoked or not', () => {
    expect(codes('used')).toEqual(codesThat((_status, hasBegun) => hasBegun));
  });

  test('ending are those that are good and end within 30 days', () => {
    const inDays = (days: number) => now + days * 86_400_000;
    for (const [code, expiresAt] of [
      ['SOON', inDays(30)],
      ['LATER', inDays(30) + 1],
    ] as const) {
      addKey(code, { activatedAt: 1, deviceRow: 3, expiresAt });
    }
    const good = codesThat((own) => own === 'active');
    expect(codes('ending')).toEqual(good.filter((code) => code !== 'LATER'));
    expect(codes('ending')).toContain('SOON');
  });

  test('is counted as it is filtered', () => {
    const counts = finish(readKeyCounts(store, now));
    for (const filter of keyFilters) {
      expect(counts[filter === 'all' ? 'total' : filter]).toBe(codes(filter).length);
    }
    expect(counts.unused + counts.active + counts.expired + counts.inactive).toBe(counts.total);
  });

  test('counts to nothing where there are no keys', () => {
    store.db.delete(activationKeys).run();
    const none = { total: 0, unused: 0, used: 0, active: 0, expired: 0, inactive: 0, ending: 0 };
    expect(finish(readKeyCounts(store, now))).toEqual(none);
  });
});

test('pages are newest first, and neither repeat nor skip a key', () => {
  for (let n = 0; n < 25; n += 1) {
    addKey(`K${String((n * 7) % 25).padStart(2, '0')}`, { createdAt: n });
  }
  const seen: string[] = [];
  for (let page = 1; page <= 4; page += 1) {
    const { keys, counts } = readPage({}, page, 8);
    expect(counts.all).toBe(25);
    seen.push(...keys.map(({ key }) => key.keyCode));
  }
  expect(new Set(seen).size).toBe(25);
  expect(seen).toEqual(listKeys(store, {}, now).map(({ key }) => key.keyCode));
  expect(listKeys(store, {}, now).map(({ key }) => key.createdAt)).toEqual(
    Array.from({ length: 25 }, (_, n) => 24 - n),
  );
});
