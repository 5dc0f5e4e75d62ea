import type { DeviceCommand } from '../../domain/fleet/device-message.ts';
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
