import { perStore, type Store } from '../engine/open.ts';

/** A key that was not revoked, and serves a device. */
interface ActiveKey {
  readonly deviceRow: number;
  readonly keyCode: string;
  /** Epoch ms. Null: it has no end. */
  readonly expiresAt: number | null;
}

const ofDevices = perStore(({ sqlite }) =>
  sqlite.query<ActiveKey, [deviceRows: string]>(`
    SELECT device_row AS deviceRow, key_code AS keyCode, expires_at AS expiresAt
    FROM activation_keys
    WHERE device_row IN (SELECT value FROM json_each(?)) AND is_active = 1`),
);

/** The keys of some devices that were not revoked, whether they have ended or not. */
export function readActiveKeys(store: Store, deviceRows: readonly number[]): ActiveKey[] {
  return deviceRows.length === 0 ? [] : ofDevices(store).all(JSON.stringify(deviceRows));
}
