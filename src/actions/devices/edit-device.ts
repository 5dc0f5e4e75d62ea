import { fieldsOfEdit, type PlaceEdit, type PlaceFields } from '../../domain/devices/place.ts';
import { differences } from '../../domain/differences.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Store } from '../../store/engine/open.ts';
import { type DeviceRow, findDeviceRow, updateDevice } from '../../store/fleet/device-changes.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';

type EditedFields = Pick<DeviceRow, 'siteName' | 'siteAddress' | keyof PlaceFields>;

/** Fields that are left out stay. */
interface DeviceEdit extends PlaceEdit {
  /** Trimmed, not empty. */
  readonly siteName?: string | undefined;
  readonly siteAddress?: string | null | undefined;
}

/**
 * Changes the name, the address and the place of a device; its timeline shows the change.
 * @throws AppError NOT_FOUND
 */
export function editDevice(
  monitor: Monitor,
  deviceId: string,
  { siteName, siteAddress, ...place }: DeviceEdit,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  const isChanged = store.transaction(() => {
    const device = getDevice(store, deviceId);
    const changed = differences<EditedFields>(device, {
      siteName,
      siteAddress,
      ...fieldsOfEdit(place),
      ...(place.cell !== undefined && { isCellOperators: place.cell !== null }),
    });
    if (changed === null) return false;
    updateDevice(store, device.id, changed.after);
    const { siteName: name, siteAddress: address, ...placed } = changed.after;
    recordConfigChange(
      store,
      device,
      {
        ...(name !== undefined && { site_name: name }),
        ...(address !== undefined && { site_address: address }),
        // The timeline is kept for long. It does not say where the site was.
        ...(Object.keys(placed).length > 0 && { place: true }),
      },
      actor,
      now,
    );
    writeAudit(store, { actor, action: 'device.edit', subject: deviceId, ...changed }, now.wallMs);
    return true;
  });
  if (isChanged) followUp(monitor, now, [deviceId]);
}

/** @throws AppError NOT_FOUND */
export function getDevice(store: Store, deviceId: string): DeviceRow {
  const device = findDeviceRow(store, deviceId);
  if (device === undefined) throw new AppError('NOT_FOUND', 'There is no such device.');
  return device;
}

/** Records a change of a device in its timeline, which its owner reads. */
export function recordConfigChange(
  store: Store,
  device: DeviceRow,
  details: Readonly<Record<string, unknown>>,
  actor: Actor,
  now: Instant,
): void {
  // Only the kind of actor; the audit log names the operator.
  const [by] = actor.name.split(':');
  insertEvent(store, {
    deviceRow: device.id,
    customerId: device.customerId,
    eventType: 'CONFIG_CHANGE',
    occurredAt: now.wallMs,
    createdAt: now.wallMs,
    details: { ...details, by },
  });
}
