import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import { hashSecret } from '../engine/secrets.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import type { Monitor } from '../monitor.ts';
import { takeCredentials } from './device-credentials.ts';

/**
 * Finds the device a token belongs to. Once a device logs in with new credentials that it was offered,
 * they are its only ones.
 * @param deviceId the id it claims (MQTT). Undefined: only the token is sent (HTTP)
 * @throws AppError INVALID_TOKEN; DEVICE_REVOKED when the token is right but the key no longer is
 */
export function authenticateDevice(monitor: Monitor, token: string, deviceId?: string): LiveDevice {
  const tokenHash = hashSecret(token);
  const device =
    deviceId === undefined
      ? monitor.fleet.getByTokenHash(tokenHash)
      : findWithHash(monitor.fleet.get(deviceId), tokenHash);
  if (device === undefined) {
    throw new AppError('INVALID_TOKEN', 'The device token is not valid.');
  }
  const { revokedBecause, credentialsDueAt } = device.config;
  if (revokedBecause !== null) throw new AppError('DEVICE_REVOKED', revokedBecause);
  if (credentialsDueAt !== null) takeCredentials(monitor, device, tokenHash, monitor.clock());
  return device;
}

function findWithHash(device: LiveDevice | undefined, given: string): LiveDevice | undefined {
  if (device === undefined) return undefined;
  const { tokenHash, nextTokenHash } = device.config;
  return isSame(tokenHash, given) || isSame(nextTokenHash, given) ? device : undefined;
}

function isSame(known: string | null, given: string): boolean {
  if (known === null) return false;
  return timingSafeEqual(Buffer.from(known, 'hex'), Buffer.from(given, 'hex'));
}
