import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { changeOwner, findDeviceIds } from '../../store/devices/device-owners.ts';
import { removeSpokenName } from '../../store/devices/spoken-names.ts';
import { clearReadings, dropWaitingNotifications } from '../../store/fleet/device-changes.ts';
import { markRollUps } from '../../store/fleet/roll-ups.ts';
import { endStatusMembership } from '../../store/fleet/status-subscriptions.ts';
import { unbindOtherKeys } from '../../store/keys/keys.ts';
import { catchUpWith } from '../engine/follow-up.ts';
import { applyAtOnce } from '../fleet/apply-input.ts';
import { forgetReadings, type LiveDevice } from '../fleet/live-device.ts';
import { recordBeatsSoFar } from '../fleet/roll-up-heartbeats.ts';
import type { Monitor } from '../monitor.ts';
import { getDevice, recordConfigChange } from './edit-device.ts';

interface HandOver {
  /** Row of the device. */
  readonly row: number;
  /** The owner it must have. Null: none. */
  readonly from: number | null;
  readonly to: number;
  /** Code of the key it continues with. */
  readonly key: string;
}

export interface HandedOver {
  readonly row: number;
  readonly deviceId: string;
  /** Codes of keys that served it and belong to another customer. */
  readonly unboundKeys: readonly string[];
  /** Updates memory; to be called once the transaction is stored and before `followUp`. */
  adopt(): void;
}

/**
 * Stores what devices have reported so far, so that it counts for whoever owned them at that time. Must
 * come before the transaction that transfers one.
 */
export function storePendingReports(monitor: Monitor): void {
  monitor.commits.flush();
}

/**
 * Gives a device to another customer, within the caller's transaction. For the former owner everything
 * ends: an open outage is closed as far as it is known, and its waiting messages are dropped. For the new
 * owner the device has not been heard yet; its next heartbeat says how it is. The caller deals with its
 * token.
 * @throws AppError CONFLICT when it is not `from`'s
 */
export function handOverDevice(
  monitor: Monitor,
  over: HandOver,
  actor: Actor,
  now: Instant,
): HandedOver {
  const { store } = monitor;
  const [deviceId] = findDeviceIds(store, [over.row]);
  if (deviceId === undefined) throw new Error('a key serves a device that is not there');
  const adopt = endWatch(
    monitor,
    { row: over.row, deviceId },
    'the device went to another customer',
    now,
  );
  if (!changeOwner(store, over.row, over, now.wallMs)) {
    throw new AppError('CONFLICT', refusals.deviceOfAnother);
  }
  recordConfigChange(store, getDevice(store, deviceId), { transferred: true }, actor, now);
  const unboundKeys = unbindOtherKeys(store, over.row, over.to, over.key);
  return { row: over.row, deviceId, unboundKeys, adopt };
}

/**
 * Takes a device from its owner, within the caller's transaction and while it is still theirs. An open
 * outage ends as far as it is known, waiting messages are dropped, what the device said about itself is hidden
 * from the next owner, and the name in the voice of this one goes.
 * @returns updates memory, once that transaction is stored
 */
export function endWatch(
  monitor: Monitor,
  device: Pick<LiveDevice, 'row' | 'deviceId'>,
  reason: string,
  now: Instant,
): () => void {
  const { store } = monitor;
  const live = catchUpWith(monitor, device, now);
  const adopt = applyAtOnce(monitor, live, { type: 'unwatched' }, now);
  recordBeatsSoFar(monitor, live, now);
  markRollUps(store, live.row);
  dropWaitingNotifications(store, live.row, reason);
  clearReadings(store, live.row);
  endStatusMembership(store, live.row);
  removeSpokenName(store, live.row);
  return () => {
    adopt();
    forgetReadings(live);
  };
}
