import { keyStatus } from '../../domain/keys/key-lifecycle.ts';
import type { ListedKey } from '../../store/keys/keys.ts';

/** A key with the field names of the API, as calls, exports and commands show it. */
export function describeKey(
  { key, customerName, phone, deviceId, siteName }: ListedKey,
  nowMs: number,
) {
  return {
    key_code: key.keyCode,
    purchase_type: key.purchaseType,
    device_type: key.deviceType,
    customer_id: key.customerId,
    customer_name: customerName,
    phone,
    device_id: deviceId,
    site_name: siteName,
    price: key.price,
    is_active: key.isActive,
    status: keyStatus({ ...key, hasDevice: key.deviceRow !== null }, nowMs),
    activated_at: isoOrNull(key.activatedAt),
    expires_at: isoOrNull(key.expiresAt),
    created_by: key.createdBy,
    created_at: new Date(key.createdAt).toISOString(),
    notes: key.notes,
  };
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
