import { readSpokenName as readFile } from '../../domain/devices/spoken-name.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { removeSpokenName, writeSpokenName } from '../../store/devices/spoken-names.ts';
import type { AttemptLimit } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';
import { getOwnedDevice, type OwnerAndDevice } from './change-own-device.ts';

/** Each is 40 KB that go onto the disk, to every machine of a cluster and into the backups. */
const limit: AttemptLimit = { scope: 'spoken-name', maxFailures: 60, windowMs: 3_600_000 };

type OwnedSite = Pick<OwnerAndDevice, 'customerId' | 'deviceId'>;

/**
 * Keeps the name of a site as its owner spoke it, in place of an earlier one. The audit log says that it was spoken,
 * and nothing of the sound.
 * @param file WAV, as `readSpokenName` of the domain takes it
 * @throws AppError NOT_FOUND, VALIDATION, RATE_LIMITED
 */
export function saveSpokenName(
  { store }: Pick<Monitor, 'store'>,
  site: OwnedSite,
  file: Uint8Array,
  actor: Actor,
  now: Instant,
): void {
  const sound = read(file);
  store.transaction(() => {
    const { row } = getOwnedDevice(store, site);
    const refusal = 'Too many names were spoken. Please wait a while.';
    spendAttempts(store, [[limit, `${site.customerId}`]], refusal, now.wallMs);
    writeSpokenName(store, row, { sound, recordedAt: now.wallMs });
    writeAudit(store, { actor, action: 'device.speak-name', subject: site.deviceId }, now.wallMs);
  });
}

/** @throws AppError NOT_FOUND, also where there is no recording */
export function forgetSpokenName(
  { store }: Pick<Monitor, 'store'>,
  site: OwnedSite,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    const { row } = getOwnedDevice(store, site);
    if (!removeSpokenName(store, row)) throw new AppError('NOT_FOUND', 'There is no recording.');
    writeAudit(store, { actor, action: 'device.unspeak-name', subject: site.deviceId }, now.wallMs);
  });
}

function read(file: Uint8Array): Uint8Array {
  try {
    return readFile(file);
  } catch (error) {
    const finding = error instanceof Error ? error.message : String(error);
    throw new AppError('VALIDATION', `sound: ${finding}`, { fields: { sound: finding } });
  }
}
