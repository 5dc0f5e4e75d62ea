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
