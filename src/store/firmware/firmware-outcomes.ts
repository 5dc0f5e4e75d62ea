/** The outcomes of firmware on the devices. */

import { sql } from 'drizzle-orm';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import { compareCodes } from '../../domain/name-order.ts';
import type { Steps } from '../../domain/steps.ts';
import { perStore, type Store } from '../engine/open.ts';
import { prepareRows } from '../engine/plain-sql.ts';
import { isInRange, rowRanges } from '../engine/row-walk.ts';

const insertFailure = perStore((store) =>
  store.sqlite.query<
    undefined,
    [deviceRow: number, failedAt: number, board: DeviceType, version: string]
  >(
    `INSERT INTO firmware_failures (image_id, device_row, failed_at)
    SELECT id, ?, ? FROM firmware_images WHERE board = ? AND version = ?
    ON CONFLICT DO NOTHING`,
  ),
);

/** Records that a device rolled a version back, if that image exists; only the first time counts. */
export function recordFailure(
  store: Store,
  device: { readonly row: number; readonly board: DeviceType },
  version: string,
  nowMs: number,
): void {
  insertFailure(store).run(device.row, nowMs, device.board, version);
}

const failedVersions = perStore((store) =>
  store.sqlite.query<{ version: string }, [deviceRow: number]>(
    `SELECT i.version FROM firmware_failures f JOIN firmware_images i ON i.id = f.image_id
    WHERE f.device_row = ?`,
  ),
);

/** The versions that have failed on a device. */
export function readFailedVersions(store: Store, deviceRow: number): ReadonlySet<string> {
  const rows = failedVersions(store).all(deviceRow);
  return new Set(rows.map(({ version }) => version));
}

const failuresOf = perStore((store) =>
  store.sqlite.query<{ deviceRow: number; failedAt: number }, [imageId: number]>(
    'SELECT device_row AS deviceRow, failed_at AS failedAt FROM firmware_failures WHERE image_id = ?',
  ),
);

/** The devices (rows) on which an image has failed, and when the server heard of it (epoch ms). */
export function readFailures(store: Store, imageId: number): ReadonlyMap<number, number> {
  const rows = failuresOf(store).all(imageId);
  return new Map(rows.map(({ deviceRow, failedAt }) => [deviceRow, failedAt]));
}

const failureCounts = perStore((store) =>
  store.sqlite.query<{ imageId: number; total: number }, []>(
    'SELECT image_id AS imageId, count(*) AS total FROM firmware_failures GROUP BY image_id',
  ),
);

/** The number of devices on which each image (id) has failed; images without failures are left out. */
export function countFailures(store: Store): ReadonlyMap<number, number> {
  const rows = failureCounts(store).all();
  return new Map(rows.map(({ imageId, total }) => [imageId, total]));
}

export interface VersionCount {
  readonly board: DeviceType;
  /** Null: never said. */
  readonly version: string | null;
  readonly devices: number;
}

const versionCounts = perStore((store) =>
  prepareRows<VersionCount>(
    store,
    sql`SELECT device_type AS board, firmware_version AS version, count(*) AS devices FROM devices
      WHERE ${isInRange('devices')} GROUP BY device_type, firmware_version`,
  ),
);

/** Devices that are counted in a millisecond. */
const devicesPerStep = 5_000;

/**
 * The number of devices by version, as of the last flush; the most frequent first. It reads all
 * devices: an index would have to follow every change of their state.
 */
export function* countVersions(store: Store): Steps<VersionCount[]> {
  const counts = new Map<string, VersionCount>();
  for (const range of rowRanges(store, { table: 'devices' }, devicesPerStep)) {
    for (const { board, version, devices } of versionCounts(store)({ ...range })) {
      const name = `${board} ${version}`;
      const before = counts.get(name)?.devices ?? 0;
      counts.set(name, { board, version, devices: before + devices });
    }
    yield;
  }
  return [...counts.values()].sort(
    (a, b) =>
      b.devices - a.devices ||
      compareCodes(a.board, b.board) ||
      compareCodes(a.version ?? '', b.version ?? ''),
  );
}
