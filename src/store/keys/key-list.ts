/** The operator's list of activation keys, searched, filtered, counted and paged. */

import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { compactKey } from '../../domain/keys/activation-key.ts';
import {
  endingSoonMs,
  type KeyFilter,
  type KeySort,
  type KeyStatus,
} from '../../domain/keys/key-lifecycle.ts';
import type { Steps } from '../../domain/steps.ts';
import { devices } from '../devices/tables.ts';
import type { Store } from '../engine/open.ts';
import {
  type Conditions,
  countRows,
  findPage,
  inOrderOf,
  type Order,
  type Page,
  type Search,
} from '../engine/row-walk.ts';
import { holdsPhone, holdsText, type Words } from '../engine/search.ts';
import { customers } from '../people/tables.ts';
import { isCustomer, isDevice, type ListedKey, readKeyRows, selectKeys } from './keys.ts';
import { activationKeys } from './tables.ts';

/** The keys that are wanted. */
export interface KeyQuery {
  /** Words in the key, its customer's phone number or name, or its device's id or site. */
  readonly q?: string | undefined;
  readonly hidden?: Words['hidden'];
  readonly filter?: KeyFilter | undefined;
  readonly customerId?: number | undefined;
}

/** The number of keys by standing. `used`: they serve a device, revoked or not. */
type KeyCounts = Readonly<Record<'total' | 'used' | 'ending' | KeyStatus, number>>;

/** Keys whose own row, or customer's or device's row, contains the words, whatever the filter. */
export function searchKeys({ q = '', hidden, customerId }: Omit<KeyQuery, 'filter'>): Search {
  const words = { q: q.trim(), hidden };
  const narrowed = customerId === undefined ? undefined : eq(activationKeys.customerId, customerId);
  if (words.q === '') return { table: 'activation_keys', narrowed };
  return {
    table: 'activation_keys',
    narrowed,
    joins: sql`LEFT JOIN ${customers} ON ${isCustomer} LEFT JOIN ${devices} ON ${isDevice}`,
    where: holdsWords(words),
  };
}

/** All wanted keys, newest first. For commands only: it would hold up a server. */
export function listKeys(store: Store, query: KeyQuery, nowMs: number): ListedKey[] {
  const { narrowed, where } = searchKeys(query);
  return selectKeys(store, and(narrowed, where, keyConditions(nowMs)[query.filter ?? 'all']));
}

const sortKeys: Readonly<Record<KeySort, SQL>> = {
  code: sql`${activationKeys.keyCode}`,
  customer: sql`(SELECT owner.name FROM customers owner WHERE owner.id = ${activationKeys.customerId})`,
  device: sql`(SELECT d.site_name FROM devices d WHERE d.id = ${activationKeys.deviceRow})`,
  type: sql`${activationKeys.purchaseType} || coalesce(${activationKeys.deviceType}, '')`,
  price: sql`${activationKeys.price}`,
  expiry: sql`${activationKeys.expiresAt}`,
  created: sql`${activationKeys.createdAt}`,
};

export interface KeyOrder {
  readonly by: KeySort;
  readonly direction: Order['direction'];
}

/**
 * One page of keys, in the wanted order or newest first.
 * @returns `counts`: the number of keys of each filter, over all pages
 */
export function* readKeyPage(
  store: Store,
  query: KeyQuery,
  page: Page,
  nowMs: number,
  order?: KeyOrder,
): Steps<{
  readonly keys: ListedKey[];
  readonly counts: Readonly<Record<KeyFilter, number>>;
}> {
  const { rows, counts } = yield* findPage(
    store,
    searchKeys(query),
    keyConditions(nowMs),
    query.filter ?? 'all',
    page,
    order && {
      key: sortKeys[order.by],
      direction: order.direction,
      isCode: order.by === 'code',
    },
  );
  return { keys: inOrderOf(rows, readKeyRows(store, rows), ({ row }) => row), counts };
}

export function readKeyCounts(store: Store, nowMs: number): Steps<KeyCounts> {
  const { all, used, ...statuses } = keyConditions(nowMs);
  return countRows(store, searchKeys({}), { total: all, used, ...statuses });
}

/** `keyStatus` of domain/keys/key-lifecycle.ts as conditions; a test compares the two. */
export function keyConditions(nowMs: number): Conditions<KeyFilter> {
  const started = and(isNotNull(activationKeys.activatedAt), isNotNull(activationKeys.deviceRow));
  const isActive = eq(activationKeys.isActive, true);
  const isGood = and(isActive, started, gt(activationKeys.expiresAt, nowMs));
  return {
    all: undefined,
    inactive: eq(activationKeys.isActive, false),
    unused: and(
      isActive,
      or(
        isNull(activationKeys.activatedAt),
        isNull(activationKeys.deviceRow),
        isNull(activationKeys.expiresAt),
      ),
    ),
    used: and(started, isNotNull(activationKeys.expiresAt)),
    active: isGood,
    expired: and(isActive, started, lte(activationKeys.expiresAt, nowMs)),
    ending: and(isGood, lte(activationKeys.expiresAt, nowMs + endingSoonMs)),
  };
}

/** @param words without spaces around them */
function holdsWords(words: Words): SQL | undefined {
  return or(
    holdsKey(words),
    holdsText(customers.name, words),
    holdsPhone(customers.phone, words),
    holdsText(devices.deviceId, words),
    holdsText(devices.siteName, words),
  );
}

/** Matches a key or part of one. Case, spaces and dashes do not matter; O, I and L are read as 0, 1 and 1. */
function holdsKey({ q, hidden = 'nothing' }: Words): SQL | undefined {
  const part = compactKey(q);
  if (part === null) return undefined;
  // A masked key shows its last five characters.
  if (hidden !== 'nothing') return sql`substr(${activationKeys.keyCode}, -5) LIKE ${`%${part}%`}`;
  return sql`replace(${activationKeys.keyCode}, '-', '') LIKE ${`%${part}%`}`;
}
