import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../monitor.ts';
import { applyInput } from './apply-input.ts';
import type { LiveDevice } from './live-device.ts';

/** A device's MQTT session began: it is no longer late. Only a heartbeat says what happened to it. */
export function openSession(
  monitor: Monitor,
  device: LiveDevice,
  now: Instant,
): Promise<void> | undefined {
  device.isDirty = true;
  return applyInput(monitor, device, { type: 'contact' }, now);
}
