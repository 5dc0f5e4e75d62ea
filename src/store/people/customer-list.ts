/** The operator's list of customers. Exports share its conditions. */

import { eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { pluck } from '../../domain/fields.ts';
import type { CustomerFilter, CustomerSort } from '../../domain/people/customer-filter.ts';
import { type Particulars, particulars } from '../../domain/people/particulars.ts';
import type { Language } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import { perStore, type Store } from '../engine/open.ts';
import { selectAs } from '../engine/plain-sql.ts';
import {
  type Conditions,
  findPage,
  inOrderOf,
  type Order,
  type Page,
  type Search,
} from '../engine/row-walk.ts';
import { holdsPhone, holdsText, type Words } from '../engine/search.ts';
import { customers } from './tables.ts';

/** `q`: part of a name, of a phone number in any form, or of a bot username. */
export interface CustomerQuery extends Words {
  readonly filter: CustomerFilter;
}

/** Customers whose row contains the words, whatever the filter. */
export function searchCustomers({ q, hidden }: Words): Search {
  const words = { q: q.trim(), hidden };
  return { table: 'customers', where: words.q === '' ? undefined : matchesText(words) };
}

export const customerConditions: Conditions<CustomerFilter> = {
  all: undefined,
  // As the filter of the same name of the list of devices.
  lost: sql`EXISTS (SELECT 1 FROM devices d WHERE d.customer_id = ${customers.id}
    AND (d.power = 'DOWN' OR d.link = 'offline'))`,
  active: eq(customers.isActive, true),
  inactive: eq(customers.isActive, false),
  deletion: isNotNull(customers.deletionRequestedAt),
  // In this order most customers need one look: somebody can be reached.
  unreachable: sql`${customers.isActive} = 1
    AND NOT EXISTS (SELECT 1 FROM recipients r WHERE r.customer_id = ${customers.id}
      AND r.unreachable_at IS NULL)
    AND EXISTS (SELECT 1 FROM devices d WHERE d.customer_id = ${customers.id})`,
};

const sortKeys: Readonly<Record<CustomerSort, SQL>> = {
  name: sql`${customers.name}`,
  phone: sql`${customers.phone}`,
  username: sql`${customers.telegramUsername}`,
  devices: sql`(SELECT count(*) FROM devices d WHERE d.customer_id = ${customers.id})`,
  registered: sql`${customers.createdAt}`,
};

interface CustomerOrder {
  readonly by: CustomerSort;
  readonly direction: Order['direction'];
}

function matchesText(words: Words): SQL | undefined {
  return or(
    holdsText(customers.name, words),
    holdsPhone(customers.phone, words),
    // User names are stored without the @ that people write before them.
    holdsText(customers.telegramUsername, { ...words, q: words.q.replace(/^@/, '') }),
  );
}

/** A customer as the console shows them. */
export interface CustomerOverview extends Particulars {
  readonly id: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly language: Language;
  readonly isActive: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms. Null: nobody has proved that the phone number is theirs. */
  readonly phoneProvenAt: number | null;
  /** Epoch ms. Null: the customer did not ask to be deleted. */
  readonly deletionRequestedAt: number | null;
  readonly deviceCount: number;
  readonly keyCount: number;
  /** `unreachable`: there are recipients, and none can be reached. */
  readonly messenger: 'connected' | 'unreachable' | 'none';
}

/** The number of customers that each filter finds. */
type CustomerCounts = Readonly<Record<CustomerFilter, number>>;

/**
 * One page of customers, in the wanted order or newest first.
 * @returns `counts`: the number of customers of each filter, over all pages
 */
export function* listCustomers(
  store: Store,
  query: CustomerQuery,
  page: Page,
  order?: CustomerOrder,
): Steps<{ readonly rows: CustomerOverview[]; readonly counts: CustomerCounts }> {
  const { rows, counts } = yield* findPage(
    store,
    searchCustomers(query),
    customerConditions,
    query.filter,
    page,
    order && { key: sortKeys[order.by], direction: order.direction },
  );
  return { rows: inOrderOf(rows, readCustomerOverviews(store, rows), ({ id }) => id), counts };
}

type OverviewRow = Omit<CustomerOverview, 'isActive' | 'messenger'> & {
  readonly isActive: number;
  /** Null: there is no recipient. */
  readonly isReachable: number | null;
};

const overviews = perStore((store) =>
  store.sqlite.query<OverviewRow, [ids: string]>(`
    SELECT c.id, c.name, c.phone, ${selectAs('c', pluck(particulars, 'column'))}, c.language, c.is_active AS isActive,
      c.created_at AS createdAt, c.deletion_requested_at AS deletionRequestedAt,
      c.phone_proven_at AS phoneProvenAt,
      (SELECT count(*) FROM devices d WHERE d.customer_id = c.id) AS deviceCount,
      (SELECT count(*) FROM activation_keys k WHERE k.customer_id = c.id) AS keyCount,
      (SELECT max(r.unreachable_at IS NULL) FROM recipients r
        WHERE r.customer_id = c.id) AS isReachable
    FROM customers c
    WHERE c.id IN (SELECT value FROM json_each(?))
    ORDER BY c.id DESC`),
);

/** These customers, newest first. Missing ones are left out. */
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
