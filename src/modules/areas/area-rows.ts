import { asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Cause } from '../../domain/states.ts';
import { outages } from '../../store/alerts/tables.ts';
import { type AreaOutageRow, findAreaOutage } from '../../store/areas/area-outages.ts';
import { areaOutageLosses, areaOutages } from '../../store/areas/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { perStore, type Store } from '../../store/engine/open.ts';
import type { Page } from '../../store/engine/row-walk.ts';
import type { AreaOutage } from './area-outage.ts';
import type { PastLoss, StoredArea, StoredLoss } from './area-watch.ts';
import { onsetOfLoss, provenBy } from './site-standing.ts';

/** Writes an area outage, new or known. @returns its row */
export function writeAreaOutage(store: Store, area: AreaOutage): number {
  const { id, onset, labels, middle, declaredAt, status, cause } = area;
  const { endedAt, lost, back, healthy, owners } = area;
  const values = {
    beganFrom: onset.from,
    beganTo: onset.to,
    cells: labels,
    declaredAt,
    status,
    cause,
    endedAt,
    lost,
    back,
    healthy,
    owners,
    latitude: middle?.latitude ?? null,
    longitude: middle?.longitude ?? null,
  };
  if (id === null) {
    return store.db.insert(areaOutages).values(values).returning({ id: areaOutages.id }).get().id;
  }
  // One that goes on after its end was told is told anew.
  const toldAt = sql`iif(${areaOutages.toldEndAt} IS NULL, ${areaOutages.toldAt}, NULL)`;
  const told = endedAt === null ? { toldAt, toldEndAt: null } : {};
  store.db
    .update(areaOutages)
    .set({ ...values, ...told })
    .where(eq(areaOutages.id, id))
    .run();
  return id;
}

/** Takes an area outage away that went into another or was none. */
export function deleteAreaOutage(store: Store, id: number): void {
  store.db.delete(areaOutages).where(eq(areaOutages.id, id)).run();
}

const lossStatements = perStore(({ sqlite }) => ({
  // The outage may be gone by now.
  take: sqlite.query<null, [areaId: number, outageId: number]>(`
    INSERT INTO area_outage_losses (area_outage_id, outage_id)
    SELECT ?1, id FROM outages WHERE id = ?2
    ON CONFLICT (outage_id) DO UPDATE SET area_outage_id = excluded.area_outage_id`),
  leave: sqlite.query<null, [outageId: number]>(
    'DELETE FROM area_outage_losses WHERE outage_id = ?',
  ),
}));

/** @param areaId null: it is part of none */
export function setAreaOf(store: Store, outageId: number, areaId: number | null): void {
  const { take, leave } = lossStatements(store);
  if (areaId === null) leave.run(outageId);
  else take.run(areaId, outageId);
}

interface PastRow {
  readonly deviceRow: number;
  readonly at: number;
  readonly isOfArea: number;
}

const pastLosses = perStore(({ sqlite }) =>
  sqlite.query<PastRow, [since: number, rows: string]>(`
    SELECT device_row AS deviceRow, down_at AS at,
      EXISTS (SELECT 1 FROM area_outage_losses WHERE outage_id = outages.id) AS isOfArea
    FROM outages
    WHERE down_at >= ?1 AND device_row IN (SELECT value FROM json_each(?2))
      AND confirmed_at IS NOT NULL AND cause <> 'unobserved'
    ORDER BY down_at`),
);

/** Losses that are over, by device, the oldest first. */
export function readPastLosses(
  store: Store,
  deviceRows: readonly number[],
  since: number,
): ReadonlyMap<number, readonly PastLoss[]> {
  const rows = pastLosses(store).all(since, JSON.stringify(deviceRows));
  return new Map(
    [...Map.groupBy(rows, ({ deviceRow }) => deviceRow)].map(([row, losses]) => [
      row,
      losses.map(({ at, isOfArea }) => ({ at, isOfArea: isOfArea === 1 })),
    ]),
  );
}

interface LossRow {
  readonly outageId: number;
  readonly siteId: number;
  readonly downAt: number;
  readonly startKnown: 'reported' | 'heartbeat' | 'silence';
  readonly detectedAt: number;
  readonly recoverAt: number | null;
  readonly cause: Cause;
  readonly confirmedAt: number | null;
}

const lossesOfArea = perStore(({ sqlite }) =>
  sqlite.query<LossRow, [areaId: number]>(`
    SELECT id AS outageId, device_row AS siteId, down_at AS downAt, start_known AS startKnown,
      detected_at AS detectedAt, recover_at AS recoverAt, cause, confirmed_at AS confirmedAt
    FROM area_outage_losses JOIN outages ON id = outage_id WHERE area_outage_id = ?`),
);

