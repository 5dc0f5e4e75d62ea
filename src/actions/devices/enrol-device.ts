import type { DeviceType } from '../../domain/devices/device-type.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { hintOfKey, normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import { normalisePhone } from '../../domain/people/phone.ts';
import {
  deleteOpenRequest,
  deleteRequestsOfDevice,
  findRequestOfDevice,
  isEmptyAccount,
  type JoinRequestRow,
} from '../../store/devices/join-requests.ts';
import { devices } from '../../store/devices/tables.ts';
import type { Store } from '../../store/engine/open.ts';
import {
  type DeviceRow,
  detachKeys,
  findDeviceRow,
  updateDevice,
} from '../../store/fleet/device-changes.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { findKey, type KeyRow, unbindOtherKeys } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  type CustomerRow,
  findCustomer,
  findCustomerByPhone,
  insertCustomer,
} from '../../store/people/customers.ts';
import { followUp } from '../engine/follow-up.ts';
import { hashSecret } from '../engine/secrets.ts';
import { changeKey, countingFrom, keyInactive, keyNotFound } from '../keys/change-key.ts';
import type { Monitor } from '../monitor.ts';
import { bringAlong } from './answer-question.ts';
import { askToJoin } from './ask-to-join.ts';
import { makeDeviceToken } from './device-credentials.ts';
import { storePendingReports } from './hand-over-device.ts';

export interface Enrolment {
  readonly device_id: string;
  readonly activation_key: string;
  readonly phone: string;
  readonly device_type: DeviceType;
  readonly firmware_version: string;
}

interface Enrolled {
  /** Only its hash is stored. */
  readonly token: string;
  /** False: the device is watched, and belongs to nobody until the owner of the phone number confirms. */
  readonly joined: boolean;
}

/** The account that a key leads to, or the question whether it may join one. */
type Admission =
  /** `isNew`: the key had no owner. */
  | { readonly to: CustomerRow; readonly isNew: boolean; readonly asks: null }
  | { readonly to: null; readonly isNew: true; readonly asks: CustomerRow };

/**
 * Gives a device its own token for an activation key. Enrolling the same device again with the same key
 * replaces the token. The key starts counting when it and the device have joined an account. A key
 * without an owner joins a new or empty account at once; for any other account its owner is asked first.
 * All of it happens in one transaction or not at all.
 *
 * @param address network address it came from, for the audit log
 * @throws AppError VALIDATION, KEY_NOT_FOUND, KEY_INACTIVE, KEY_EXPIRED, KEY_IN_USE,
 *   KEY_PHONE_MISMATCH, FORBIDDEN (customer deactivated), CONFLICT (the device belongs to someone else
 *   or waits for another's answer, or the answer was no), RATE_LIMITED
 */
export function enrolDevice(
  monitor: Monitor,
  enrolment: Enrolment,
  now: Instant,
  address: string | null = null,
): Enrolled {
  const phone = normalisePhone(enrolment.phone);
  if (phone === null) {
    throw new AppError('VALIDATION', 'phone: is not a valid phone number', {
      fields: { phone: 'is not a valid phone number' },
    });
  }
  const keyCode = normaliseActivationKey(enrolment.activation_key);
  if (keyCode === null) throw keyNotFound();
  const { store } = monitor;
  // A guess costs one look-up: it makes no board's report go to the disk by itself.
  if (findKey(store, keyCode) === undefined) throw keyNotFound();
  storePendingReports(monitor);
  const token = makeDeviceToken((count) => crypto.getRandomValues(new Uint8Array(count)));
  const joined = store.transaction(() => {
    const key = usableKey(store, keyCode, now);
    const known = findDeviceRow(store, enrolment.device_id);
    const admission = admit(store, key, phone, known, now);
    if (key.deviceRow !== null && key.deviceRow !== known?.id) {
      throw new AppError('KEY_IN_USE', 'This activation key is in use by another device.');
    }
    if (admission.asks !== null && known?.customerId === admission.asks.id) {
      // The board's owner may want it to continue with this key; the board tries again by itself.
      askToJoin(store, { key, customer: admission.asks, device: known, address }, now);
      return null;
    }
    const request = known === undefined ? undefined : findRequestOfDevice(store, known.id);
    if (known !== undefined) requireFree(store, known, request, key, admission);
    const device = placeDevice(store, enrolment, known, request, admission, token, now);
    limitEnrolments(monitor, enrolment.device_id, now);
    if (admission.asks !== null) {
      changeKey(store, key, { deviceRow: device.id, enrolledPhone: phone });
      askToJoin(store, { key, customer: admission.asks, device, address }, now);
    } else {
      deleteOpenRequest(store, keyCode);
      changeKey(store, key, {
        customerId: admission.to.id,
        ...(admission.isNew && { standing: 'typed' as const }),
        deviceRow: device.id,
        enrolledPhone: phone,
        ...countingFrom(monitor, key, now),
      });
      if (known?.customerId === null) unbindOtherKeys(store, device.id, admission.to.id, keyCode);
      if (request !== undefined) bringAlong(monitor, request, device, admission.to.id, now);
      tellJoined(store, key, known, device, admission, now);
    }
    recordEnrolment(store, enrolment, keyCode, device, now, address);
    return admission.to !== null;
  });
  followUp(monitor, now, joined === null ? [] : [enrolment.device_id]);
  if (joined === null) {
    throw new AppError(
      'CONFLICT',
      'This device goes on with its present key until its owner agrees to another.',
    );
  }
  return { token, joined };
}

