/** The owner of a device. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type AlertSettings, alertSettingsAtFirst } from '../../domain/alerts/alert-settings.ts';
import { type PlaceFields, placeOfNobody } from '../../domain/devices/place.ts';
import type { Store } from '../engine/open.ts';
import { devices } from './tables.ts';

/**
 * Gives a device to another owner, if it still belongs to `from`. The former owner's alert settings are
 * deleted: their mute must not keep the next owner from being told. So is the place, except for a cell that
 * the operator set.
 * @param from null: no owner
 * @returns whether it did belong to them
 */
export function changeOwner(
  store: Store,
  row: number,
  owners: { readonly from: number | null; readonly to: number },
  nowMs: number,
): boolean {
  const changed = store.db
    .update(devices)
    .set({
      ...alertSettingsAtFirst,
      mutedUntil: null,
      ...placeOfNobody,
      cell: sql`CASE WHEN ${devices.isCellOperators} THEN ${devices.cell} END`,
      isCellOperators: sql`${devices.isCellOperators}`,
      customerId: owners.to,
      ownedSince: nowMs,
    })
    .where(and(eq(devices.id, row), sql`${devices.customerId} IS ${owners.from}`))
    .returning({ id: devices.id })
    .all();
  return changed.length > 0;
}

/** The device_id of each of these rows; null and unknown rows have none. */
export function findDeviceIds(store: Store, rows: readonly (number | null)[]): string[] {
  const wanted = [...new Set(rows)].filter((row) => row !== null);
  if (wanted.length === 0) return [];
  return store.db
    .select({ deviceId: devices.deviceId })
    .from(devices)
    .where(inArray(devices.id, wanted))
    .all()
    .map(({ deviceId }) => deviceId);
}

/** The name of a device's site. Null: it has none. */
export function findSiteName(store: Store, row: number | null): string | null {
  if (row === null) return null;
  const found = store.db
    .select({ siteName: devices.siteName })
    .from(devices)
    .where(eq(devices.id, row))
    .get();
  return found?.siteName ?? null;
}

/** The fields of a device that its owner may change. */
export interface OwnedDevice extends PlaceFields, AlertSettings {
  readonly row: number;
  readonly siteName: string;
  /** Epoch ms. */
  readonly mutedUntil: number | null;
}

function columnsOf<Name extends keyof OwnedDevice & keyof typeof devices>(
  fields: Readonly<Record<Name, unknown>>,
): Pick<typeof devices, Name> {
  const names = Object.keys(fields) as Name[];
  return Object.fromEntries(names.map((name) => [name, devices[name]])) as Pick<
    typeof devices,
    Name
  >;
}

/** A customer's device. Undefined: it is not theirs. */
export function findOwnedDevice(
  store: Store,
  customerId: number,
  deviceId: string,
): OwnedDevice | undefined {
  return store.db
    .select({
      row: devices.id,
      siteName: devices.siteName,
      mutedUntil: devices.mutedUntil,
      ...columnsOf(placeOfNobody),
      ...columnsOf(alertSettingsAtFirst),
    })
    .from(devices)
    .where(and(eq(devices.deviceId, deviceId), eq(devices.customerId, customerId)))
    .get();
}

export function writeOwnedDevice(
  store: Store,
  customerId: number,
  row: number,
  changed: Partial<Omit<OwnedDevice, 'row'>>,
): void {
  store.db
    .update(devices)
    .set(changed)
    .where(and(eq(devices.id, row), eq(devices.customerId, customerId)))
    .run();
}
