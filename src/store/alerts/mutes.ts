import { and, eq, inArray, sql } from 'drizzle-orm';
import { heldBecause } from '../../domain/alerts/messages/outage.ts';
import { devices } from '../devices/tables.ts';
import type { Store } from '../engine/open.ts';
import { isOfDevices } from '../fleet/device-changes.ts';
import { notifications } from '../outbox/tables.ts';

export interface MutedDevice {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  /** The end of the mute before; epoch ms. */
  readonly mutedBefore: number | null;
}

/**
 * Mutes devices of a customer, or ends their mute. Must run inside a transaction.
 * @param deviceRows only these; undefined: all of the customer's
 * @param until epoch ms; null: not muted
 * @returns the devices among these that are the customer's
 */
export function writeMute(
  store: Store,
  customerId: number,
  deviceRows: readonly number[] | undefined,
  until: number | null,
): MutedDevice[] {
  const wanted = and(
    eq(devices.customerId, customerId),
    deviceRows === undefined ? undefined : inArray(devices.id, [...deviceRows]),
  );
  const concerned = store.db
    .select({
      row: devices.id,
      deviceId: devices.deviceId,
      siteName: devices.siteName,
      mutedBefore: devices.mutedUntil,
    })
    .from(devices)
    .where(wanted)
    .all();
  store.db.update(devices).set({ mutedUntil: until }).where(wanted).run();
  return concerned;
}

/**
 * Lets go of what was put off because its device was muted. Whoever is told some time after the first is told as
 * long after this.
 * @param isMutedAnew until another time: all of it is judged at once
 */
export function bringForward(
  store: Store,
  deviceRows: readonly number[],
  nowMs: number,
  isMutedAnew = false,
): void {
  const { dueAt, delayMs } = notifications;
  const freeAt = isMutedAnew ? sql`${nowMs}` : sql`${nowMs} + ${delayMs}`;
  store.db
    .update(notifications)
    .set({ nextAttemptAt: sql`iif(${dueAt} > ${nowMs}, ${dueAt}, ${freeAt})` })
    .where(
      and(
        isOfDevices(deviceRows),
        eq(notifications.status, 'pending'),
        eq(notifications.lastError, heldBecause.muted),
      ),
    )
    .run();
}
