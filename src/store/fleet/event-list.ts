/** The administrator's list of events. */
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Cause, TimelineEventType } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import { whereDevices } from '../devices/device-list.ts';
import type { RowRange } from '../engine/export-ranges.ts';
import type { Store } from '../engine/open.ts';
import { selectRows } from '../engine/plain-sql.ts';
import { perStore } from '../engine/prepared.ts';
import { customers, devices } from '../engine/schema.ts';
import type { Words } from '../engine/search.ts';
import { type DeliveryCounts, noDelivery, readDeliveryCounts } from '../outbox/delivery-counts.ts';
import type { Page } from '../people/customer-list.ts';
import {
  findEvents,
  isNews,
  mostWays,
  type Wanted,
  type Way,
  wayOfCustomer,
  wayOfDevice,
} from './event-walk.ts';

/** `q`: part of a device id, of a site name, or of the owner's name or phone number. */
export interface EventQuery extends Words {
  /** `all`: everything but the heartbeat roll-ups. */
  readonly filter: 'all' | TimelineEventType;
  readonly deviceId?: string | undefined;
  /** The owner when it happened. */
  readonly customerId?: number | undefined;
  /** Epoch ms, as all times here; `to` is not part of it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface ListedEvent {
  readonly id: number;
  readonly eventType: TimelineEventType;
  readonly occurredAt: number;
  readonly createdAt: number;
  readonly deviceId: string | null;
  readonly siteName: string | null;
  readonly customerId: number | null;
  readonly customerName: string | null;
  readonly voltage: number | null;
  readonly batteryLevel: number | null;
  readonly message: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly outage: {
    readonly id: number;
    readonly cause: Cause;
    readonly downAt: number;
    readonly recoverAt: number | null;
    /** Null: it is open. */
    readonly confirmedAt: number | null;
  } | null;
  readonly delivery: DeliveryCounts;
}

/** An EventQuery whose words were looked up. */
export interface ResolvedEventQuery extends Omit<EventQuery, keyof Words | 'deviceId'> {
  /** Rows of the devices that are looked for; null: any. */
  readonly deviceRows: readonly number[] | null;
}

/** Words are looked up among the devices, of which there are few, not in every event. */
export function resolveEventQuery(store: Store, query: EventQuery): ResolvedEventQuery {
  const { q, isMasked, deviceId, ...others } = query;
  if (q.trim() === '' && deviceId === undefined) return { ...others, deviceRows: null };
  const found = store.db
    .select({ id: devices.id })
    .from(devices)
    .leftJoin(customers, eq(customers.id, devices.customerId))
    .where(
      and(
        whereDevices({ q, isMasked, filter: 'all' }),
        deviceId === undefined ? undefined : eq(devices.deviceId, deviceId),
      ),
    )
    .all();
  // Of words that are in all of them (`fw-`) nothing has to be looked for.
  const isEvery =
    found.length === (store.db.select({ all: count() }).from(devices).get()?.all ?? 0);
  return { ...others, deviceRows: isEvery ? null : idsOf(found) };
}

