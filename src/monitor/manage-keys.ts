import { generateActivationKey, normaliseActivationKey } from '../domain/activation-key.ts';
import type { Actor } from '../domain/actor.ts';
import type { DeviceType } from '../domain/device-type.ts';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/instant.ts';
import { renewedExpiry } from '../domain/key-lifecycle.ts';
import { normalisePhone } from '../domain/phone.ts';
import type { Settings } from '../domain/settings.ts';
import { writeAudit } from '../store/audit.ts';
import { findCustomerByPhone, insertCustomer } from '../store/customers.ts';
import { findKey, insertKey, type KeyRow, updateKey } from '../store/keys.ts';
import type { Monitor } from './monitor.ts';

export const purchaseTypes = ['key_only', 'device_bundle', 'renewal'] as const;
export type PurchaseType = (typeof purchaseTypes)[number];

/** Spec section 5. */
export const renewalMonths = [1, 3, 6, 12, 24] as const;

export interface KeyOrder {
  readonly count: number;
  readonly purchaseType: PurchaseType;
  /** Needed for a bundle, refused otherwise. */
  readonly deviceType: DeviceType | null;
  /** Binds the keys to this customer, who is created if unknown. */
  readonly phone: string | null;
}

/**
 * Makes keys.
 * @returns their codes, XXXXX-XXXXX-XXXXX-XXXXX
 * @throws AppError VALIDATION
 */
export function createKeys(
  monitor: Pick<Monitor, 'store' | 'settings'>,
  order: KeyOrder,
  actor: Actor,
  now: Instant,
): string[] {
  if (order.purchaseType === 'device_bundle' && order.deviceType === null) {
    throw invalid('deviceType', 'is required for a device bundle');
  }
  if (order.purchaseType !== 'device_bundle' && order.deviceType !== null) {
    throw invalid('deviceType', 'belongs to a device bundle only');
  }
  const phone = order.phone === null ? null : normalisePhone(order.phone);
  if (order.phone !== null && phone === null) throw invalid('phone', 'is not a valid phone number');
  const { store } = monitor;
  return store.transaction(() => {
    const customerId =
      phone === null
        ? null
        : (findCustomerByPhone(store, phone)?.id ??
          insertCustomer(store, { name: phone, phone }, now.wallMs));
    const codes: string[] = [];
    for (let made = 0; made < order.count; made += 1) {
      const keyCode = generateActivationKey((n) => crypto.getRandomValues(new Uint8Array(n)));
      insertKey(store, {
        keyCode,
        purchaseType: order.purchaseType,
        deviceType: order.deviceType,
        customerId,
        price: priceOf(order, monitor.settings),
        createdBy: actor.name,
        createdAt: now.wallMs,
      });
      codes.push(keyCode);
    }
    const entry = { actor, action: 'key.create', subject: codes[0] ?? '', after: { ...order } };
    writeAudit(store, entry, now.wallMs);
    return codes;
  });
}

function priceOf(order: KeyOrder, settings: Settings): number {
  switch (order.purchaseType) {
    case 'key_only':
      return settings.priceKeyOnly;
    case 'renewal':
      return settings.priceRenewal;
    case 'device_bundle':
      return order.deviceType === 't-display' ? settings.priceTDisplay : settings.priceS2Mini;
  }
}

/**
 * Revokes a key: its device is refused from now on.
 * @returns its code as it is stored
 * @throws AppError KEY_NOT_FOUND
 */
export function revokeKey(
  monitor: Pick<Monitor, 'store'>,
  code: string,
  actor: Actor,
  now: Instant,
): string {
  return monitor.store.transaction(() => {
    const key = getKey(monitor, code);
    updateKey(monitor.store, key.keyCode, { isActive: false });
    const entry = {
      actor,
      action: 'key.revoke',
      subject: key.keyCode,
      before: { isActive: key.isActive },
      after: { isActive: false },
    };
    writeAudit(monitor.store, entry, now.wallMs);
    return key.keyCode;
  });
}

/**
 * Renews a key that serves a device: counted from its end, or from now if that has passed.
 * @returns its code as it is stored, and the new end, epoch ms
 * @throws AppError KEY_NOT_FOUND, KEY_INACTIVE, VALIDATION when it serves no device
 */
export function renewKey(
  monitor: Pick<Monitor, 'store'>,
  code: string,
  months: number,
  actor: Actor,
  now: Instant,
): { readonly keyCode: string; readonly expiresAt: number } {
  if (!renewalMonths.some((allowed) => allowed === months)) {
    throw invalid('months', `must be one of ${renewalMonths.join(', ')}`);
  }
  return monitor.store.transaction(() => {
    const key = getKey(monitor, code);
    if (!key.isActive) throw new AppError('KEY_INACTIVE', 'This activation key was revoked.');
    if (key.deviceRow === null || key.expiresAt === null) {
      // Spec section 5, word for word.
      throw new AppError('VALIDATION', 'Cannot renew, this key is not bound to any device');
    }
    const expiresAt = renewedExpiry(key.expiresAt, now.wallMs, months);
    updateKey(monitor.store, key.keyCode, { expiresAt });
    const entry = {
      actor,
      action: 'key.renew',
      subject: key.keyCode,
      before: { expiresAt: key.expiresAt },
      after: { expiresAt },
    };
    writeAudit(monitor.store, entry, now.wallMs);
    return { keyCode: key.keyCode, expiresAt };
  });
}

function getKey(monitor: Pick<Monitor, 'store'>, code: string): KeyRow {
  const keyCode = normaliseActivationKey(code);
  const key = keyCode === null ? undefined : findKey(monitor.store, keyCode);
  if (key === undefined) throw new AppError('KEY_NOT_FOUND', 'There is no such activation key.');
  return key;
}

function invalid(field: string, text: string): AppError {
  return new AppError('VALIDATION', `${field}: ${text}`, { fields: { [field]: text } });
}
