import { eq } from 'drizzle-orm';
import { defaultPrivacy, type PrivacySettings } from '../../domain/people/privacy.ts';
import { devices } from '../devices/tables.ts';
import { readMeta, writeMeta } from '../engine/meta.ts';
import type { Store } from '../engine/open.ts';
import { customers } from './tables.ts';

/** The saved settings, with the defaults where nothing was saved. */
export function readPrivacy(store: Store): PrivacySettings {
  const saved = readMeta(store, 'privacy');
  return saved === undefined ? defaultPrivacy : { ...defaultPrivacy, ...JSON.parse(saved) };
}

export function writePrivacy(store: Store, settings: PrivacySettings): void {
  writeMeta(store, 'privacy', JSON.stringify(settings));
}

/** Writes or withdraws a customer's request to be deleted. @param atMs epoch ms; null: withdrawn */
export function writeDeletionRequest(store: Store, customerId: number, atMs: number | null): void {
  store.db
    .update(customers)
    .set({ deletionRequestedAt: atMs })
    .where(eq(customers.id, customerId))
    .run();
}

/** The API's device_id of each of a customer's devices. */
export function readOwnedDeviceIds(store: Store, customerId: number): string[] {
  return store.db
    .select({ deviceId: devices.deviceId })
    .from(devices)
    .where(eq(devices.customerId, customerId))
    .all()
    .map(({ deviceId }) => deviceId);
}
