import { AppError } from '../domain/errors.ts';
import { authenticateDevice } from '../monitor/authenticate-device.ts';
import type { LiveDevice } from '../monitor/live-device.ts';
import type { Monitor } from '../monitor/monitor.ts';

const scheme = 'Bearer ';

/**
 * The device whose token a request carries.
 * @throws AppError INVALID_TOKEN, DEVICE_REVOKED
 */
export function authenticateRequest(monitor: Monitor, headers: Headers): LiveDevice {
  const header = headers.get('authorization');
  if (header === null || !header.startsWith(scheme)) {
    throw new AppError('INVALID_TOKEN', 'A device token is needed: Authorization: Bearer fwd_…');
  }
  return authenticateDevice(monitor, header.slice(scheme.length));
}
