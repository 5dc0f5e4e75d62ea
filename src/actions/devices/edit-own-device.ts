import { fieldsOfEdit, type PlaceEdit } from '../../domain/devices/place.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { changeOwnDevice, getOwnedDevice, type OwnerAndDevice } from './change-own-device.ts';

/** Fields that are left out stay. */
interface OwnDeviceEdit extends PlaceEdit {
  /** Trimmed, not empty. */
  readonly siteName?: string | undefined;
  /** Whether the site counts for the public page. */
  readonly isOnStatusPage?: boolean | undefined;
}

/**
 * Renames a device of a customer, or says where it stands. Waiting messages carry the new name, too.
 * @throws AppError NOT_FOUND, CONFLICT when the operator set the cell
 */
export function editOwnDevice(
  monitor: Monitor,
  device: OwnerAndDevice,
  { siteName, isOnStatusPage, ...place }: OwnDeviceEdit,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  const isChanged = store.transaction(() => {
    const { cell, isCellOperators } = getOwnedDevice(store, device);
    if (isCellOperators && place.cell !== undefined && place.cell !== cell) {
      throw new AppError('CONFLICT', refusals.cellOfOperator);
    }
    const edits = [
      { action: 'device.rename', wanted: { siteName } },
      { action: 'device.place', wanted: { ...fieldsOfEdit(place), isOnStatusPage } },
    ];
    const changes = edits.map(({ action, wanted }) =>
      changeOwnDevice(store, device, wanted, { actor, action }, now),
    );
    return changes.some(({ changed }) => changed.size > 0);
  });
  if (isChanged) followUp(monitor, now, [device.deviceId]);
}
