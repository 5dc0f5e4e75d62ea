import { eq } from 'drizzle-orm';
import { defaultPrivacy, type PrivacySettings } from '../../domain/people/privacy.ts';
import { readMeta, writeMeta } from '../engine/meta.ts';
import type { Store } from '../engine/open.ts';
import { customers, devices } from '../engine/schema.ts';

/** What was saved, with the defaults where nothing was. */
export function readPrivacy(store: Store): PrivacySettings {
  const saved = readMeta(store, 'privacy');
  return saved === undefined ? defaultPrivacy : { ...defaultPrivacy, ...JSON.parse(saved) };
}

export function writePrivacy(store: Store, settings: PrivacySettings): void {
  writeMeta(store, 'privacy', JSON.stringify(settings));
}

/** @param atMs epoch ms; null: it is withdrawn */
export function writeDeletionRequest(store: Store, customerId: number, atMs: number | null): void {
  store.db
    .update(customers)
    .set({ deletionRequestedAt: atMs })
    .where(eq(customers.id, customerId))
    .run();
}

/** What the API calls device_id, of each device that is a customer's. */
export function readOwnedDeviceIds(store: Store, customerId: number): string[] {
  return store.db
    .select({ deviceId: devices.deviceId })
    .from(devices)
    .where(eq(devices.customerId, customerId))
    .all()
    .map(({ deviceId }) => deviceId);
}
