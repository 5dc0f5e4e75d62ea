/** The ways on which events are found. */
import { sql } from 'drizzle-orm';
import type { Line, Way } from '../engine/index-walk.ts';

export const eventLine: Line = { table: 'events', at: 'occurred_at' };

/** Word for word what the indexes without the heartbeat roll-ups, most of all rows, ask for. */
export const isNews = sql`t.event_type <> 'HEARTBEAT'`;

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
