import type { Monitor } from '../../actions/monitor.ts';
import type { DeviceAnswer } from '../../contract/devices/devices.ts';
import { alertStanding, deviceKeyStatus } from '../../domain/alerts/alert-standing.ts';
import { hasTrait } from '../../domain/alerts/channel-traits.ts';
import { whyRefused } from '../../domain/devices/admission.ts';
import { detectionOf } from '../../domain/fleet/detection.ts';
import { knownPower } from '../../domain/fleet/loss.ts';
import type { DeviceMoment } from '../../store/devices/device-list.ts';
import type { DeviceOverview } from '../../store/devices/device-overview.ts';
import { readVitalsOf } from '../../store/fleet/vitals.ts';
import { isoTime } from '../engine/iso-time.ts';
import { describeOutage } from './describe-outage.ts';
import { describePlace } from './describe-place.ts';

/** The moment that the filters of device lists need. */
export function deviceMoment({ channels }: Pick<Monitor, 'channels'>, nowMs: number): DeviceMoment {
  return { nowMs, channels };
}

/**
 * A device as the operator sees it: its rows, updated with what the live fleet knows better. The rows lag
 * by a flush in the last-heard time, the readings, transport, firmware and kind of sensing. Link and
 * power are written with every change.
 * @param nowMs epoch ms
 */
export function describeDevice(
  { store, fleet, settings, channels }: Pick<Monitor, 'store' | 'fleet' | 'settings' | 'channels'>,
  overview: DeviceOverview,
  nowMs: number,
): DeviceAnswer {
  const { customer, key, outage, mutedUntil } = overview;
  const found = fleet.get(overview.deviceId);
  // Another row with the same name belongs to a device that was deleted and enrolled again meanwhile.
  const live = found?.row === overview.row ? found : undefined;
  const { link, power } = live?.state ?? overview;
  const { transport, hasMainsSense, firmwareVersion, updateFailed } = live ?? overview;
  const { lastHeardAt, ssid, rssi, voltage, batteryLevel } =
    live === undefined
      ? { ssid: overview.ssid, ...readVitalsOf(store, overview.row) }
      : { lastHeardAt: live.state.lastHeardAt, ...live.vitals };
  const detection = detectionOf({ transport, hasMainsSense }, settings.heartbeatTimeout);
  const isMuted = mutedUntil !== null && mutedUntil > nowMs;
  return {
    device_id: overview.deviceId,
    site_name: overview.siteName,
    site_address: overview.siteAddress,
    ...describePlace(overview),
    customer_id: customer?.id ?? null,
    customer_name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    device_type: overview.deviceType,
    firmware_version: firmwareVersion,
    update_failed: updateFailed,
    status: link,
    refused: whyRefused({
      hasOwner: customer !== null,
      isAwaitingOwner: overview.isAwaitingOwner,
      hasActiveKey: key?.isActive === true,
    }),
    power_status: knownPower({ link, power }),
    last_heartbeat: isoTime(lastHeardAt),
    created_at: isoTime(overview.createdAt),
    transport,
    is_plain_outside: live?.isPlainOutside ?? false,
    rssi,
    ssid,
    voltage,
    battery_level: batteryLevel,
    detects: detection.mode,
    detects_within_seconds: detection.withinSeconds,
    alerts: alertStanding(
      {
        isReleased: customer === null,
        isCustomerActive: customer?.isActive === true,
        keyStatus: deviceKeyStatus(key, nowMs),
        isAlertEnabled: overview.alertEnabled,
        mutedUntil,
        hasReachableRecipient:
          customer?.reachableOn.some((channel) => channels.has(channel)) === true,
      },
      nowMs,
    ),
    critical:
      overview.isCritical ||
      customer?.reachableOn.some((name) => channels.has(name) && hasTrait(name, 'rings'))
        ? overview.isCritical
        : null,
    is_awaiting_owner: overview.isAwaitingOwner,
    muted_until: isMuted ? isoTime(mutedUntil) : null,
    credentials_due_at: isoTime(overview.credentialsDueAt),
    key_code: key?.keyCode ?? null,
    key_expires_at: isoTime(key?.expiresAt ?? null),
    outage:
      outage === null
        ? null
        : {
            ...describeOutage(outage),
            acknowledged_by: outage.acknowledgedBy,
            told: outage.told,
          },
  };
}