const livingAreas = perStore(({ sqlite }) =>
  sqlite.query<{ id: number }, []>(`
    SELECT id FROM area_outages INDEXED BY area_outages_open WHERE ended_at IS NULL
    UNION
    SELECT area_outage_id FROM outages INDEXED BY outages_one_open
      JOIN area_outage_losses ON outage_id = id
    WHERE confirmed_at IS NULL`),
);

/** The area outages that go on, or of which a site is still lost. */
export function readLivingAreas(store: Store): StoredArea[] {
  return livingAreas(store)
    .all()
    .flatMap(({ id }) => {
      const row = findAreaOutage(store, id);
      return row === undefined ? [] : [{ ...toStored(row), losses: readStoredLosses(store, id) }];
    });
}

function toStored(row: AreaOutageRow): Omit<StoredArea, 'losses'> {
  const { id, beganFrom, beganTo, declaredAt, status, cause, endedAt } = row;
  return { id, onset: { from: beganFrom, to: beganTo }, declaredAt, status, cause, endedAt };
}

function readStoredLosses(store: Store, areaId: number): StoredLoss[] {
  return lossesOfArea(store)
    .all(areaId)
    .map(({ outageId, siteId, cause, recoverAt, confirmedAt, detectedAt, ...known }) => ({
      outageId,
      siteId,
      backAt: recoverAt,
      isOpen: confirmedAt === null,
      onset: onsetOfLoss(known, detectedAt),
      isReported: cause === 'mains' && known.startKnown !== 'silence',
      provenBy: recoverAt === null ? null : provenBy(cause),
    }));
}

/** Area outages, the last to begin first. */
export function listAreaOutages(
  store: Store,
  { isOpen }: { readonly isOpen: boolean },
  { page, limit }: Page,
): { readonly rows: AreaOutageRow[]; readonly total: number } {
  const where = isOpen ? isNull(areaOutages.endedAt) : undefined;
  const rows = store.db
    .select()
    .from(areaOutages)
    .where(where)
    .orderBy(desc(areaOutages.beganFrom), desc(areaOutages.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  const counted = store.db.select({ total: count() }).from(areaOutages).where(where).get();
  return { rows, total: counted?.total ?? 0 };
}

interface AreaSiteRow {
  readonly outageId: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly customerId: number | null;
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
}

/** The sites of an area outage, the first lost first; at most `limit`. */
export function readAreaSites(store: Store, areaId: number, limit: number): AreaSiteRow[] {
  return store.db
    .select({
      outageId: outages.id,
      deviceId: devices.deviceId,
      siteName: devices.siteName,
      customerId: outages.customerId,
      cause: outages.cause,
      downAt: outages.downAt,
      recoverAt: outages.recoverAt,
    })
    .from(areaOutageLosses)
    .innerJoin(outages, eq(outages.id, areaOutageLosses.outageId))
    .innerJoin(devices, eq(devices.id, outages.deviceRow))
    .where(eq(areaOutageLosses.areaOutageId, areaId))
    .orderBy(asc(outages.downAt), asc(outages.id))
    .limit(limit)
    .all();
}

const openSums = perStore(({ sqlite }) =>
  sqlite.query<{ cause: AreaOutageRow['cause']; areas: number; lost: number }, []>(`
    SELECT cause, count(*) AS areas, sum(lost - back) AS lost
    FROM area_outages INDEXED BY area_outages_open WHERE ended_at IS NULL GROUP BY cause`),
);

/** The numbers of area outages that go on, and of their sites that are still lost, by cause. */
export function sumOpenAreas(store: Store) {
  return openSums(store).all();
}

const untold = perStore(({ sqlite }) =>
  sqlite.query<{ id: number }, []>(`
    SELECT id FROM area_outages INDEXED BY area_outages_open
    WHERE ended_at IS NULL AND told_at IS NULL
    UNION
    SELECT id FROM area_outages INDEXED BY area_outages_end_untold
    WHERE told_at IS NOT NULL AND told_end_at IS NULL AND ended_at IS NOT NULL`),
);

/** Area outages of which the operator has not been told, or not of their end; the first to begin first. */
export function readUntoldAreas(store: Store): AreaOutageRow[] {
  return untold(store)
    .all()
    .flatMap(({ id }) => findAreaOutage(store, id) ?? []);
}

export function markAreaTold(store: Store, { id, endedAt }: AreaOutageRow, now: number): void {
  store.db
    .update(areaOutages)
    .set(endedAt === null ? { toldAt: now } : { toldEndAt: now })
    .where(eq(areaOutages.id, id))
    .run();
}
