import type { HeartbeatMessage } from '../../domain/fleet/device-message.ts';
import type { Instant } from '../../domain/instant.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { sendCommand } from '../fleet/send-command.ts';
import type { Monitor } from '../monitor.ts';

/**
 * After this time a device that was asked and has said nothing did not understand, or the question was
 * lost.
 */
const askAgainMs = 3_600_000;
/** Within this many ms a device that understands the question has answered it, or is about to. */
const answerMs = 60_000;

/**
 * Learns from a heartbeat what the device can do, and asks if that is not known: after a boot, which may
 * have brought other firmware, and once in every run of this server. Must come before the heartbeat
 * changes the device's state.
 */
export function noteFeatures(
  monitor: Monitor,
  device: LiveDevice,
  beat: HeartbeatMessage,
  now: Instant,
): void {
  const { bootId } = device.state;
  // Null also after a change of owner, which does not change what the device can do.
  if (bootId !== null && bootId !== beat.boot_id) {
    device.features = null;
    device.featuresAskedMono = null;
  }
  if (beat.features !== undefined) device.features = beat.features;
  if (device.features !== null) return;
  const asked = device.featuresAskedMono;
  if (asked !== null && now.monoMs - asked < askAgainMs) return;
  device.featuresAskedMono = now.monoMs;
  sendCommand(monitor, device, { type: 'tell_features' });
}

/** Whether the device can do something, as far as it has had time to say so. */
export function mayBeAbleTo(device: LiveDevice, feature: string, now: Instant): boolean {
  if (device.features !== null) return device.features.includes(feature);
  const asked = device.featuresAskedMono;
  return asked === null || now.monoMs - asked < answerMs;
}
