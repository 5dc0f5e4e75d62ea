/** What an administrator writes to a device's rows. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { activationKeys, devices, deviceVitals, notifications, outages } from '../engine/schema.ts';

export type DeviceRow = typeof devices.$inferSelect;

export function findDeviceRow(store: Store, deviceId: string): DeviceRow | undefined {
  return store.db.select().from(devices).where(eq(devices.deviceId, deviceId)).get();
}

export function updateDevice(store: Store, row: number, fields: Partial<DeviceRow>): void {
  store.db.update(devices).set(fields).where(eq(devices.id, row)).run();
}

/** Deletes a device with its outages, its events and its readings. */
export function deleteDeviceRow(store: Store, row: number): void {
  store.db.delete(devices).where(eq(devices.id, row)).run();
}

/**
 * Takes a device from all of its keys, which keep their owner and their end.
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

/** Forgets what the last heartbeats said: the name of a Wi-Fi network is not for the next owner. */
export function clearReadings(store: Store, row: number): void {
  store.db
    .update(deviceVitals)
    .set({ rssi: null, ssid: null, voltage: null, batteryLevel: null })
    .where(eq(deviceVitals.deviceRow, row))
    .run();
}

/** What still waits to be said of a device will not be said. */
export function dropWaitingNotifications(store: Store, row: number, reason: string): void {
  const ofDevice = store.db
    .select({ id: outages.id })
    .from(outages)
    .where(eq(outages.deviceRow, row));
  store.db
    .update(notifications)
    .set({ status: 'superseded', lastError: reason })
    .where(and(inArray(notifications.outageId, ofDevice), eq(notifications.status, 'pending')))
    .run();
}
