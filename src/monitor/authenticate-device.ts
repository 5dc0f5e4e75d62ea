import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import { hashDeviceToken } from './device-token.ts';
import type { LiveDevice } from './live-device.ts';
import type { Monitor } from './monitor.ts';

/**
 * Finds the device a token belongs to.
 * @param deviceId the id it claims (MQTT), or undefined where only the token is sent (HTTP)
 * @throws AppError INVALID_TOKEN; DEVICE_REVOKED when the token is right but the key no longer is
 */
export function authenticateDevice(
  monitor: Pick<Monitor, 'fleet'>,
  token: string,
  deviceId?: string,
): LiveDevice {
  const tokenHash = hashDeviceToken(token);
  const device =
    deviceId === undefined
      ? monitor.fleet.getByTokenHash(tokenHash)
      : findWithHash(monitor.fleet.get(deviceId), tokenHash);
  if (device === undefined) {
    throw new AppError('INVALID_TOKEN', 'The device token is not valid.');
  }
  if (device.config.revokedBecause !== null) {
    throw new AppError('DEVICE_REVOKED', device.config.revokedBecause);
  }
  return device;
}

function findWithHash(device: LiveDevice | undefined, given: string): LiveDevice | undefined {
  const known = device?.config.tokenHash ?? null;
  if (known === null) return undefined;
  const isSame = timingSafeEqual(Buffer.from(known, 'hex'), Buffer.from(given, 'hex'));
  return isSame ? device : undefined;
}
