import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Steps } from '../../domain/steps.ts';
import {
  type DeviceRow,
  deleteDeviceRow,
  deleteSomePast,
  detachKeys,
  dropWaitingNotifications,
} from '../../store/fleet/device-changes.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { getDevice } from './edit-device.ts';

/** Rows deleted in one step, with all their index entries. */
const rowsPerStep = 200;

/**
 * Deletes the past of a device that is to be deleted. Years of it may exist, so it goes in steps. If the
 * work is cut short, the device stays and its deletion can be asked for again. The audit log tells of it
 * from the first step on.
 * @returns its row
 * @throws AppError NOT_FOUND
 */
export function* forgetPast(
  { store }: Monitor,
  deviceId: string,
  actor: Actor,
  now: Instant,
): Steps<number> {
  const { id } = getDevice(store, deviceId);
  let hasMore = store.transaction(() => {
    const isLong = deleteSomePast(store, id, rowsPerStep);
    const entry = { actor, action: 'device.delete-past', subject: deviceId };
    if (isLong) writeAudit(store, entry, now.wallMs);
    return isLong;
  });
  while (hasMore) {
    yield;
    hasMore = store.relaxedTransaction(() => deleteSomePast(store, id, rowsPerStep));
  }
  return id;
}

/**
 * Deletes a device with everything known about it, outages and events included. The device is refused at
 * once. Its keys keep their owner and expiry date, and may serve another device.
 * @param row of the device that was meant; a device enrolled again meanwhile has another row
 * @throws AppError NOT_FOUND
 */
export function deleteDevice(
  monitor: Monitor,
  deviceId: string,
  actor: Actor,
  now: Instant,
  row = getDevice(monitor.store, deviceId).id,
): void {
  const { store } = monitor;
  // Reports of the device that still wait to be stored need its row.
  monitor.commits.flush();
  store.transaction(() => {
    const device = getDevice(store, deviceId);
    if (device.id !== row) throw new AppError('NOT_FOUND', 'There is no such device.');
    dropWaitingNotifications(store, device.id, 'the device was deleted');
    if (device.customerId !== null) {
      const news = { type: 'left', site: device.siteName, key: null } as const;
      queueNews(store, device.customerId, news, now.wallMs, { site: device.id });
    }
    const keyCodes = detachKeys(store, device.id);
    deleteDeviceRow(store, device.id);
    const before = { ...whatIsNoted(device), keyCodes };
    writeAudit(store, { actor, action: 'device.delete', subject: deviceId, before }, now.wallMs);
  });
  followUp(monitor, now, [deviceId]);
}

/** Columns of a device that the audit log does not keep: hashes of its tokens, and what it said of the house. */
const unnoted: readonly string[] = [
  'tokenHash',
  'nextTokenHash',
  'ssid',
  'sleep',
] satisfies (keyof DeviceRow)[];

function whatIsNoted(device: DeviceRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(device).filter(([column]) => !unnoted.includes(column)));
}