/** One page of events, newest first, and how many there are on all pages, as far as they are counted. */
export function* listEvents(
  store: Store,
  query: EventQuery,
  { page, limit }: Page,
): Steps<{
  readonly rows: ListedEvent[];
  readonly total: number;
  /** There are more than `total`. */
  readonly isCapped: boolean;
}> {
  const resolved = resolveEventQuery(store, query);
  const { ids, isCapped } = yield* findEvents(store, waysOf(resolved), wantedOf(resolved), query);
  const rows = readListedEvents(store, ids.slice((page - 1) * limit, page * limit));
  return { rows, total: ids.length, isCapped };
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

function waysOf({ filter, deviceRows, customerId }: ResolvedEventQuery): Way[] {
  const hasRollUps = filter === 'HEARTBEAT';
  if (deviceRows !== null && deviceRows.length <= mostWays) {
    return deviceRows.map((row) => wayOfDevice(row, hasRollUps));
  }
  if (customerId !== undefined) return [wayOfCustomer(customerId, hasRollUps)];
  if (filter === 'all') return [{ index: 'events_occurred', where: isNews }];
  return [{ index: 'events_type', where: sql`e.event_type = ${filter}` }];
}

function wantedOf({ filter, deviceRows, customerId }: ResolvedEventQuery): Wanted {
  return {
    devices: deviceRows,
    where: and(
      filter === 'all' ? undefined : sql`e.event_type = ${filter}`,
      customerId === undefined ? undefined : sql`e.customer_id = ${customerId}`,
    ),
  };
}

/** For an export, which meets every row. */
function whereEvents(query: ResolvedEventQuery): SQL | undefined {
  const { filter, deviceRows, customerId, from, to } = query;
  return and(
    filter === 'all' ? isNews : sql`e.event_type = ${filter}`,
    customerId === undefined ? undefined : sql`e.customer_id = ${customerId}`,
    deviceRows === null
      ? undefined
      : sql`e.device_row IN (SELECT value FROM json_each(${JSON.stringify(deviceRows)}))`,
    from === undefined ? undefined : sql`e.occurred_at >= ${from}`,
    to === undefined ? undefined : sql`e.occurred_at < ${to}`,
  );
}

type EventRow = Omit<ListedEvent, 'details' | 'outage' | 'delivery'> & {
  /** JSON object. */
  readonly details: string | null;
  readonly outageId: number | null;
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly confirmedAt: number | null;
};

const eventColumns = `
  SELECT e.id, e.event_type AS eventType, e.occurred_at AS occurredAt, e.created_at AS createdAt,
    d.device_id AS deviceId, d.site_name AS siteName, e.customer_id AS customerId,
    c.name AS customerName, e.voltage, e.battery_level AS batteryLevel, e.message, e.details,
    o.id AS outageId, o.cause, o.down_at AS downAt, o.recover_at AS recoverAt,
    o.confirmed_at AS confirmedAt`;

/** An outage that was taken out leaves its events without one. */
const eventJoins = `
  LEFT JOIN devices d ON d.id = e.device_row
  LEFT JOIN customers c ON c.id = e.customer_id
  LEFT JOIN outages o ON o.id = e.outage_id`;

const selectEvents = `${eventColumns} FROM events e ${eventJoins}`;

const eventsById = perStore((store) =>
  store.sqlite.query<EventRow, [ids: string]>(
    `${selectEvents} WHERE e.id IN (SELECT value FROM json_each(?))
    ORDER BY e.occurred_at DESC, e.id DESC`,
  ),
);

/** These events, newest first; those that are not there are left out. */
export function readListedEvents(store: Store, ids: readonly number[]): ListedEvent[] {
  if (ids.length === 0) return [];
  return withDelivery(store, eventsById(store).all(JSON.stringify(ids)));
}

export function findListedEvent(store: Store, id: number): ListedEvent | undefined {
  return readListedEvents(store, [id])[0];
}

const eventsOfOutage = perStore((store) =>
  store.sqlite.query<EventRow, [outageId: number, limit: number]>(
    `${selectEvents} WHERE e.outage_id = ? ORDER BY e.occurred_at DESC, e.id DESC LIMIT ?`,
  ),
);

/** The newest events of an outage. */
export function readEventsOfOutage(store: Store, outageId: number, limit: number): ListedEvent[] {
  return withDelivery(store, eventsOfOutage(store).all(outageId, limit));
}

function withDelivery(store: Store, rows: readonly EventRow[]): ListedEvent[] {
  const outageIds = new Set(rows.flatMap(({ outageId }) => (outageId === null ? [] : [outageId])));
  const delivery = readDeliveryCounts(store, [...outageIds]);
  return rows.map((row) => {
    const { details, outageId, cause, downAt, recoverAt, confirmedAt, ...event } = row;
    return {
      ...event,
      details: details === null ? {} : JSON.parse(details),
      outage: outageId === null ? null : { id: outageId, cause, downAt, recoverAt, confirmedAt },
      delivery: (outageId === null ? undefined : delivery.get(outageId)) ?? noDelivery,
    };
  });
}

/**
 * The events that are wanted among those with an id above `above` and up to `upTo`, newest ids first;
 * for an export, which goes through the table bit by bit.
 */
export function readEventRange(
  store: Store,
  query: ResolvedEventQuery,
  range: RowRange,
): ListedEvent[] {
  const rows = selectRows<EventRow>(
    store,
    sql`${sql.raw(eventColumns)} FROM events e NOT INDEXED ${sql.raw(eventJoins)}
      WHERE e.id > ${range.above} AND e.id <= ${range.upTo} AND ${whereEvents(query)}
      ORDER BY e.id DESC`,
  );
  return withDelivery(store, rows);
}
