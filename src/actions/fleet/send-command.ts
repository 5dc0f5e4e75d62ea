import type { DeviceCommand } from '../../domain/fleet/device-message.ts';
import type { Monitor } from '../monitor.ts';
import type { LiveDevice } from './live-device.ts';

/** Sends a device a command at once over MQTT, or with the answer to its next heartbeat over HTTP. */
export function sendCommand(
  monitor: Pick<Monitor, 'publishCommand'>,
  device: LiveDevice,
  command: DeviceCommand,
): void {
  if (device.transport === 'mqtt' && monitor.publishCommand(device.deviceId, command)) return;
  device.commands = [...device.commands.filter(({ type }) => type !== command.type), command];
}

/**
 * Tells a device over MQTT where the machines of this installation are: once in every run of this server, after a
 * boot, and when they changed. Over HTTP each answer says it. Must come before the heartbeat changes the device's
 * state.
 */
export function tellServers(
  monitor: Pick<Monitor, 'servers' | 'publishCommand'>,
  device: LiveDevice,
  bootId: string,
): void {
  const { servers } = monitor;
  const isSameBoot = device.state.bootId === null || device.state.bootId === bootId;
  if (servers === null || (isSameBoot && device.serversTold === servers)) return;
  device.serversTold = servers;
  if (device.transport === 'mqtt') sendCommand(monitor, device, { type: 'servers', servers });
}
