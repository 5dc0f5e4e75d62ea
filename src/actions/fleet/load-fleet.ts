import { type RefusedReason, whyRefused } from '../../domain/devices/admission.ts';
import { locationOf } from '../../domain/devices/place.ts';
import { initialDeviceState, restoreDeviceState } from '../../domain/fleet/device-state.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Rate, TokenBucket } from '../../domain/token-bucket.ts';
import { type LoadedDevice, loadDevices } from '../../store/fleet/devices.ts';
import type { Monitor } from '../monitor.ts';
import { applyInput, rulesOf } from './apply-input.ts';
import {
  type DeviceConfig,
  type LiveDevice,
  makeHealth,
  resumeOffer,
  withdrawOffer,
} from './live-device.ts';

/** Enough for an afternoon of flashing and trying. Each enrolment replaces the token and writes rows. */
const enrolmentRate: Rate = { perSecond: 1 / 30, burst: 20 };

/** Reads every device into memory, once, at start. */
export function loadFleet(monitor: Monitor, now: Instant): void {
  for (const loaded of loadDevices(monitor.store)) {
    const live = makeLiveDevice(monitor, loaded, now);
    monitor.fleet.add(live);
    if (live.config.revokedBecause !== null) stopWatching(monitor, live, now);
  }
}

/**
 * Takes over what a command or an action changed in the rows of devices: owner, name, token, standing of
 * the keys. The state of devices belongs to this process and stays.
 * @param deviceIds only these. Undefined: all
 */
export function refreshFleet(monitor: Monitor, now: Instant, deviceIds?: readonly string[]): void {
  const loaded = loadDevices(monitor.store, deviceIds);
  const present = new Set<string>();
  for (const row of loaded) {
    present.add(row.deviceId);
    const live = monitor.fleet.get(row.deviceId);
    if (live === undefined || live.row !== row.row) {
      if (live !== undefined) forgetDevice(monitor, live);
      const added = makeLiveDevice(monitor, row, now);
      monitor.fleet.add(added);
      continue;
    }
    const before = live.config;
    monitor.fleet.reconfigure(live, configOf(row));
    if (live.config.nextTokenHash === null) withdrawOffer(live);
    if (before.tokenHash !== live.config.tokenHash || live.config.revokedBecause !== null) {
      monitor.onDeviceRefused(live.deviceId);
    }
    if (live.config.revokedBecause !== null) stopWatching(monitor, live, now);
  }
  const gone = (deviceIds ?? [...monitor.fleet.ids()]).filter((id) => !present.has(id));
  for (const deviceId of gone) {
    const live = monitor.fleet.get(deviceId);
    if (live !== undefined) forgetDevice(monitor, live);
  }
}

/** A sweep or an ending session that still holds the device finds nothing to judge. */
function forgetDevice(monitor: Monitor, device: LiveDevice): void {
  monitor.fleet.remove(device);
  device.state = initialDeviceState;
  monitor.onDeviceRefused(device.deviceId);
}

/** A refused device is silent by our own doing, which is no outage. */
function stopWatching(monitor: Monitor, device: LiveDevice, now: Instant): void {
  applyInput(monitor, device, { type: 'unwatched' }, now)?.catch((error: unknown) => {
    monitor.log.error({ err: error, device: device.deviceId }, 'a revocation was not stored');
  });
}

function makeLiveDevice(monitor: Monitor, loaded: LoadedDevice, now: Instant): LiveDevice {
  return {
    row: loaded.row,
    deviceId: loaded.deviceId,
    config: configOf(loaded),
    state: restoreDeviceState(loaded.stored, now, rulesOf(monitor)),
    draft: null,
    hasMainsSense: loaded.hasMainsSense,
    transport: loaded.transport,
    firmwareVersion: loaded.firmwareVersion,
    updateFailed: loaded.updateFailed,
    isPlainOutside: false,
    arrivalDueMono: Number.NEGATIVE_INFINITY,
    heardFrom: null,
    provider: null,
    imageOfferedMono: null,
    commands: [],
    features: null,
    featuresAskedMono: null,
    serversTold: null,
    offer: resumeOffer(loaded, now),
    vitals: {
      rssi: loaded.rssi,
      ssid: loaded.ssid,
      voltage: loaded.voltage,
      batteryLevel: loaded.batteryLevel,
      sleep: loaded.sleep,
    },
    health: makeHealth(),
    mainsVoltages: new Map(),
    refusals: null,
    newestReport: null,
    allowance: new TokenBucket(monitor.deviceRate),
    enrolments: new TokenBucket(enrolmentRate),
    beatsThisHour: 0,
    isDirty: false,
    isRowDirty: false,
    waiting: 0,
    scheduledMono: Number.POSITIVE_INFINITY,
  };
}

const refusals: Readonly<Record<RefusedReason, string>> = {
  released: 'This device was released; enrol it again with a key.',
  revoked: 'The activation key of this device was revoked.',
};

function configOf(loaded: LoadedDevice): DeviceConfig {
  const reason = whyRefused({ ...loaded, hasOwner: loaded.customerId !== null });
  return {
    customerId: loaded.customerId,
    ownedSince: loaded.ownedSince,
    siteName: loaded.siteName,
    deviceType: loaded.deviceType,
    place: { cell: loaded.cell, area: loaded.area, location: locationOf(loaded) },
    tokenHash: loaded.tokenHash,
    nextTokenHash: loaded.nextTokenHash,
    credentialsDueAt: loaded.credentialsDueAt,
    revokedBecause: reason === null ? null : refusals[reason],
  };
}
