/** The operator's list of events. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  type Cause,
  type EventSort,
  type TimelineEventType,
  timelineEventTypes,
} from '../../domain/states.ts';
import { finish, type Steps } from '../../domain/steps.ts';
import { searchDevices } from '../devices/device-list.ts';
import { devices } from '../devices/tables.ts';
import { type Counted, findRows, pageOf, type Way } from '../engine/index-walk.ts';
import { perStore, type Store } from '../engine/open.ts';
import { prepareRows } from '../engine/plain-sql.ts';
import {
  findPage,
  inOrder,
  inOrderOf,
  isInRange,
  type Keyed,
  type Page,
  type RowRange,
} from '../engine/row-walk.ts';
import type { Words } from '../engine/search.ts';
import { type DeliveryCounts, noDelivery, readDeliveryCounts } from '../outbox/delivery-counts.ts';
import {
  eventLine,
  isNews,
  mostWays,
  ownerOf,
  powerViews,
  wayOfType,
  waysOfCustomer,
  waysOfDevices,
} from './event-walk.ts';

/** `q`: part of a device id, of a site name, or of the owner's name or phone number. */
export interface EventQuery extends Words {
  /** `all`: everything but the heartbeat roll-ups; `lost` and `restored`: see `powerViews`. */
  readonly filter: 'all' | keyof typeof powerViews | TimelineEventType;
  readonly deviceId?: string | undefined;
  /** The owner when the event happened. */
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
    /** Null: the outage is open. */
    readonly confirmedAt: number | null;
  } | null;
  readonly delivery: DeliveryCounts;
}

/**
 * Rows of the devices that match. Null: any device. Words are searched among the devices, of which there
 * are few, not in every event.
 */
function* findDevices(
  store: Store,
  { q, hidden, deviceId }: EventQuery,
): Steps<readonly number[] | null> {
  if (q.trim() === '' && deviceId === undefined) return null;
  const { where, ...search } = searchDevices({ q, hidden });
  const narrowed = deviceId === undefined ? undefined : eq(devices.deviceId, deviceId);
  const all = { page: 1, limit: Number.MAX_SAFE_INTEGER };
  const { rows, counts } = yield* findPage(
    store,
    { ...search, narrowed },
    { every: undefined, found: where },
    'found',
    all,
  );
  // Words that every device has (`fw-`) need no search.
  return deviceId === undefined && counts.found === counts.every ? null : rows;
}

interface EventOrder {
  readonly by: EventSort;
  readonly direction: 'asc' | 'desc';
}

/**
 * One page of events, and how many there are on all pages, as far as they are counted. Without an order
 * newest first; an order is one of those that were counted.
 */
export function* listEvents(
  store: Store,
  query: EventQuery,
  page: Page,
  order?: EventOrder,
): Steps<Counted & { readonly rows: ListedEvent[] }> {
  const rows = yield* findDevices(store, query);
  const wanted = {
    where: whereEvents(query),
    among: rows === null ? undefined : { column: sql`t.device_row`, values: new Set(rows) },
  };
  const ways = waysOf(store, query, rows);
  const { ids, isCapped } = yield* findRows(store, eventLine, ways, wanted, query);
  const shown = pageOf(order === undefined ? ids : yield* sortEvents(store, ids, order), page);
  const read = inOrderOf(shown, readListedEvents(store, shown), ({ id }) => id);
  return { rows: read, total: ids.length, isCapped };
}

const sortKeys: Readonly<Record<EventSort, string>> = {
  time: 'e.occurred_at',
  type: 'e.event_type',
  site: 'd.site_name',
  device: 'd.device_id',
  duration: 'CASE WHEN o.confirmed_at IS NOT NULL THEN o.recover_at - o.down_at END',
};

/** Comparing words costs more than reading rows. */
const sortedPerStep = 500;

/** @param ids newest first; no more than are counted */
function* sortEvents(
  store: Store,
  ids: readonly number[],
  { by, direction }: EventOrder,
): Steps<readonly number[]> {
  const read = store.sqlite.query<Keyed, [ids: string]>(
    `SELECT e.id AS row, ${sortKeys[by]} AS key FROM json_each(?) one
      JOIN events e ON e.id = one.value
      LEFT JOIN devices d ON d.id = e.device_row
      LEFT JOIN outages o ON o.id = e.outage_id`,
  );
  const compare = inOrder({ direction, isCode: by === 'type' || by === 'device' });
  let sorted: Keyed[] = [];
  for (let from = 0; from < ids.length; from += sortedPerStep) {
    const next = read.all(JSON.stringify(ids.slice(from, from + sortedPerStep)));
    // Both parts are sorted, so this sort only merges them.
    sorted = sorted.concat(next.sort(compare)).sort(compare);
    yield;
  }
  return sorted.map(({ row }) => row);
}

