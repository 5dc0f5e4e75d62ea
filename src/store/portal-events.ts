/** The timeline as a customer may see it: of devices that are theirs, since they have been. */
import type { TimelineEventType } from '../domain/states.ts';
import type { Store } from './open.ts';
import { perStore } from './prepared.ts';

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

/** An event is shown to whom it happened, as long as the device is still theirs. */
const isTheirs = 'e.customer_id = ?1 AND d.customer_id = ?1 AND e.occurred_at >= d.owned_since';

const newestNews = perStore((store) =>
  store.sqlite.query<PortalEvent, [customerId: number, limit: number]>(`
    SELECT ${columns} FROM events e CROSS JOIN devices d ON d.id = e.device_row
    WHERE ${isTheirs} AND e.event_type <> 'HEARTBEAT'
    ORDER BY e.occurred_at DESC, e.id DESC LIMIT ?2`),
);

const newestRollUps = perStore((store) =>
  store.sqlite.query<PortalEvent, [customerId: number, limit: number]>(`
    SELECT ${columns} FROM devices d CROSS JOIN events e
      ON e.id = (SELECT beat.id FROM events beat INDEXED BY events_device
        WHERE beat.device_row = d.id AND beat.event_type = 'HEARTBEAT'
          AND beat.occurred_at >= d.owned_since
        ORDER BY beat.occurred_at DESC, beat.id DESC LIMIT 1)
    WHERE ${isTheirs}
    ORDER BY e.occurred_at DESC, e.id DESC LIMIT ?2`),
);

/**
 * What happened last, newest first. Of the hourly heartbeats of a device only the last is among it:
 * they would leave no room for anything else.
 */
export function readRecentEvents(store: Store, customerId: number, limit: number): PortalEvent[] {
  return [
    ...newestNews(store).all(customerId, limit),
    ...newestRollUps(store).all(customerId, limit),
  ]
    .sort((a, b) => b.occurredAt - a.occurredAt || b.id - a.id)
    .slice(0, limit);
}

export interface PortalEventQuery {
  /** Words in the name or the id of the device; empty: any. */
  readonly q: string;
  readonly types: readonly TimelineEventType[];
  /** Only of this device, by its row. */
  readonly deviceRow: number | undefined;
}

type Bounds = [customerId: number, types: string, q: string, deviceRow: number | null];

const conditions = `${isTheirs} AND e.event_type IN (SELECT value FROM json_each(?2))
  AND (?3 = '' OR d.site_name LIKE ?3 ESCAPE '\\' OR d.device_id LIKE ?3 ESCAPE '\\')`;

const listings = perStore(({ sqlite }) => {
  const of = (from: string) => ({
    rows: sqlite.query<PortalEvent, [...Bounds, limit: number, offset: number]>(
      `SELECT ${columns} ${from} ORDER BY e.occurred_at DESC, e.id DESC LIMIT ?5 OFFSET ?6`,
    ),
    total: sqlite.query<{ total: number }, Bounds>(`SELECT count(*) AS total ${from}`),
  });
  return {
    // Each by the index that has its rows in the order of the list; most of a customer's rows are
    // hourly heartbeats, so what leaves those out has one without them.
    newsOfAll: of(`FROM events e INDEXED BY events_customer_occurred
      CROSS JOIN devices d ON d.id = e.device_row
      WHERE ${conditions} AND ?4 IS NULL AND e.event_type <> 'HEARTBEAT'`),
    ofAll: of(`FROM events e INDEXED BY events_customer CROSS JOIN devices d ON d.id = e.device_row
      WHERE ${conditions} AND ?4 IS NULL`),
    ofOne: of(`FROM events e INDEXED BY events_device CROSS JOIN devices d ON d.id = e.device_row
      WHERE e.device_row = ?4 AND ${conditions}`),
  };
});

/** One page of a customer's timeline, newest first, and how many events there are on all pages. */
export function readEventPage(
  store: Store,
  customerId: number,
  query: PortalEventQuery,
  page: { readonly page: number; readonly limit: number },
): { readonly events: PortalEvent[]; readonly total: number } {
  const { newsOfAll, ofAll, ofOne } = listings(store);
  const ofEvery = query.types.includes('HEARTBEAT') ? ofAll : newsOfAll;
  const { rows, total } = query.deviceRow === undefined ? ofEvery : ofOne;
  const bounds: Bounds = [
    customerId,
    JSON.stringify(query.types),
    toPattern(query.q),
    query.deviceRow ?? null,
  ];
  return {
    events: rows.all(...bounds, page.limit, (page.page - 1) * page.limit),
    total: total.get(...bounds)?.total ?? 0,
  };
}

/** What people type may hold the wildcards of LIKE; they are looked for like any other character. */
function toPattern(q: string): string {
  const words = q.trim();
  return words === '' ? '' : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
