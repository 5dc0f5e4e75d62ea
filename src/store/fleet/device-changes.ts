/** Changes of a device's rows by an operator. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { devices } from '../devices/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { activationKeys } from '../keys/tables.ts';
import { notifications } from '../outbox/tables.ts';
import { clearVoltages } from './mains-voltages.ts';
import { deleteSomeRollUps } from './roll-ups.ts';
import { clearMeasured, dropVitals } from './vitals.ts';

export type DeviceRow = typeof devices.$inferSelect;

export function findDeviceRow(store: Store, deviceId: string): DeviceRow | undefined {
  return store.db.select().from(devices).where(eq(devices.deviceId, deviceId)).get();
}

export function updateDevice(store: Store, row: number, fields: Partial<DeviceRow>): void {
  store.db.update(devices).set(fields).where(eq(devices.id, row)).run();
}

const somethingPast = perStore(({ sqlite }) => ({
  events: sqlite.query<{ id: number }, [row: number, limit: number]>(`
    DELETE FROM events WHERE id IN
      (SELECT id FROM events INDEXED BY events_device_told
        WHERE device_row = ? AND event_type <> 'HEARTBEAT' LIMIT ?)
    RETURNING id`),
  outages: sqlite.query<{ id: number }, [row: number, limit: number]>(`
    DELETE FROM outages WHERE id IN
      (SELECT id FROM outages INDEXED BY outages_device
        WHERE device_row = ? AND confirmed_at IS NOT NULL LIMIT ?)
    RETURNING id`),
}));

/**
 * Deletes up to `limit` events of a device, or outages that are over.
 * @returns whether the limit was reached, so that there may be more
 */
export function deleteSomePast(store: Store, row: number, limit: number): boolean {
  const { events, outages } = somethingPast(store);
  return (
    deleteSomeRollUps(store, row, limit) === limit ||
    events.all(row, limit).length === limit ||
    outages.all(row, limit).length === limit
  );
}

/** Deletes a device with its outages, its events and its readings. */
export function deleteDeviceRow(store: Store, row: number): void {
  deleteSomeRollUps(store, row, Number.MAX_SAFE_INTEGER);
  somethingPast(store).events.all(row, Number.MAX_SAFE_INTEGER);
  store.db.delete(devices).where(eq(devices.id, row)).run();
  dropVitals(store, row);
}

/**
 * Unbinds a device from all of its keys, which keep their owner and expiry date.
 * @returns their codes
 */
export function detachKeys(store: Store, row: number): string[] {
  return store.db
    .update(activationKeys)
    .set({ deviceRow: null })
    .where(eq(activationKeys.deviceRow, row))
    .returning({ keyCode: activationKeys.keyCode })
    .all()
    .map(({ keyCode }) => keyCode);
}

/**
 * Deletes what the device measured: the name of a Wi-Fi network, and the mains of a home, are hidden from
 * the next owner.
 */
export function clearReadings(store: Store, row: number): void {
  clearMeasured(store, row);
  updateDevice(store, row, { ssid: null, sleep: null });
  clearVoltages(store, row);
}

/**
 * SQL: whether a notification is about an outage of some devices. It is applied to waiting notifications,
 * which are few; a device may have had very many outages.
 */
export function isOfDevices(rows: readonly number[]): SQL {
  return sql`EXISTS (SELECT 1 FROM outages o WHERE o.id = ${notifications.outageId}
    AND o.device_row IN (SELECT value FROM json_each(${JSON.stringify(rows)})))`;
}

/** Drops all waiting messages of a device. */
export function dropWaitingNotifications(store: Store, row: number, reason: string): void {
  store.db
    .update(notifications)
    .set({ status: 'superseded', lastError: reason })
    .where(and(isOfDevices([row]), eq(notifications.status, 'pending')))
    .run();
}
