/** The operator's list of outages. */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Cause } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import { type Counted, findRows, pageOf, type Way } from '../engine/index-walk.ts';
import { perStore, type Store } from '../engine/open.ts';
import type { Page } from '../engine/row-walk.ts';
import { findDeviceRow } from '../fleet/device-changes.ts';
import { type DeliveryCounts, noDelivery, readDeliveryCounts } from '../outbox/delivery-counts.ts';

interface OutageQuery {
  readonly filter: 'all' | 'open' | Cause;
  readonly deviceId?: string | undefined;
  /** The owner when the outage began. */
  readonly customerId?: number | undefined;
  /** When it began: epoch ms, as all times here; `to` is not part of it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface ListedOutage {
  readonly id: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly customerId: number | null;
  readonly customerName: string | null;
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  /** Null: it is open. */
  readonly confirmedAt: number | null;
  readonly flaps: number;
  readonly detectedAt: number;
  readonly startKnown: 'reported' | 'heartbeat' | 'silence';
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly told: DeliveryCounts;
}

/**
 * One page of outages, the last to begin first, and the total over all pages, as far as it is counted.
 */
export function* listOutages(
  store: Store,
  query: OutageQuery,
  page: Page,
): Steps<Counted & { readonly rows: ListedOutage[] }> {
  const line = { table: 'outages', at: 'down_at' } as const;
  const wanted = { where: whereOutages(query) };
  const { ids, isCapped } = yield* findRows(store, line, waysOf(store, query), wanted, query);
  return { rows: readListedOutages(store, pageOf(ids, page)), total: ids.length, isCapped };
}

function waysOf(store: Store, { filter, deviceId, customerId }: OutageQuery): Way[] {
  if (deviceId !== undefined) {
    const device = findDeviceRow(store, deviceId);
    if (device === undefined) return [];
    return [{ index: 'outages_device', where: sql`t.device_row = ${device.id}` }];
  }
  if (customerId !== undefined) {
    return [{ index: 'outages_customer', where: sql`t.customer_id = ${customerId}` }];
  }
  const open = filter === 'open' ? readFewOpen(store) : null;
  if (open === null) return [{ index: 'outages_down' }];
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(open)}))`;
  return [{ index: null, where: sql`t.id IN ${ids}` }];
}

/** If a filter finds more than these, some of them are among the latest rows and are met soon. */
const fewOpen = 1_000;

const openOutages = perStore((store) =>
  store.sqlite.query<{ id: number }, [limit: number]>(
    'SELECT id FROM outages INDEXED BY outages_one_open WHERE confirmed_at IS NULL LIMIT ?',
  ),
);

/** The open outages, from an index of their own that is not sorted by time. Null: there are too many. */
function readFewOpen(store: Store): readonly number[] | null {
  const open = openOutages(store).all(fewOpen + 1);
  return open.length > fewOpen ? null : open.map(({ id }) => id);
}

function whereOutages({ filter, customerId }: OutageQuery): SQL | undefined {
  return and(
    filter === 'all' ? undefined : whereFilter(filter),
    customerId === undefined ? undefined : sql`t.customer_id = ${customerId}`,
  );
}

function whereFilter(filter: 'open' | Cause): SQL {
  return filter === 'open' ? sql`t.confirmed_at IS NULL` : sql`t.cause = ${filter}`;
}

const outagesById = perStore((store) =>
  store.sqlite.query<Omit<ListedOutage, 'told'>, [ids: string]>(`
    SELECT o.id, d.device_id AS deviceId, d.site_name AS siteName, o.customer_id AS customerId,
      c.name AS customerName, o.cause, o.down_at AS downAt, o.recover_at AS recoverAt,
      o.confirmed_at AS confirmedAt, o.flaps, o.detected_at AS detectedAt,
      o.start_known AS startKnown, o.acknowledged_at AS acknowledgedAt,
      o.acknowledged_by AS acknowledgedBy
    FROM outages o
    JOIN devices d ON d.id = o.device_row
    LEFT JOIN customers c ON c.id = o.customer_id
    WHERE o.id IN (SELECT value FROM json_each(?))
    ORDER BY o.down_at DESC, o.id DESC`),
);

function readListedOutages(store: Store, ids: readonly number[]): ListedOutage[] {
  const told = readDeliveryCounts(store, ids);
  return outagesById(store)
    .all(JSON.stringify(ids))
    .map((outage) => ({ ...outage, told: told.get(outage.id) ?? noDelivery }));
}

export function findListedOutage(store: Store, id: number): ListedOutage | undefined {
  return readListedOutages(store, [id])[0];
}