/** Checked once key and owner are right, so that no stranger can use up a device's limit. */
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

function usableKey(store: Store, keyCode: string, now: Instant): KeyRow {
  const key = findKey(store, keyCode);
  if (key === undefined) throw keyNotFound();
  if (!key.isActive) throw keyInactive();
  if (key.expiresAt !== null && key.expiresAt <= now.wallMs) {
    throw new AppError('KEY_EXPIRED', 'This activation key has expired; renew it first.');
  }
  return key;
}

function admit(
  store: Store,
  key: KeyRow,
  phone: string,
  known: DeviceRow | undefined,
  now: Instant,
): Admission {
  const owner = key.customerId === null ? undefined : findCustomer(store, key.customerId);
  // A board that was set up before its owner changed the number keeps sending the former one.
  if (owner !== undefined && owner.phone !== phone && key.enrolledPhone !== phone) {
    throw new AppError(
      'KEY_PHONE_MISMATCH',
      'This activation key belongs to another phone number.',
    );
  }
  const customer = owner ?? findCustomerByPhone(store, phone);
  if (customer !== undefined && !customer.isActive) {
    throw new AppError('FORBIDDEN', refusals.customerInactive);
  }
  if (owner !== undefined) {
    const servesIt = key.deviceRow !== null && key.deviceRow === known?.id;
    if (key.standing === 'questioned' && !servesIt) {
      throw new AppError('CONFLICT', 'The owner of this phone number has to say yes to this key.');
    }
    return { to: owner, isNew: false, asks: null };
  }
  if (customer !== undefined && !isEmptyAccount(store, customer.id)) {
    return { to: null, isNew: true, asks: customer };
  }
  const to = customer ?? addNewcomer(store, phone, now);
  return { to, isNew: true, asks: null };
}

function addNewcomer(store: Store, phone: string, now: Instant): CustomerRow {
  const id = insertCustomer(store, { name: phone, phone }, now.wallMs);
  const customer = findCustomer(store, id);
  if (customer === undefined) throw new Error('a customer just inserted is not there');
  return customer;
}

/**
 * Makes sure that a known device may be enrolled with this key: both belong to the same account, or the
 * device has no owner. A device that waits for an answer continues with the key that asked, or with a key
 * of the account it asked; the key that asked is then free again.
 * @throws AppError CONFLICT
 */
function requireFree(
  store: Store,
  device: DeviceRow,
  request: JoinRequestRow | undefined,
  key: KeyRow,
  { to }: Admission,
): void {
  if (device.customerId !== null) {
    if (device.customerId === to?.id) return;
    throw new AppError('CONFLICT', 'This device belongs to another customer, who must release it.');
  }
  if (request === undefined || request.keyCode === key.keyCode) return;
  if (request.customerId !== to?.id) {
    throw new AppError(
      'CONFLICT',
      'This device waits for the answer of the owner of another phone.',
    );
  }
  deleteRequestsOfDevice(store, device.id);
  detachKeys(store, device.id);
}

function placeDevice(
  store: Store,
  enrolment: Enrolment,
  known: DeviceRow | undefined,
  request: JoinRequestRow | undefined,
  { to }: Admission,
  token: string,
  now: Instant,
): DeviceRow {
  const fields = {
    customerId: to?.id ?? null,
    deviceType: enrolment.device_type,
    firmwareVersion: enrolment.firmware_version,
    tokenHash: hashSecret(token),
    // Earlier offers and waiting questions end.
    nextTokenHash: null,
    credentialsDueAt: null,
    heldKeyDigest: null,
  };
  if (known === undefined) {
    return store.db
      .insert(devices)
      .values({
        ...fields,
        deviceId: enrolment.device_id,
        siteName: `FaiWatch-${enrolment.device_id.slice(-6).toUpperCase()}`,
        // Nobody owned it before, so reports still in its queue belong to this owner.
        ownedSince: 0,
        createdAt: now.wallMs,
      })
      .returning()
      .get();
  }
  // A device that waits has been watched since it was first enrolled.
  const wasReleased = known.customerId === null && request === undefined;
  const after = { ...fields, ownedSince: wasReleased ? now.wallMs : known.ownedSince };
  updateDevice(store, known.id, after);
  return { ...known, ...after };
}

function tellJoined(
  store: Store,
  key: KeyRow,
  before: DeviceRow | undefined,
  device: DeviceRow,
  { to, isNew }: Admission & { readonly to: CustomerRow },
  now: Instant,
): void {
  const isNewDevice = before?.customerId !== to.id;
  if (!isNewDevice && !isNew) return;
  const news = {
    type: 'joined',
    site: device.siteName,
    key: isNew ? hintOfKey(key.keyCode) : null,
    by: null,
  } as const;
  queueNews(store, to.id, news, now.wallMs, { site: device.id });
}

function recordEnrolment(
  store: Store,
  enrolment: Enrolment,
  keyCode: string,
  { id: deviceRow, customerId }: DeviceRow,
  now: Instant,
  address: string | null,
): void {
  insertEvent(store, {
    deviceRow,
    customerId,
    eventType: 'REGISTER',
    occurredAt: now.wallMs,
    createdAt: now.wallMs,
    details: { firmware_version: enrolment.firmware_version },
  });
  writeAudit(
    store,
    {
      actor: { name: `device:${enrolment.device_id}`, address },
      action: 'device.enrol',
      subject: enrolment.device_id,
      after: { keyCode, customerId },
    },
    now.wallMs,
  );
}
