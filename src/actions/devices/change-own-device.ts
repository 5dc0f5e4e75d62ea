import { alertSettingColumns } from '../../domain/alerts/alert-settings.ts';
import { type PlaceFields, placeOfNobody } from '../../domain/devices/place.ts';
import { differences } from '../../domain/differences.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import {
  findOwnedDevice,
  type OwnedDevice,
  writeOwnedDevice,
} from '../../store/devices/device-owners.ts';
import type { Store } from '../../store/engine/open.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { writeAudit } from '../../store/people/audit.ts';

/** A device, and the customer who says that it is theirs. */
export interface OwnerAndDevice {
  readonly customerId: number;
  readonly deviceId: string;
  /** The person who changes it, as the timeline shows them. */
  readonly by: string;
}

type OwnedField = Exclude<keyof OwnedDevice, 'row'>;

/** The fields that the timeline shows, by their names there. Of the place it says only that it changed. */
const timelineNames: Readonly<Record<Exclude<OwnedField, keyof PlaceFields>, string>> = {
  siteName: 'site_name',
  mutedUntil: 'muted_until',
  ...alertSettingColumns,
};

function isPlaceField(name: OwnedField): name is keyof PlaceFields {
  return Object.hasOwn(placeOfNobody, name);
}

export interface OwnedChange {
  readonly before: OwnedDevice;
  readonly after: OwnedDevice;
  /** Names of the fields that differ. */
  readonly changed: ReadonlySet<OwnedField>;
}

/** @throws AppError NOT_FOUND, also for a device of somebody else */
export function getOwnedDevice(
  store: Store,
  { customerId, deviceId }: Pick<OwnerAndDevice, 'customerId' | 'deviceId'>,
): OwnedDevice {
  const device = findOwnedDevice(store, customerId, deviceId);
  if (device === undefined) throw new AppError('NOT_FOUND', 'There is no such device.');
  return device;
}

/**
 * Writes changed fields into a device's row, its timeline and the audit log. Must run inside a
 * transaction.
 * @throws AppError NOT_FOUND
 */
export function changeOwnDevice(
  store: Store,
  device: OwnerAndDevice,
  wanted: { readonly [K in OwnedField]?: OwnedDevice[K] | undefined },
  audit: { readonly actor: Actor; readonly action: string },
  now: Instant,
): OwnedChange {
  const before = getOwnedDevice(store, device);
  const difference = differences<Omit<OwnedDevice, 'row'>>(before, wanted);
  if (difference === null) return { before, after: before, changed: new Set() };
  const changed = new Set(Object.keys(difference.after) as OwnedField[]);
  writeOwnedDevice(store, device.customerId, before.row, difference.after);
  insertEvent(store, {
    deviceRow: before.row,
    customerId: device.customerId,
    eventType: 'CONFIG_CHANGE',
    occurredAt: now.wallMs,
    createdAt: now.wallMs,
    details: {
      ...Object.fromEntries(
        [...changed].map((name) =>
          isPlaceField(name) ? ['place', true] : [timelineNames[name], difference.after[name]],
        ),
      ),
      by: device.by,
    },
  });
  writeAudit(store, { ...audit, subject: device.deviceId, ...difference }, now.wallMs);
  return { before, after: { ...before, ...difference.after }, changed };
}
