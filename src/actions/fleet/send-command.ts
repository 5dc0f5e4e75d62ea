import type { DeviceCommand, HeartbeatMessage } from '../../domain/fleet/device-message.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../monitor.ts';
import type { LiveDevice } from './live-device.ts';

/**
 * Sends a device a command over MQTT, or with the answer to its next heartbeat over HTTP: once all machines know
 * what it may carry, such as a new token.
 */
export function sendCommand(
  monitor: Pick<Monitor, 'publishCommand' | 'replication'>,
  device: LiveDevice,
  command: DeviceCommand,
): void {
  const keep = () => {
    device.commands = [...device.commands.filter(({ type }) => type !== command.type), command];
  };
  if (device.transport !== 'mqtt') {
    keep();
    return;
  }
  const publish = () => {
    if (!monitor.publishCommand(device.deviceId, command)) keep();
  };
  const onItsWay = monitor.replication?.settled();
  if (onItsWay === undefined) publish();
  else void onItsWay.then(publish);
}

/**
 * Tells a device over MQTT where the machines of this installation are: once in every run of this server, after a
 * boot, and when they changed. Over HTTP each answer says it. Must come before the heartbeat changes the device's
 * state.
 */
export function tellServers(
  monitor: Pick<Monitor, 'servers' | 'publishCommand' | 'replication'>,
  device: LiveDevice,
  bootId: string,
): void {
  const { servers } = monitor;
  const isSameBoot = device.state.bootId === null || device.state.bootId === bootId;
  if (servers === null || (isSameBoot && device.serversTold === servers)) return;
  device.serversTold = servers;
  if (device.transport === 'mqtt') sendCommand(monitor, device, { type: 'servers', servers });
}

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
