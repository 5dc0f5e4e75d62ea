import type { Board } from '../../domain/devices/device-type.ts';
import { differences } from '../../domain/differences.ts';
import { invalidField } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Store } from '../../store/engine/open.ts';
import { findDeviceRows, updateRollout } from '../../store/firmware/firmware-images.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { Monitor } from '../monitor.ts';
import { getImage } from './get-firmware.ts';

/** Fields that are left out stay. */
export interface RolloutChange {
  /** Per cent of the boards of this kind, 0 to 100, whole. */
  readonly percent?: number | undefined;
  /** Single devices in addition. They replace those named before. */
  readonly deviceIds?: readonly string[] | undefined;
  readonly isPaused?: boolean | undefined;
}

/**
 * Sets whom an image is offered to from now on. Devices that run it keep it.
 * @throws AppError NOT_FOUND; VALIDATION for a device that is not there or is another board
 */
export function rollOutFirmware(
  { store }: Pick<Monitor, 'store'>,
  { board, version }: { readonly board: Board; readonly version: string },
  change: RolloutChange,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    const image = getImage(store, board, version);
    const rows =
      change.deviceIds === undefined ? undefined : findTargets(store, board, change.deviceIds);
    const { id, percent, isPaused, deviceIds } = image;
    const wanted = rows?.map(({ deviceId }) => deviceId).sort();
    const named = [...deviceIds];
    const isSame = wanted?.join() === named.join();
    const changed = differences<{ percent: number; isPaused: boolean; devices: string[] }>(
      { percent, isPaused, devices: named },
      {
        percent: change.percent,
        isPaused: change.isPaused,
        ...(!isSame && { devices: wanted }),
      },
    );
    if (changed === null) return;
    const { devices, ...fields } = changed.after;
    updateRollout(store, id, fields, devices && rows?.map(({ row }) => row));
    const entry = { actor, action: 'firmware.roll-out', subject: `${board} ${version}` };
    writeAudit(store, { ...entry, ...changed }, now.wallMs);
  });
}

function findTargets(store: Store, board: Board, deviceIds: readonly string[]) {
  const found = findDeviceRows(store, deviceIds);
  for (const deviceId of deviceIds) {
    const device = found.find((one) => one.deviceId === deviceId);
    if (device === undefined) refuse(deviceId, 'is not known');
    if (device.deviceType !== board) refuse(deviceId, `is another board (${device.deviceType})`);
  }
  return found;
}

function refuse(deviceId: string, finding: string): never {
  throw invalidField('device_ids', `${deviceId} ${finding}`);
}
