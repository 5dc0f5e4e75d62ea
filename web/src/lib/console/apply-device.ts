import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import type { DeviceMessage } from '../../../../src/contract/feed/stream.ts';

/** How a device stands, written over how it stood; what the message does not say is kept. */
export function applyDevice(device: DeviceAnswer, message: DeviceMessage): DeviceAnswer {
  const { site_name, status, power_status, last_heartbeat, outage } = message;
  // The message does not name who acknowledged; a name already known still stands.
  const acknowledger = device.outage?.id === outage?.id ? device.outage?.acknowledged_by : null;
  return {
    ...device,
    site_name,
    status,
    power_status,
    last_heartbeat,
    outage: outage === null ? null : { ...outage, acknowledged_by: acknowledger ?? null },
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
