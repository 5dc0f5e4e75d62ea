/** The ways on which events are found. */
import { type SQL, sql } from 'drizzle-orm';
import type { TimelineEventType } from '../../domain/states.ts';
import type { Line, Way } from '../engine/index-walk.ts';

export const eventLine: Line = { table: 'events', at: 'occurred_at' };

/**
 * Written exactly like the condition of the indexes that leave out heartbeat roll-ups, which are most
 * rows.
 */
export const isNews = sql`t.event_type <> 'HEARTBEAT'`;

/**
 * Power lost and restored. A board that cannot report a cut only falls silent. Until its silence is
 * explained, the silence counts among the losses, and its end never among the returns. Once explained, it
 * has events of its own if it was a power cut; otherwise it was none.
 */
export const powerViews = {
  lost: {
    types: ['POWER_DOWN', 'OUTAGE'],
    where: sql`(t.event_type = 'POWER_DOWN' OR (t.event_type = 'OUTAGE' AND EXISTS (
      SELECT 1 FROM outages o WHERE o.id = t.outage_id
        AND (o.cause = 'silent' OR o.confirmed_at IS NULL))))`,
  },
  restored: {
    types: ['POWER_RECOVER', 'ONLINE'],
    where: sql`(t.event_type = 'POWER_RECOVER' OR (t.event_type = 'ONLINE' AND EXISTS (
      SELECT 1 FROM outages o WHERE o.id = t.outage_id
        AND o.cause = 'silent' AND o.confirmed_at IS NOT NULL)))`,
  },
} as const satisfies Record<string, { types: readonly TimelineEventType[]; where: SQL }>;

/** The events of one device: without heartbeat roll-ups, or all. */
export function wayOfDevice(deviceRow: number, hasRollUps: boolean): Way {
  return hasRollUps
    ? { index: 'events_device', where: sql`t.device_row = ${deviceRow}` }
    : { index: 'events_device_told', where: sql`t.device_row = ${deviceRow} AND ${isNews}` };
}

/** The events of one owner: without heartbeat roll-ups, or all. */
export function wayOfCustomer(customerId: number, hasRollUps: boolean): Way {
  return hasRollUps
    ? { index: 'events_customer', where: sql`t.customer_id = ${customerId}` }
    : {
        index: 'events_customer_occurred',
        where: sql`t.customer_id = ${customerId} AND ${isNews}`,
      };
}

/**
 * Up to this many devices each is read by itself. With more, some are soon met among the newest events.
 */
export const mostWays = 200;
