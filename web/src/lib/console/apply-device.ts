import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import type { DeviceMessage } from '../../../../src/contract/feed/stream.ts';

/** Updates a device's state from a message and keeps what the message does not tell. */
export function applyDevice(device: DeviceAnswer, message: DeviceMessage): DeviceAnswer {
  const { site_name, status, power_status, last_heartbeat, outage } = message;
  // The message names neither who acknowledged nor who was told, so known names are kept.
  const known = device.outage?.id === outage?.id ? device.outage : null;
  return {
    ...device,
    site_name,
    status,
    power_status,
    last_heartbeat,
    outage: outage && {
      ...outage,
      acknowledged_by: known?.acknowledged_by ?? null,
      told: known?.told ?? { sent: 0, waiting: 0, failed: 0, names: [] },
    },
  };
}

/** The same of a list; the list itself where the device is not in it. */
export function applyToList(
  devices: readonly DeviceAnswer[],
  message: DeviceMessage,
): { devices: DeviceAnswer[]; before: DeviceAnswer | undefined } {
  const before = devices.find(({ device_id: id }) => id === message.device_id);
  return {
    before,
    devices: devices.map((device) => (device === before ? applyDevice(device, message) : device)),
  };
}
