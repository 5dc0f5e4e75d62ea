import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../monitor.ts';
import { applyInput } from './apply-input.ts';
import type { LiveDevice } from './live-device.ts';

/**
 * The broker saw a device's session die without a DISCONNECT: the device has ten seconds to come back.
 */
export function loseSession(
  monitor: Monitor,
  device: LiveDevice,
  now: Instant,
): Promise<void> | undefined {
  return applyInput(monitor, device, { type: 'session-lost' }, now);
}
