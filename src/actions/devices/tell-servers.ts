import type { LiveDevice } from '../fleet/live-device.ts';
import { sendCommand } from '../fleet/send-command.ts';
import type { Monitor } from '../monitor.ts';

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
