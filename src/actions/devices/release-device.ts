import { alertSettingsAtFirst } from '../../domain/alerts/alert-settings.ts';
import { placeOfNobody } from '../../domain/devices/place.ts';
import { digestKey } from '../../domain/devices/setup-network.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { deleteRequestsOfDevice, findRequestOfDevice } from '../../store/devices/join-requests.ts';
import { type DeviceRow, detachKeys, updateDevice } from '../../store/fleet/device-changes.ts';
import { findKeyOfDevice } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { getDevice, recordConfigChange } from './edit-device.ts';
import { endWatch, storePendingReports } from './hand-over-device.ts';

/**
 * Takes a device from its customer and from its keys. The device is refused, and told why, until anybody
 * enrols it again. Its keys keep their owner and expiry date, and may serve another device. An open
 * outage ends as far as it is known.
 * @throws AppError NOT_FOUND, CONFLICT when it belongs to nobody already
 */
export function releaseDevice(
  monitor: Monitor,
  deviceId: string,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  storePendingReports(monitor);
  const adopt = store.transaction(() => {
    const device = getDevice(store, deviceId);
    const isAwaiting = findRequestOfDevice(store, device.id) !== undefined;
    if (device.customerId === null && !isAwaiting) {
      throw new AppError('CONFLICT', refusals.deviceReleased);
    }
    if (device.customerId !== null) {
      const news = { type: 'left', site: device.siteName, key: null } as const;
      queueNews(store, device.customerId, news, now.wallMs, { site: device.id });
    }
    return letDeviceGo(monitor, device, actor, now);
  });
  adopt();
  followUp(monitor, now, [deviceId]);
}

/**
 * The release itself, within the caller's transaction. The device's reports must be stored before.
 * @returns updates memory, once that transaction is stored; before `followUp`
 */
export function letDeviceGo(
  monitor: Monitor,
  device: DeviceRow,
  actor: Actor,
  now: Instant,
): () => void {
  const { store } = monitor;
  const { deviceId } = device;
  const adopt = endWatch(monitor, { row: device.id, deviceId }, 'the device was released', now);
  recordConfigChange(store, device, { released: true }, actor, now);
  deleteRequestsOfDevice(store, device.id);
  const held = findKeyOfDevice(store, device.id, device.customerId);
  const keyCodes = detachKeys(store, device.id);
  const after = fieldsOfNobody(device);
  updateDevice(store, device.id, {
    ...after,
    nextTokenHash: null,
    credentialsDueAt: null,
    // Setting it up again takes the password of its network.
    heldKeyDigest: device.heldKeyDigest ?? (held === undefined ? null : digestKey(held.keyCode)),
  });
  const before = Object.fromEntries(
    (Object.keys(after) as (keyof typeof after)[]).map((name) => [name, device[name]]),
  );
  const entry = {
    actor,
    action: 'device.release',
    subject: deviceId,
    before: asLogged({ ...before, keyCodes }),
    after: asLogged({ ...after, keyCodes: [] }),
  };
  writeAudit(store, entry, now.wallMs);
  return adopt;
}

/** In the audit log a release names two settings by their columns, as it has since the first version. */
const namesInLog: Readonly<Record<string, string>> = {
  thresholdSeconds: 'downtimeThresholdSeconds',
  reminderSeconds: 'reminderIntervalSeconds',
};

function asLogged(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [namesInLog[name] ?? name, value]),
  );
}

/**
 * The owner's own entries, above all the address, are hidden from the next owner. The token's hash stays
 * although the token no longer works: by it the device is recognised and told that it was released. The
 * next enrolment replaces it.
 */
function fieldsOfNobody({ deviceId }: DeviceRow) {
  return {
    ...alertSettingsAtFirst,
    mutedUntil: null,
    ...placeOfNobody,
    customerId: null,
    siteName: `FaiWatch-${deviceId.slice(-6).toUpperCase()}`,
    siteAddress: null,
  } satisfies Partial<DeviceRow>;
}
