/** Activation keys as lists show them: found by words and standing, counted, page by page. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { compactKey } from '../../domain/keys/activation-key.ts';
import type { KeyStatus } from '../../domain/keys/key-lifecycle.ts';
import type { Store } from '../engine/open.ts';
import { activationKeys, customers, devices } from '../engine/schema.ts';
import { holdsPhone, holdsText, type Words } from '../engine/search.ts';
import type { KeyRow } from './keys.ts';

/** Spec section 4: by what a key's row means; `used`: it serves a device, revoked or not. */
export const keyFilters = ['all', 'unused', 'used', 'active', 'expired', 'inactive'] as const;
export type KeyFilter = (typeof keyFilters)[number];

/** Which keys are wanted; what is left out does not matter. */
export interface KeyQuery {
  /** Words in the key, the phone or name of its customer, the id or site of its device. */
  readonly q?: string | undefined;
  readonly isMasked?: Words['isMasked'];
  readonly filter?: KeyFilter | undefined;
  readonly customerId?: number | undefined;
}

/** A key with its owner and device. */
export interface ListedKey {
  readonly key: KeyRow;
  readonly customerName: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly deviceId: string | null;
  readonly siteName: string | null;
}

/** How many keys stand how; `used` are those that serve a device, revoked ones too. */
export type KeyCounts = Readonly<Record<'total' | 'used' | KeyStatus, number>>;

/**
 * The condition of a list, for `selectKeys` or any statement that joins the same tables.
 * @returns undefined: every key
 */
export function whereKeys(query: KeyQuery, nowMs: number): SQL | undefined {
  const { q = '', isMasked, filter = 'all', customerId } = query;
  return and(
    customerId === undefined ? undefined : eq(activationKeys.customerId, customerId),
    whereStanding(filter, nowMs),
    whereWords({ q: q.trim(), isMasked }),
  );
}

/** Newest first; keys of one batch by their code, so that pages neither repeat nor skip one. */
export const newestKeysFirst = [desc(activationKeys.createdAt), asc(activationKeys.keyCode)];

const isCustomer = eq(customers.id, activationKeys.customerId);
const isDevice = eq(devices.id, activationKeys.deviceRow);

/** Keys with their owner and device; to be narrowed, ordered and limited. */
export function selectKeys(store: Store) {
  return store.db
    .select({
      key: activationKeys,
      customerName: customers.name,
      phone: customers.phone,
      deviceId: devices.deviceId,
      siteName: devices.siteName,
    })
    .from(activationKeys)
    .leftJoin(customers, isCustomer)
    .leftJoin(devices, isDevice);
}

/** Every key that is wanted, newest first. */
export function listKeys(store: Store, query: KeyQuery, nowMs: number): ListedKey[] {
  return selectKeys(store)
    .where(whereKeys(query, nowMs))
    .orderBy(...newestKeysFirst)
    .all();
}

/** One page of them, and how many there are on all pages. */
export function readKeyPage(
  store: Store,
  query: KeyQuery,
  page: { readonly page: number; readonly limit: number },
  nowMs: number,
): { readonly keys: ListedKey[]; readonly total: number } {
  const condition = whereKeys(query, nowMs);
  // The codes alone first: SQLite then leaves out the joins that the condition does not look at, and
  // the pages before this one cost next to nothing.
  const codes = store.db
    .select({ keyCode: activationKeys.keyCode })
    .from(activationKeys)
    .leftJoin(customers, isCustomer)
    .leftJoin(devices, isDevice)
    .where(condition)
    .orderBy(...newestKeysFirst)
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .all()
    .map(({ keyCode }) => keyCode);
  return { keys: readListedKeys(store, codes), total: countKeys(store, query, nowMs) };
}

/** How many are wanted, on all pages. */
function countKeys(store: Store, query: KeyQuery, nowMs: number): number {
  const counting = store.db.select({ total: count() }).from(activationKeys);
  const condition = whereKeys(query, nowMs);
  // A count is not rid of its joins by SQLite; only words look at them.
  const counted =
    (query.q ?? '').trim() === ''
      ? counting.where(condition).get()
      : counting.leftJoin(customers, isCustomer).leftJoin(devices, isDevice).where(condition).get();
  return counted?.total ?? 0;
}

/** Keys by their codes, in the order of a list. */
export function readListedKeys(store: Store, keyCodes: readonly string[]): ListedKey[] {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(keyCodes)}))`;
  return selectKeys(store)
    .where(sql`${activationKeys.keyCode} IN ${wanted}`)
    .orderBy(...newestKeysFirst)
    .all();
}

export function readKeyCounts(store: Store, nowMs: number): KeyCounts {
  const those = (filter: KeyFilter) =>
    sql<number>`count(*) FILTER (WHERE ${whereStanding(filter, nowMs)})`;
  const counted = store.db
    .select({
      total: count(),
      unused: those('unused'),
      used: those('used'),
      active: those('active'),
      expired: those('expired'),
      inactive: those('inactive'),
    })
    .from(activationKeys)
    .get();
  return counted ?? { total: 0, unused: 0, used: 0, active: 0, expired: 0, inactive: 0 };
}

/** `keyStatus` of domain/keys/key-lifecycle.ts as conditions; a test compares the two. */
function whereStanding(filter: KeyFilter, nowMs: number): SQL | undefined {
  const started = and(isNotNull(activationKeys.activatedAt), isNotNull(activationKeys.deviceRow));
  const isActive = eq(activationKeys.isActive, true);
  switch (filter) {
    case 'all':
      return undefined;
    case 'inactive':
      return eq(activationKeys.isActive, false);
    case 'unused':
      return and(
        isActive,
        or(
          isNull(activationKeys.activatedAt),
          isNull(activationKeys.deviceRow),
          isNull(activationKeys.expiresAt),
        ),
      );
    case 'used':
      return and(started, isNotNull(activationKeys.expiresAt));
    case 'active':
      return and(isActive, started, gt(activationKeys.expiresAt, nowMs));
    case 'expired':
      return and(isActive, started, lte(activationKeys.expiresAt, nowMs));
  }
}

/** @param words without spaces around them */
function whereWords(words: Words): SQL | undefined {
  if (words.q === '') return undefined;
  return or(
    holdsKey(words),
    holdsText(customers.name, words),
    holdsPhone(customers.phone, words),
    holdsText(devices.deviceId, words),
    holdsText(devices.siteName, words),
  );
}

/** A key or a part of one: case, spaces and dashes do not matter, O, I and L are read as 0, 1, 1. */
function holdsKey({ q, isMasked = false }: Words): SQL | undefined {
  const part = compactKey(q);
  if (part === null) return undefined;
  // What a mask leaves to be seen.
  if (isMasked) return sql`substr(${activationKeys.keyCode}, -5) LIKE ${`%${part}%`}`;
  return sql`replace(${activationKeys.keyCode}, '-', '') LIKE ${`%${part}%`}`;
}
