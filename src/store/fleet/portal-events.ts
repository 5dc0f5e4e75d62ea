/** The timeline as a customer may see it: events of their devices, from when they owned them. */
import { and, eq, or, sql } from 'drizzle-orm';
import type { TimelineEventType } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import { devices } from '../devices/tables.ts';
import { type Counted, findRows, pageOf } from '../engine/index-walk.ts';
import { perStore, type Store } from '../engine/open.ts';
import type { Page } from '../engine/row-walk.ts';
import { holdsText } from '../engine/search.ts';
import {
  eventLine,
  mostWays,
  ownerOf,
  powerViews,
  waysOfCustomer,
  waysOfDevices,
} from './event-walk.ts';
import { isInBlock, rollUpBlocks } from './roll-ups.ts';

export interface PortalEvent {
  readonly id: number;
  /** Epoch ms at which it happened. */
  readonly occurredAt: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly eventType: TimelineEventType;
  /** JSON object. */
  readonly details: string | null;
}

const columns = `e.id, e.occurred_at AS occurredAt, d.device_id AS deviceId,
  d.site_name AS siteName, e.event_type AS eventType, e.details`;

/** An event is shown to the customer it happened to, as long as the device is still theirs. */
const isTheirs = `${ownerOf('e')} = ?1 AND d.customer_id = ?1 AND e.occurred_at >= d.owned_since`;

const newestNews = perStore((store) =>
  store.sqlite.query<PortalEvent, [customerId: number, limit: number]>(`
    SELECT ${columns} FROM events e INDEXED BY events_customer
      CROSS JOIN devices d ON d.id = e.device_row
    WHERE e.customer_id = ?1 AND ${isTheirs} AND e.event_type <> 'HEARTBEAT'
    ORDER BY e.occurred_at DESC, e.id DESC LIMIT ?2`),
);

const newestRollUps = perStore((store) =>
  store.sqlite.query<PortalEvent, [customerId: number, block: number]>(`
    SELECT ${columns} FROM devices d CROSS JOIN events e
      ON e.id = (SELECT beat.id FROM events beat INDEXED BY events_beats
        WHERE ${isInBlock('beat', 'd.id', '?2')} AND beat.occurred_at >= d.owned_since
        ORDER BY beat.occurred_at DESC, beat.id DESC LIMIT 1)
    WHERE ${isTheirs}
    ORDER BY e.occurred_at DESC, e.id DESC`),
);

const countDevices = perStore((store) =>
  store.sqlite.query<{ count: number }, [customerId: number]>(
    'SELECT count(*) AS count FROM devices WHERE customer_id = ?',
  ),
);

/** The last roll-up of each of a customer's devices, the newest first. */
function readNewestRollUps(store: Store, customerId: number, limit: number): PortalEvent[] {
  const found = new Map<string, PortalEvent>();
  const wanted = Math.min(limit, countDevices(store).get(customerId)?.count ?? 0);
  for (const block of rollUpBlocks(store)) {
    if (found.size >= wanted) break;
    for (const event of newestRollUps(store).all(customerId, block)) {
      if (!found.has(event.deviceId)) found.set(event.deviceId, event);
    }
  }
  return [...found.values()];
}

/**
 * The newest events first. Of a device's hourly heartbeats only the last is included: they would leave no
 * room for anything else.
 */
export function readRecentEvents(store: Store, customerId: number, limit: number): PortalEvent[] {
  return [
    ...newestNews(store).all(customerId, limit),
    ...readNewestRollUps(store, customerId, limit),
  ]
    .sort((a, b) => b.occurredAt - a.occurredAt || b.id - a.id)
    .slice(0, limit);
}

interface PortalEventQuery {
  /** Words in the name or the id of the device. Empty: any. */
  readonly q: string;
  /** `power`: lost and restored; see `powerViews`. */
  readonly types: 'power' | readonly TimelineEventType[];
  /** Only events of this device, by its row. */
  readonly deviceRow: number | undefined;
}

const eventsById = perStore(({ sqlite }) =>
  sqlite.query<PortalEvent, [ids: string]>(`
    SELECT ${columns} FROM events e JOIN devices d ON d.id = e.device_row
    WHERE e.id IN (SELECT value FROM json_each(?)) ORDER BY e.occurred_at DESC, e.id DESC`),
);

/**
 * One page of a customer's timeline, newest first, and how many events there are on all pages, as far
 * as they are counted.
 */
export function* readEventPage(
  store: Store,
  customerId: number,
  query: PortalEventQuery,
  page: Page,
): Steps<Counted & { readonly events: PortalEvent[] }> {
  const { types } = query;
  const hasRollUps = types !== 'power' && types.includes('HEARTBEAT');
  const devices = findDevices(store, customerId, query);
  const ways =
    devices !== null && devices.length <= mostWays
      ? waysOfDevices(store, devices, hasRollUps)
      : waysOfCustomer(store, customerId, hasRollUps);
  const where = and(
    types === 'power'
      ? or(powerViews.lost.where, powerViews.restored.where)
      : sql`t.event_type IN (SELECT value FROM json_each(${JSON.stringify(types)}))`,
    sql`${sql.raw(ownerOf('t'))} = ${customerId}`,
    sql`EXISTS (SELECT 1 FROM devices d WHERE d.id = t.device_row
      AND d.customer_id = ${customerId} AND d.owned_since <= t.occurred_at)`,
  );
  const among =
    devices === null ? undefined : { column: sql`t.device_row`, values: new Set(devices) };
  const { ids, isCapped } = yield* findRows(store, eventLine, ways, { where, among });
  const events = eventsById(store).all(JSON.stringify(pageOf(ids, page)));
  return { events, total: ids.length, isCapped };
}

/** Rows of the customer's devices that match. Null: all of them. */
function findDevices(
  store: Store,
  customerId: number,
  { q, deviceRow }: PortalEventQuery,
): readonly number[] | null {
  const words = { q: q.trim() };
  if (words.q === '' && deviceRow === undefined) return null;
  return store.db
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.customerId, customerId),
        deviceRow === undefined ? undefined : eq(devices.id, deviceRow),
        words.q === ''
          ? undefined
          : or(holdsText(devices.siteName, words), holdsText(devices.deviceId, words)),
      ),
    )
    .all()
    .map(({ id }) => id);
}
