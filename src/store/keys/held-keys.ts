/** Keys as their holder sees them. Every query has the holder's id. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import { inSteps, type Steps } from '../../domain/steps.ts';
import { devices } from '../devices/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { activationKeys } from './tables.ts';

/** A key as its holder sees it. Times are epoch ms. */
export interface HeldKey {
  readonly ref: string;
  readonly keyCode: string;
  readonly isActive: boolean;
  readonly activatedAt: number | null;
  readonly expiresAt: number | null;
  readonly hasDevice: boolean;
  /** The device that the key serves, if it is the customer's, too. */
  readonly deviceId: string | null;
  readonly siteName: string | null;
}

type HeldKeyRow = Omit<HeldKey, 'isActive' | 'hasDevice'> & {
  readonly isActive: number;
  readonly hasDevice: number;
};

const heldKeys = perStore((store) =>
  store.sqlite.query<HeldKeyRow, [customerId: number, keyCodes: string]>(`
    SELECT k.ref, k.key_code AS keyCode, k.is_active AS isActive, k.activated_at AS activatedAt,
      k.expires_at AS expiresAt, k.device_row IS NOT NULL AS hasDevice,
      d.device_id AS deviceId, d.site_name AS siteName
    FROM activation_keys k
    LEFT JOIN devices d ON d.id = k.device_row AND d.customer_id = k.customer_id
    WHERE k.customer_id = ? AND k.key_code IN (SELECT value FROM json_each(?))
    ORDER BY k.created_at DESC, k.key_code`),
);

const heldCodes = perStore((store) =>
  store.sqlite.query<{ keyCode: string }, [customerId: number]>(`
    SELECT key_code AS keyCode FROM activation_keys
    WHERE customer_id = ? ORDER BY created_at DESC, key_code`),
);

/** So many take some milliseconds, on a Pi too. */
const keysPerStep = 200;

/** A customer's keys, newest first. */
export function* readHeldKeys(store: Store, customerId: number): Steps<HeldKey[]> {
  const codes = heldCodes(store)
    .all(customerId)
    .map(({ keyCode }) => keyCode);
  return yield* inSteps(codes, keysPerStep, (part) =>
    heldKeys(store)
      .all(customerId, JSON.stringify(part))
      .map((key) => ({ ...key, isActive: key.isActive === 1, hasDevice: key.hasDevice === 1 })),
  );
}

/** A key as it is shown when asked for. */
export interface ShownKey {
  readonly keyCode: string;
  /** Of the board that it serves, or else that it was sold for. Null: it serves none, and was sold alone. */
  readonly deviceType: DeviceType | null;
}

/** A customer's key, unless it is questioned. */
export function findHeldKey(store: Store, customerId: number, ref: string): ShownKey | undefined {
  return store.db
    .select({
      keyCode: activationKeys.keyCode,
      deviceType: sql<DeviceType | null>`coalesce(${devices.deviceType}, ${activationKeys.deviceType})`,
    })
    .from(activationKeys)
    .leftJoin(devices, eq(devices.id, activationKeys.deviceRow))
    .where(
      and(
        eq(activationKeys.ref, ref),
        ne(activationKeys.ref, ''),
        eq(activationKeys.customerId, customerId),
        ne(activationKeys.standing, 'questioned'),
      ),
    )
    .get();
}
