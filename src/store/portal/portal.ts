/** What a customer's portal reads and changes; the owner's id stands in every query. */
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Language } from '../../domain/states.ts';
import type { RecipientRow } from '../alerts/recipients.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { activationKeys, customers, devices, outages, recipients } from '../engine/schema.ts';

/** A key as its holder sees it; epoch ms. */
export interface HeldKey {
  readonly ref: string;
  readonly keyCode: string;
  readonly isActive: boolean;
  readonly activatedAt: number | null;
  readonly expiresAt: number | null;
  readonly hasDevice: boolean;
  /** The device it serves, where that is the customer's, too. */
  readonly deviceId: string | null;
  readonly siteName: string | null;
}

type HeldKeyRow = Omit<HeldKey, 'isActive' | 'hasDevice'> & {
  readonly isActive: number;
  readonly hasDevice: number;
};

const heldKeys = perStore((store) =>
  store.sqlite.query<HeldKeyRow, [customerId: number]>(`
    SELECT k.ref, k.key_code AS keyCode, k.is_active AS isActive, k.activated_at AS activatedAt,
      k.expires_at AS expiresAt, k.device_row IS NOT NULL AS hasDevice,
      d.device_id AS deviceId, d.site_name AS siteName
    FROM activation_keys k
    LEFT JOIN devices d ON d.id = k.device_row AND d.customer_id = k.customer_id
    WHERE k.customer_id = ?
    ORDER BY k.created_at DESC, k.key_code`),
);

/** A customer's keys, newest first. */
export function readHeldKeys(store: Store, customerId: number): HeldKey[] {
  return heldKeys(store)
    .all(customerId)
    .map((key) => ({ ...key, isActive: key.isActive === 1, hasDevice: key.hasDevice === 1 }));
}

/** The code of a customer's key, unless it is questioned. */
export function findHeldKeyCode(store: Store, customerId: number, ref: string): string | undefined {
  return store.db
    .select({ keyCode: activationKeys.keyCode })
    .from(activationKeys)
    .where(
      and(
        eq(activationKeys.ref, ref),
        ne(activationKeys.ref, ''),
        eq(activationKeys.customerId, customerId),
        ne(activationKeys.standing, 'questioned'),
      ),
    )
    .get()?.keyCode;
}

/** The chats that are told about a customer's devices, those connected first before others. */
export function readChats(store: Store, customerId: number): RecipientRow[] {
  return store.db
    .select()
    .from(recipients)
    .where(eq(recipients.customerId, customerId))
    .orderBy(asc(recipients.createdAt), asc(recipients.id))
    .all();
}

/**
 * Takes a chat away from a customer.
 * @returns it as it was; undefined when it is not theirs
 */
export function deleteChat(
  store: Store,
  customerId: number,
  recipientId: number,
): RecipientRow | undefined {
  return store.db
    .delete(recipients)
    .where(and(eq(recipients.id, recipientId), eq(recipients.customerId, customerId)))
    .returning()
    .get();
}

export interface CustomerProfile {
  readonly name: string;
  readonly language: Language;
}

export function writeProfile(
  store: Store,
  customerId: number,
  changed: Partial<CustomerProfile>,
): void {
  store.db.update(customers).set(changed).where(eq(customers.id, customerId)).run();
}

/** What the owner of a device may set of it. */
export interface OwnedDevice {
  readonly row: number;
  readonly siteName: string;
  readonly alertEnabled: boolean;
  readonly thresholdSeconds: number;
  readonly reminderSeconds: number;
  readonly alertOnRecovery: boolean;
  /** Epoch ms. */
  readonly mutedUntil: number | null;
}

/** A customer's device; undefined when it is not theirs. */
export function findOwnedDevice(
  store: Store,
  customerId: number,
  deviceId: string,
): OwnedDevice | undefined {
  return store.db
    .select({
      row: devices.id,
      siteName: devices.siteName,
      alertEnabled: devices.alertEnabled,
      thresholdSeconds: devices.downtimeThresholdSeconds,
      reminderSeconds: devices.reminderIntervalSeconds,
      alertOnRecovery: devices.alertOnRecovery,
      mutedUntil: devices.mutedUntil,
    })
    .from(devices)
    .where(and(eq(devices.deviceId, deviceId), eq(devices.customerId, customerId)))
    .get();
}

export function writeOwnedDevice(
  store: Store,
  customerId: number,
  row: number,
  changed: Partial<Omit<OwnedDevice, 'row'>>,
): void {
  const { thresholdSeconds, reminderSeconds, ...others } = changed;
  store.db
    .update(devices)
    .set({
      ...others,
      ...(thresholdSeconds !== undefined && { downtimeThresholdSeconds: thresholdSeconds }),
      ...(reminderSeconds !== undefined && { reminderIntervalSeconds: reminderSeconds }),
    })
    .where(and(eq(devices.id, row), eq(devices.customerId, customerId)))
    .run();
}

/** The outage of a device that its owner is told of just now: open, lasting, acknowledged by nobody. */
export function findLastingOutage(
  store: Store,
  customerId: number,
  deviceRow: number,
): { readonly id: number; readonly customerId: number; readonly downAt: number } | undefined {
  const found = store.db
    .select({ id: outages.id, downAt: outages.downAt })
    .from(outages)
    .where(
      and(
        eq(outages.deviceRow, deviceRow),
        eq(outages.customerId, customerId),
        isNull(outages.confirmedAt),
        isNull(outages.recoverAt),
        isNull(outages.acknowledgedAt),
      ),
    )
    .get();
  return found === undefined ? undefined : { ...found, customerId };
}