/** The number of events of each kind, as far as they are counted; the filter does not matter. */
export function* countListedEvents<Name extends string>(
  store: Store,
  query: EventQuery,
  filters: Readonly<Record<Name, EventQuery['filter']>>,
): Steps<Record<Name, number>> {
  const rows = yield* findDevices(store, query);
  const among = rows === null ? undefined : { column: sql`t.device_row`, values: new Set(rows) };
  const counts: Partial<Record<Name, number>> = {};
  for (const name of Object.keys(filters) as Name[]) {
    const wanted = { ...query, filter: filters[name] };
    const ways = waysOf(store, wanted, rows);
    const where = whereEvents(wanted);
    const { ids } = yield* findRows(store, eventLine, ways, { where, among }, query);
    counts[name] = ids.length;
  }
  return counts as Record<Name, number>;
}

function waysOf(
  store: Store,
  { filter, customerId }: EventQuery,
  deviceRows: readonly number[] | null,
): Way[] {
  const hasRollUps = filter === 'HEARTBEAT';
  if (deviceRows !== null && deviceRows.length <= mostWays) {
    return waysOfDevices(store, deviceRows, hasRollUps);
  }
  if (customerId !== undefined) return waysOfCustomer(store, customerId, hasRollUps);
  if (filter === 'all') return [{ index: 'events_occurred', where: isNews }];
  if (!isPowerView(filter)) return [wayOfType(filter)];
  const { reported, silent } = powerViews[filter];
  return [reported, silent];
}

function isPowerView(filter: EventQuery['filter']): filter is keyof typeof powerViews {
  return filter === 'lost' || filter === 'restored';
}

/** Further conditions on each event. */
function whereEvents({ filter, customerId }: EventQuery): SQL | undefined {
  return and(
    filter === 'all'
      ? isNews
      : isPowerView(filter)
        ? powerViews[filter].where
        : sql`t.event_type = ${filter}`,
    customerId === undefined ? undefined : sql`${sql.raw(ownerOf('t'))} = ${customerId}`,
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
    d.device_id AS deviceId, d.site_name AS siteName, c.id AS customerId,
    c.name AS customerName, e.voltage, e.battery_level AS batteryLevel, e.message, e.details,
    o.id AS outageId, o.cause, o.down_at AS downAt, o.recover_at AS recoverAt,
    o.confirmed_at AS confirmedAt`;

/** Events of an outage whose row was deleted have no outage. */
const eventJoins = `
  LEFT JOIN devices d ON d.id = e.device_row
  LEFT JOIN customers c ON c.id = ${ownerOf('e')}
  LEFT JOIN outages o ON o.id = e.outage_id`;

const selectEvents = `${eventColumns} FROM events e ${eventJoins}`;

const eventsById = perStore((store) =>
  store.sqlite.query<EventRow, [ids: string]>(
    `${selectEvents} WHERE e.id IN (SELECT value FROM json_each(?))
    ORDER BY e.occurred_at DESC, e.id DESC`,
  ),
);

/** These events, newest first; missing ones are left out. */
function readListedEvents(store: Store, ids: readonly number[]): ListedEvent[] {
  if (ids.length === 0) return [];
  return withDelivery(store, eventsById(store).all(JSON.stringify(ids)));
}

export function findListedEvent(store: Store, id: number): ListedEvent | undefined {
  return readListedEvents(store, [id])[0];
}

/** The latest losses and returns of power, silence among them as `powerViews` has it. */
export function* readLatestPowerEvents(store: Store, limit: number): Steps<ListedEvent[]> {
  const { lost, restored } = powerViews;
  // Reports first: most of what a board says besides is then older than the last of them.
  const ways = [lost.reported, restored.reported, lost.silent, restored.silent];
  const { ids } = yield* findRows(
    store,
    eventLine,
    ways,
    { where: sql`(${lost.where} OR ${restored.where})` },
    {},
    limit,
  );
  return readListedEvents(store, ids);
}

/** The newest events of an outage, read type by type as the index is sorted. */
export function readEventsOfOutage(store: Store, outageId: number, limit: number): ListedEvent[] {
  const ways = timelineEventTypes.map((type) => ({
    index: 'events_outage',
    where: sql`t.outage_id = ${outageId} AND t.event_type = ${type}`,
  }));
  const line = { table: 'events', at: 'id' } as const;
  const { ids } = finish(findRows(store, line, ways, {}, {}, limit));
  return readListedEvents(store, ids);
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
 * For an export, which walks the table in steps.
 * @returns reads the matching events with ids in a range, newest first
 */
export function* prepareEventRange(
  store: Store,
  query: EventQuery,
): Steps<(range: RowRange) => ListedEvent[]> {
  const rows = yield* findDevices(store, query);
  const devices = rows === null ? null : new Set<number | null>(rows);
  const { from, to } = query;
  const find = prepareRows<{ id: number; deviceRow: number | null }>(
    store,
    sql`SELECT t.id, t.device_row AS deviceRow FROM events t NOT INDEXED
      WHERE ${and(
        isInRange('t'),
        whereEvents(query),
        from === undefined ? undefined : sql`t.occurred_at >= ${from}`,
        to === undefined ? undefined : sql`t.occurred_at < ${to}`,
      )}`,
  );
  return (range) => {
    const found = find({ ...range }).filter(({ deviceRow }) => devices?.has(deviceRow) !== false);
    return readListedEvents(
      store,
      found.map(({ id }) => id),
    ).sort((a, b) => b.id - a.id);
  };
}
