/** The administrator's list of outages. */
import { and, count, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Cause } from '../../domain/states.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { devices, outages } from '../engine/schema.ts';
import { type DeliveryCounts, noDelivery, readDeliveryCounts } from '../outbox/delivery-counts.ts';
import type { Page } from '../people/customer-list.ts';

export interface OutageQuery {
  readonly filter: 'all' | 'open' | Cause;
  readonly deviceId?: string | undefined;
  /** The owner when it began. */
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
 * One page of outages, the last to begin first.
 * @returns `total`: how many there are on all pages
 */
export function listOutages(
  store: Store,
  query: OutageQuery,
  { page, limit }: Page,
): { readonly rows: ListedOutage[]; readonly total: number } {
  const where = whereOutages(query);
  const total = store.db.select({ total: count() }).from(outages).where(where).get()?.total ?? 0;
  const offset = (page - 1) * limit;
  if (offset >= total) return { rows: [], total };
  const ids = store.db
    .select({ id: outages.id })
    .from(outages)
    .where(where)
    .orderBy(desc(beginning(query.filter)), desc(outages.id))
    .limit(limit)
    .offset(offset)
    .all()
    .map(({ id }) => id);
  return { rows: readListedOutages(store, ids), total };
}

/** Open ones have an index of their own, and are few; with the `+` it is not the one by time. */
function beginning(filter: OutageQuery['filter']): SQL {
  return filter === 'open' ? sql`+${outages.downAt}` : sql`${outages.downAt}`;
}

function whereOutages({ filter, deviceId, customerId, from, to }: OutageQuery): SQL | undefined {
  return and(
    filter === 'all' ? undefined : whereFilter(filter),
    deviceId === undefined
      ? undefined
      : sql`${outages.deviceRow} = (SELECT ${devices.id} FROM ${devices}
          WHERE ${eq(devices.deviceId, deviceId)})`,
    customerId === undefined ? undefined : eq(outages.customerId, customerId),
    from === undefined ? undefined : gte(outages.downAt, from),
    to === undefined ? undefined : lt(outages.downAt, to),
  );
}

function whereFilter(filter: 'open' | Cause): SQL {
  return filter === 'open' ? isNull(outages.confirmedAt) : eq(outages.cause, filter);
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
