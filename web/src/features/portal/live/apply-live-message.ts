import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import type { DeviceMessage, HeardMessage } from '../../../../../src/contract/feed/stream.ts';
import type { PortalStats } from '../api/get-stats.ts';

/**
 * How a device stands, written over how it stood. What the message does not say is kept where it still
 * holds, and left open where it may not.
 * @returns null when the device is not among those shown: they have to be asked for again
 */
export function applyDevice(stats: PortalStats, message: DeviceMessage): PortalStats | null {
  const { device_id: deviceId } = message;
  if (!stats.devices.some((device) => device.device_id === deviceId)) return null;
  return {
    ...stats,
    devices: stats.devices.map((device) =>
      device.device_id === deviceId ? mergeDevice(device, message) : device,
    ),
  };
}

/** Whether a message tells more than that a device was heard. Other data has then changed as well. */
export function isTurn(stats: PortalStats, message: DeviceMessage): boolean {
  const known = stats.devices.find((device) => device.device_id === message.device_id);
  return (
    known === undefined ||
    known.status !== message.status ||
    known.power_status !== message.power_status ||
    known.site_name !== message.site_name ||
    JSON.stringify(standingOf(known.outage)) !== JSON.stringify(standingOf(message.outage))
  );
}

export function applyHeard(stats: PortalStats, { devices: heard }: HeardMessage): PortalStats {
  const times = new Map(heard.map((one) => [one.device_id, one.last_heartbeat]));
  return {
    ...stats,
    devices: stats.devices.map((device) => {
      const lastHeartbeat = times.get(device.device_id);
      return lastHeartbeat === undefined ? device : { ...device, last_heartbeat: lastHeartbeat };
    }),
  };
}

function mergeDevice(known: PortalDevice, message: DeviceMessage): PortalDevice {
  const { outage } = message;
  return {
    ...known,
    site_name: message.site_name,
    status: message.status,
    power_status: message.power_status,
    power_since: sinceOf(known, message),
    last_heartbeat: message.last_heartbeat,
    outage: outage === null ? null : { ...outage, acknowledged_by: acknowledgerOf(known, outage) },
    nearby: outage?.recover_at === null ? known.nearby : null,
  };
}

function sinceOf(known: PortalDevice, { power_status: power, outage }: DeviceMessage) {
  if (power === null) return null;
  const isMains = outage?.cause === 'mains';
  if (power === 'DOWN') return isMains ? outage.down_at : null;
  if (isMains && outage.recover_at !== null) return outage.recover_at;
  return known.power_status === 'UP' ? known.power_since : null;
}

/** The message has no name; a known name is kept. */
function acknowledgerOf(known: PortalDevice, outage: NonNullable<DeviceMessage['outage']>) {
  const isSame = known.outage?.id === outage.id;
  return isSame && outage.acknowledged_at !== null ? (known.outage?.acknowledged_by ?? null) : null;
}

function standingOf(outage: DeviceMessage['outage']) {
  if (outage === null) return null;
  const { id, cause, recover_at, acknowledged_at } = outage;
  return [id, cause, recover_at, acknowledged_at];
}
