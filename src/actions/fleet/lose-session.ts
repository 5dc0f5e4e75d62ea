import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../monitor.ts';
import { applyInput } from './apply-input.ts';
import type { LiveDevice } from './live-device.ts';

/**
 * The broker saw a device's session die without a DISCONNECT: the device has ten seconds to come back.
 * Meanwhile this server finds out whether it is its own line that is dead.
 */
export function loseSession(
  monitor: Monitor,
  device: LiveDevice,
  now: Instant,
): Promise<void> | undefined {
  monitor.fleet.lostSessions.add(device);
  return applyInput(monitor, device, { type: 'session-lost' }, now);
}
