/** Firmware that was added, and to whom it is offered. */
import { and, count, desc, eq, like, type SQL, sql } from 'drizzle-orm';
import type { Board, DeviceType } from '../../domain/devices/device-type.ts';
import { versionKey } from '../../domain/firmware/firmware-version.ts';
import { devices } from '../devices/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import type { Page } from '../engine/row-walk.ts';
import { meta } from '../engine/tables.ts';
import { firmwareImages, firmwareTargets } from './tables.ts';

type ImageRow = typeof firmwareImages.$inferSelect;

/** An image with the devices it is offered to by name. */
export interface FirmwareImage extends ImageRow {
  readonly deviceIds: ReadonlySet<string>;
}

const firmwareFilters = ['all', 's2-mini', 't-display', 's2-test', 'c3-mini'] as const;

interface FirmwareQuery {
  /** Beginning of a version; empty: all. */
  readonly q: string;
  /** One board's, or all. */
  readonly filter: (typeof firmwareFilters)[number];
}

/** Boards in the order of their names, newest first. */
const imageOrder = [firmwareImages.board, desc(firmwareImages.versionKey)];

function whereImages({ q, filter }: FirmwareQuery): SQL | undefined {
  const text = q.trim().replace(/[\\%_]/g, (char) => `\\${char}`);
  return and(
    filter === 'all' ? undefined : eq(firmwareImages.board, filter),
    text === '' ? undefined : sql`${like(firmwareImages.version, `${text}%`)} ESCAPE '\\'`,
  );
}

/** One page of them, and how many there are on all pages. */
export function listImages(
  store: Store,
  query: FirmwareQuery,
  { page, limit }: Page,
): { readonly images: FirmwareImage[]; readonly total: number } {
  const condition = whereImages(query);
  const rows = store.db
    .select()
    .from(firmwareImages)
    .where(condition)
    .orderBy(...imageOrder)
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  const counted = store.db.select({ total: count() }).from(firmwareImages).where(condition).get();
  return { images: withTargets(store, rows), total: counted?.total ?? 0 };
}

/** All of them, or those of one board, newest first. */
export function readImages(store: Store, board?: Board): FirmwareImage[] {
  const rows = store.db
    .select()
    .from(firmwareImages)
    .where(board === undefined ? undefined : eq(firmwareImages.board, board))
    .orderBy(...imageOrder)
    .all();
  return withTargets(store, rows);
}

export function findImage(store: Store, board: Board, version: string): FirmwareImage | undefined {
  const rows = store.db
    .select()
    .from(firmwareImages)
    .where(and(eq(firmwareImages.board, board), eq(firmwareImages.version, version)))
    .all();
  return withTargets(store, rows)[0];
}

const targets = perStore((store) =>
  store.sqlite.query<{ imageId: number; deviceId: string }, []>(
    `SELECT t.image_id AS imageId, d.device_id AS deviceId
    FROM firmware_targets t JOIN devices d ON d.id = t.device_row
    ORDER BY t.image_id, d.device_id`,
  ),
);

function withTargets(store: Store, rows: readonly ImageRow[]): FirmwareImage[] {
  const named = rows.length === 0 ? [] : targets(store).all();
  return rows.map((row) => ({
    ...row,
    deviceIds: new Set(
      named.filter(({ imageId }) => imageId === row.id).map(({ deviceId }) => deviceId),
    ),
  }));
}

/** @param image of a version that is one */
export function insertImage(
  store: Store,
  image: Pick<ImageRow, 'board' | 'version' | 'size' | 'sha256' | 'signature' | 'parts'>,
  nowMs: number,
): void {
  const key = versionKey(image.version);
  if (key === null) throw new Error(`${image.version} is no version`);
  store.db
    .insert(firmwareImages)
    .values({ ...image, versionKey: key, addedAt: nowMs })
    .run();
}

/** With its roll-out and failures. */
export function deleteImage(store: Store, id: number): void {
  store.db.delete(firmwareImages).where(eq(firmwareImages.id, id)).run();
}

/** Fields that are left out stay. @param deviceRows replace those named before */
export function updateRollout(
  store: Store,
  id: number,
  fields: Partial<Pick<ImageRow, 'percent' | 'isPaused'>>,
  deviceRows?: readonly number[],
): void {
  if (Object.keys(fields).length > 0) {
    store.db.update(firmwareImages).set(fields).where(eq(firmwareImages.id, id)).run();
  }
  if (deviceRows !== undefined) {
    store.db.delete(firmwareTargets).where(eq(firmwareTargets.imageId, id)).run();
    for (const deviceRow of deviceRows) {
      store.db.insert(firmwareTargets).values({ imageId: id, deviceRow }).run();
    }
  }
  raiseRevision(store);
}

const revision = perStore((store) =>
  store.sqlite.query<{ value: string }, []>(
    "SELECT value FROM meta WHERE key = 'rollout_revision'",
  ),
);

/** A number that changes whenever an offer changes, also by a command. */
export function readRolloutRevision(store: Store): number {
  return Number(revision(store).get()?.value ?? 0);
}

function raiseRevision(store: Store): void {
  store.db
    .insert(meta)
    .values({ key: 'rollout_revision', value: '1' })
    .onConflictDoUpdate({
      target: meta.key,
      set: { value: sql`CAST(CAST(${meta.value} AS INTEGER) + 1 AS TEXT)` },
    })
    .run();
}

/** Devices by their device_id; missing ones are left out. */
export function findDeviceRows(
  store: Store,
  deviceIds: readonly string[],
): { readonly row: number; readonly deviceId: string; readonly deviceType: DeviceType }[] {
  return store.db
    .select({ row: devices.id, deviceId: devices.deviceId, deviceType: devices.deviceType })
    .from(devices)
    .where(sql`${devices.deviceId} IN (SELECT value FROM json_each(${JSON.stringify(deviceIds)}))`)
    .all();
}
