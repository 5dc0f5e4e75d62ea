import { eq } from 'drizzle-orm';
import { normaliseActivationKey } from '../domain/activation-key.ts';
import type { DeviceType } from '../domain/device-type.ts';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/instant.ts';
import { firstExpiry } from '../domain/key-lifecycle.ts';
import { normalisePhone } from '../domain/phone.ts';
import { writeAudit } from '../store/audit.ts';
import { findCustomer, findCustomerByPhone, insertCustomer } from '../store/customers.ts';
import { insertEvent } from '../store/events.ts';
import { findKey, type KeyRow } from '../store/keys.ts';
import { devices } from '../store/schema.ts';
import { changeKey, keyInactive, keyNotFound } from './change-key.ts';
import { hashDeviceToken, makeDeviceToken } from './device-token.ts';
import { refreshFleet } from './load-fleet.ts';
import type { Monitor } from './monitor.ts';

export interface Enrolment {
  readonly device_id: string;
  readonly activation_key: string;
  readonly phone: string;
  readonly device_type: DeviceType;
  readonly firmware_version: string;
}

/**
 * Gives a device its own token against an activation key. Enrolling the same device again with the
 * same key replaces the token; the key starts counting at its first enrolment. All of it happens in
 * one transaction or not at all.
 *
 * @param address network address it came from, for the audit log
 * @returns the device token, which is stored only as a hash
 * @throws AppError VALIDATION, KEY_NOT_FOUND, KEY_INACTIVE, KEY_EXPIRED, KEY_IN_USE,
 *   KEY_PHONE_MISMATCH, FORBIDDEN (customer deactivated), CONFLICT (device belongs to someone else),
 *   RATE_LIMITED (this device was enrolled over and over)
 */
export function enrolDevice(
  monitor: Monitor,
  enrolment: Enrolment,
  now: Instant,
  address: string | null = null,
): string {
  const phone = normalisePhone(enrolment.phone);
  if (phone === null) {
    throw new AppError('VALIDATION', 'phone: is not a valid phone number', {
      fields: { phone: 'is not a valid phone number' },
    });
  }
  const keyCode = normaliseActivationKey(enrolment.activation_key);
  if (keyCode === null) throw keyNotFound();
  const token = makeDeviceToken((count) => crypto.getRandomValues(new Uint8Array(count)));
  monitor.store.transaction(() => {
    const key = usableKey(monitor, keyCode, now);
    const customerId = ownerOf(monitor, key, phone, now);
    const deviceRow = placeDevice(monitor, enrolment, key, customerId, token, now);
    limitEnrolments(monitor, enrolment.device_id, now);
    changeKey(monitor.store, key, {
      customerId,
      deviceRow,
      activatedAt: key.activatedAt ?? now.wallMs,
      expiresAt: key.expiresAt ?? firstExpiry(now.wallMs, monitor.settings.keyValidityYears),
    });
    recordEnrolment(monitor, enrolment, keyCode, customerId, deviceRow, now, address);
  });
  refreshFleet(monitor, now, [enrolment.device_id]);
  return token;
}

/** Asked once key and owner were found right: no stranger can use up what a device has. */
function limitEnrolments({ fleet }: Monitor, deviceId: string, now: Instant): void {
  const enrolments = fleet.get(deviceId)?.enrolments;
  const waitMs = enrolments?.waitMs(now.monoMs) ?? 0;
  if (waitMs > 0) {
    throw new AppError('RATE_LIMITED', 'This device was enrolled too often in a short time.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
  enrolments?.take(now.monoMs);
}

function usableKey(monitor: Monitor, keyCode: string, now: Instant): KeyRow {
  const key = findKey(monitor.store, keyCode);
  if (key === undefined) throw keyNotFound();
  if (!key.isActive) throw keyInactive();
  if (key.expiresAt !== null && key.expiresAt <= now.wallMs) {
    throw new AppError('KEY_EXPIRED', 'This activation key has expired; renew it first.');
  }
  return key;
}

/** The customer the key belongs to; a key nobody owns yet goes to the one with this phone. */
function ownerOf(monitor: Monitor, key: KeyRow, phone: string, now: Instant): number {
  const { store } = monitor;
  const owner = key.customerId === null ? undefined : findCustomer(store, key.customerId);
  if (owner !== undefined && owner.phone !== phone) {
    throw new AppError(
      'KEY_PHONE_MISMATCH',
      'This activation key belongs to another phone number.',
    );
  }
  const customer = owner ?? findCustomerByPhone(store, phone);
  if (customer !== undefined && !customer.isActive) {
    throw new AppError('FORBIDDEN', 'This customer account is not active.');
  }
  return customer?.id ?? insertCustomer(store, { name: phone, phone }, now.wallMs);
}

function placeDevice(
  monitor: Monitor,
  enrolment: Enrolment,
  key: KeyRow,
  customerId: number,
  token: string,
  now: Instant,
): number {
  const { db } = monitor.store;
  const known = db.select().from(devices).where(eq(devices.deviceId, enrolment.device_id)).get();
  if (key.deviceRow !== null && key.deviceRow !== known?.id) {
    throw new AppError('KEY_IN_USE', 'This activation key is in use by another device.');
  }
  const fields = {
    customerId,
    deviceType: enrolment.device_type,
    firmwareVersion: enrolment.firmware_version,
    tokenHash: hashDeviceToken(token),
    // Whatever it was offered before, or was to be told by people.
    nextTokenHash: null,
    credentialsDueAt: null,
  };
  if (known === undefined) {
    return db
      .insert(devices)
      .values({
        ...fields,
        deviceId: enrolment.device_id,
        siteName: `FaiWatch-${enrolment.device_id.slice(-6).toUpperCase()}`,
        // Nobody owned it before, so all it may still have queued is this owner's.
        ownedSince: 0,
        createdAt: now.wallMs,
      })
      .returning({ id: devices.id })
      .get().id;
  }
  if (known.customerId !== null && known.customerId !== customerId) {
    throw new AppError('CONFLICT', 'This device belongs to another customer, who must release it.');
  }
  const ownedSince = known.customerId === null ? now.wallMs : known.ownedSince;
  db.update(devices)
    .set({ ...fields, ownedSince })
    .where(eq(devices.id, known.id))
    .run();
  return known.id;
}

function recordEnrolment(
  monitor: Monitor,
  enrolment: Enrolment,
  keyCode: string,
  customerId: number,
  deviceRow: number,
  now: Instant,
  address: string | null,
): void {
  insertEvent(monitor.store, {
    deviceRow,
    customerId,
    eventType: 'REGISTER',
    occurredAt: now.wallMs,
    createdAt: now.wallMs,
    outageId: null,
    bootId: null,
    seq: null,
    voltage: null,
    batteryLevel: null,
    message: null,
    details: { firmware_version: enrolment.firmware_version },
  });
  writeAudit(
    monitor.store,
    {
      actor: { name: `device:${enrolment.device_id}`, address },
      action: 'device.enrol',
      subject: enrolment.device_id,
      after: { keyCode, customerId },
    },
    now.wallMs,
  );
}
