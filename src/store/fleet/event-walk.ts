/** The ways on which events are found. */
import { type SQL, sql } from 'drizzle-orm';
import type { TimelineEventType } from '../../domain/states.ts';
import type { Line, Way } from '../engine/index-walk.ts';

export const eventLine: Line = { table: 'events', at: 'occurred_at' };

/** Word for word what the indexes without the heartbeat roll-ups, most of all rows, ask for. */
export const isNews = sql`t.event_type <> 'HEARTBEAT'`;

/**
 * Power lost and restored. A board without a way to say that power is gone only falls silent: until that
 * is explained, its silence stands among the losses, and the end of one that never was among the returns.
 * Explained, it has events of its own if it was a loss of power, and else was none.
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

/** The events of one device: those that are told, or all. */
export function wayOfDevice(deviceRow: number, hasRollUps: boolean): Way {
  return hasRollUps
    ? { index: 'events_device', where: sql`t.device_row = ${deviceRow}` }
    : { index: 'events_device_told', where: sql`t.device_row = ${deviceRow} AND ${isNews}` };
}

/** The events of one owner: those that are told, or all. */
export function wayOfCustomer(customerId: number, hasRollUps: boolean): Way {
  return hasRollUps
    ? { index: 'events_customer', where: sql`t.customer_id = ${customerId}` }
    : {
        index: 'events_customer_occurred',
        where: sql`t.customer_id = ${customerId} AND ${isNews}`,
      };
}

/** Up to so many devices each is looked at by itself; of more, some are soon met with. */
export const mostWays = 200;
