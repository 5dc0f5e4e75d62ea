/** The numbers and the latest events on the administrator's first page. */
import { count } from 'drizzle-orm';
import type { Period } from '../../domain/local-days.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { customers } from '../engine/schema.ts';

export function countCustomers(store: Store): number {
  return store.db.select({ total: count() }).from(customers).get()?.total ?? 0;
}

// The condition on the type stands as the index of all but heartbeats has it, so that it is used.
const eventsIn = perStore((store) =>
  store.sqlite.query<{ total: number }, [fromAt: number, toAt: number]>(
    `SELECT count(*) AS total FROM events
    WHERE event_type <> 'HEARTBEAT' AND occurred_at >= ? AND occurred_at < ?`,
  ),
);

/** Events that happened in a period, heartbeat roll-ups aside. */
export function countEvents(store: Store, { fromAt, toAt }: Period): number {
  return eventsIn(store).get(fromAt, toAt)?.total ?? 0;
}

export interface PowerEvent {
  readonly id: number;
  readonly eventType: 'POWER_DOWN' | 'POWER_RECOVER';
  /** Epoch ms. */
  readonly occurredAt: number;
  readonly deviceId: string | null;
  readonly siteName: string | null;
  /** The owner when it happened. */
  readonly customerName: string | null;
}

// Each type on its own, newest first by its index, and the two merged: neither is read to its end.
const latest = perStore((store) =>
  store.sqlite.query<PowerEvent, [limit: number]>(`
    WITH newest AS (
      SELECT id, occurred_at, event_type, device_row, customer_id FROM events
      WHERE event_type = 'POWER_DOWN'
      UNION ALL
      SELECT id, occurred_at, event_type, device_row, customer_id FROM events
      WHERE event_type = 'POWER_RECOVER'
      ORDER BY occurred_at DESC, id DESC LIMIT ?)
    SELECT n.id, n.event_type AS eventType, n.occurred_at AS occurredAt, d.device_id AS deviceId,
      d.site_name AS siteName, c.name AS customerName
    FROM newest n
    LEFT JOIN devices d ON d.id = n.device_row
    LEFT JOIN customers c ON c.id = n.customer_id
    ORDER BY n.occurred_at DESC, n.id DESC`),
);

/** The latest losses and returns of power, newest first. */
export function readLatestPowerEvents(store: Store, limit: number): PowerEvent[] {
  return latest(store).all(limit);
}
