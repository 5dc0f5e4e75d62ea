/** The administrator's list of customers; exports share its conditions. */

import { eq, isNotNull, or, type SQL } from 'drizzle-orm';
import type { CustomerFilter } from '../../domain/people/customer-filter.ts';
import type { Language } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { findPage, type Page, type Search } from '../engine/row-walk.ts';
import { customers } from '../engine/schema.ts';
import { holdsPhone, holdsText, type Words } from '../engine/search.ts';

/** `q`: part of a name, of a phone number in any form, or of a bot username. */
export interface CustomerQuery extends Words {
  readonly filter: CustomerFilter;
}

/** Customers in whose row the words are, whatever the filter. */
export function searchCustomers({ q, isMasked }: Words): Search {
  const words = { q: q.trim(), isMasked };
  return { table: 'customers', where: words.q === '' ? undefined : matchesText(words) };
}

export function isCustomerOf(filter: CustomerFilter): SQL | undefined {
  if (filter === 'all') return undefined;
  if (filter === 'deletion') return isNotNull(customers.deletionRequestedAt);
  return eq(customers.isActive, filter === 'active');
}

function matchesText(words: Words): SQL | undefined {
  return or(
    holdsText(customers.name, words),
    holdsPhone(customers.phone, words),
    // Stored without the @ that people write before it.
    holdsText(customers.telegramUsername, { ...words, q: words.q.replace(/^@/, '') }),
  );
}

/** A customer as the console shows them. */
export interface CustomerOverview {
  readonly id: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly email: string | null;
  readonly lineId: string | null;
  readonly address: string | null;
  readonly telegramUsername: string | null;
  readonly language: Language;
  readonly isActive: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms; null: nobody has proved that the phone is theirs. */
  readonly phoneProvenAt: number | null;
  /** Epoch ms; null: they did not ask to be deleted. */
  readonly deletionRequestedAt: number | null;
  readonly deviceCount: number;
  readonly keyCount: number;
  /** `unreachable`: there are chats, and the messenger says of each that it cannot be reached. */
  readonly messenger: 'connected' | 'unreachable' | 'none';
}

/**
 * One page of customers, newest first.
 * @returns `total`: how many there are on all pages
 */
export function* listCustomers(
  store: Store,
  query: CustomerQuery,
  page: Page,
): Steps<{ readonly rows: CustomerOverview[]; readonly total: number }> {
  const conditions = { total: isCustomerOf(query.filter) };
  const found = yield* findPage(store, searchCustomers(query), conditions, 'total', page);
  return { rows: readCustomerOverviews(store, found.rows), total: found.counts.total };
}

type OverviewRow = Omit<CustomerOverview, 'isActive' | 'messenger'> & {
  readonly isActive: number;
  /** Null: there is no chat. */
  readonly isReachable: number | null;
};

const overviews = perStore((store) =>
  store.sqlite.query<OverviewRow, [ids: string]>(`
    SELECT c.id, c.name, c.phone, c.email, c.line_id AS lineId, c.address,
      c.telegram_username AS telegramUsername, c.language, c.is_active AS isActive,
      c.created_at AS createdAt, c.deletion_requested_at AS deletionRequestedAt,
      c.phone_proven_at AS phoneProvenAt,
      (SELECT count(*) FROM devices d WHERE d.customer_id = c.id) AS deviceCount,
      (SELECT count(*) FROM activation_keys k WHERE k.customer_id = c.id) AS keyCount,
      (SELECT max(r.unreachable_at IS NULL) FROM recipients r
        WHERE r.customer_id = c.id AND r.channel = 'telegram') AS isReachable
    FROM customers c
    WHERE c.id IN (SELECT value FROM json_each(?))
    ORDER BY c.id DESC`),
);

/** These customers, newest first; those that are not there are left out. */
export function readCustomerOverviews(store: Store, ids: readonly number[]): CustomerOverview[] {
  if (ids.length === 0) return [];
  return overviews(store)
    .all(JSON.stringify(ids))
    .map(({ isActive, isReachable, ...row }) => ({
      ...row,
      isActive: isActive === 1,
      messenger: isReachable === null ? 'none' : isReachable === 1 ? 'connected' : 'unreachable',
    }));
}
