/** The ways on which events are found. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { TimelineEventType } from '../../domain/states.ts';
import { devices } from '../devices/tables.ts';
import type { Line, Way } from '../engine/index-walk.ts';
import type { Store } from '../engine/open.ts';
import { waysOfRollUps } from './roll-ups.ts';

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
    reported: wayOfType('POWER_DOWN'),
    silent: wayOfType('OUTAGE'),
    where: sql`(t.event_type = 'POWER_DOWN' OR (t.event_type = 'OUTAGE' AND EXISTS (
      SELECT 1 FROM outages o WHERE o.id = t.outage_id
        AND (o.cause = 'silent' OR o.confirmed_at IS NULL))))`,
  },
  restored: {
    reported: wayOfType('POWER_RECOVER'),
    silent: {
      index: 'events_returned',
      where: sql`t.event_type = 'ONLINE' AND t.outage_id IS NOT NULL`,
    },
    where: sql`(t.event_type = 'POWER_RECOVER' OR (t.event_type = 'ONLINE' AND EXISTS (
      SELECT 1 FROM outages o WHERE o.id = t.outage_id
        AND o.cause = 'silent' AND o.confirmed_at IS NOT NULL)))`,
  },
} as const satisfies Record<string, { reported: Way; silent: Way; where: SQL }>;

/** The events of some devices: their heartbeat roll-ups, or all others. */
export function waysOfDevices(
  store: Store,
  deviceRows: readonly number[],
  isOfRollUps: boolean,
): Way[] {
  if (isOfRollUps) return waysOfRollUps(store, deviceRows);
  return deviceRows.map((row) => ({
    index: 'events_device_told',
    where: sql`t.device_row = ${row} AND ${isNews}`,
  }));
}

export function wayOfType(type: TimelineEventType): Way {
  return { index: 'events_type', where: sql`t.event_type = ${type}` };
}

/** The events of one owner: without heartbeat roll-ups, or at least these. */
export function waysOfCustomer(store: Store, customerId: number, hasRollUps: boolean): Way[] {
  const marked: Way = { index: 'events_customer', where: sql`t.customer_id = ${customerId}` };
  if (!hasRollUps) return [marked];
  const theirs = store.db
    .select({ row: devices.id })
    .from(devices)
    .where(eq(devices.customerId, customerId))
    .limit(mostWays + 1)
    .all();
  if (theirs.length > mostWays) return [wayOfType('HEARTBEAT')];
  const rows = theirs.map(({ row }) => row);
  return [marked, ...waysOfRollUps(store, rows)];
}

/**
 * The owner of an event, in SQL. A roll-up without an owner of its own is that of its device's owner: see
 * `markRollUps`. One of the very moment in which the device came to them is of the time before.
 */
export const ownerOf = (event: string) => `coalesce(${event}.customer_id,
  (SELECT owned.customer_id FROM devices owned WHERE owned.id = ${event}.device_row
    AND ${event}.event_type = 'HEARTBEAT' AND owned.owned_since < ${event}.occurred_at))`;

/**
 * Up to this many devices each is read by itself. With more, some are soon met among the newest events.
 */
export const mostWays = 200;
