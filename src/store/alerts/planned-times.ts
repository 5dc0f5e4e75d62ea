import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { PlannedTime } from '../../domain/alerts/planned-time.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { devices, plannedTimeDevices, plannedTimes } from '../engine/schema.ts';

export type PlannedTimeRow = typeof plannedTimes.$inferSelect;

interface PlannedRow extends Omit<PlannedTime, 'isWeekly'> {
  readonly isWeekly: number;
}

const columns = `p.kind, p.starts_at AS startsAt, p.ends_at AS endsAt, p.is_weekly AS isWeekly,
  p.ended_at AS endedAt`;

const ofSite = perStore(({ sqlite }) =>
  sqlite.query<PlannedRow, [customerId: number, deviceRow: number]>(`
    SELECT ${columns} FROM planned_times p
    WHERE p.customer_id = ?1 AND p.is_for_chosen_sites = 0
    UNION ALL
    SELECT ${columns} FROM planned_time_devices c JOIN planned_times p ON p.id = c.planned_id
    WHERE c.device_row = ?2 AND (p.customer_id IS NULL OR p.customer_id = ?1)`),
);

/** When power is planned to be off at a site; what belongs to nobody has none. */
export function readPlannedTimes(
  store: Store,
  { siteRow, siteOwner }: { readonly siteRow: number | null; readonly siteOwner: number | null },
): PlannedTime[] {
  if (siteRow === null || siteOwner === null) return [];
  return ofSite(store)
    .all(siteOwner, siteRow)
    .map((row) => ({ ...row, isWeekly: row.isWeekly === 1 }));
}

/** A planned time, and the sites that it is for. */
export interface ListedTime extends PlannedTimeRow {
  /** Null: all of its customer's. */
  readonly sites: readonly ListedSite[] | null;
}

interface ListedSite {
  readonly deviceId: string;
  readonly siteName: string;
  readonly customerId: number | null;
}

/** What is not over, or was not before `since` (epoch ms). */
const isCurrent = (since: number) =>
  and(
    isNull(plannedTimes.endedAt),
    or(eq(plannedTimes.isWeekly, true), gt(plannedTimes.endsAt, since)),
  );

/**
 * A customer's planned times, and those that the operator has announced for their sites, of which only
 * their own sites are named.
 */
export function listPlannedTimes(store: Store, customerId: number, since: number): ListedTime[] {
  const isTheirs = or(
    eq(plannedTimes.customerId, customerId),
    and(
      isNull(plannedTimes.customerId),
      sql`EXISTS (SELECT 1 FROM planned_time_devices c JOIN devices d ON d.id = c.device_row
        WHERE c.planned_id = ${plannedTimes.id} AND d.customer_id = ${customerId})`,
    ),
  );
  return store.db
    .select()
    .from(plannedTimes)
    .where(and(isTheirs, isCurrent(since)))
    .orderBy(asc(plannedTimes.startsAt), asc(plannedTimes.id))
    .all()
    .map((row) => ({ ...row, sites: readSites(store, row, customerId) }));
}

/** What the operator has announced. */
export function listAnnounced(store: Store, since: number): ListedTime[] {
  return store.db
    .select()
    .from(plannedTimes)
    .where(and(isNull(plannedTimes.customerId), isCurrent(since)))
    .orderBy(asc(plannedTimes.startsAt), asc(plannedTimes.id))
    .all()
    .map((row) => ({ ...row, sites: readSites(store, row) }));
}

/** @param customerId whose it is; null: the operator's */
export function findPlannedTime(
  store: Store,
  id: number,
  customerId: number | null,
): ListedTime | undefined {
  const isTheirs = sql`${plannedTimes.customerId} IS ${customerId}`;
  const row = store.db
    .select()
    .from(plannedTimes)
    .where(and(eq(plannedTimes.id, id), isTheirs))
    .get();
  return row && { ...row, sites: readSites(store, row) };
}

function readSites(
  store: Store,
  { id, isForChosenSites }: PlannedTimeRow,
  customerId?: number,
): ListedSite[] | null {
  if (!isForChosenSites) return null;
  return store.db
    .select({
      deviceId: devices.deviceId,
      siteName: devices.siteName,
      customerId: devices.customerId,
    })
    .from(plannedTimeDevices)
    .innerJoin(devices, eq(devices.id, plannedTimeDevices.deviceRow))
    .where(
      and(
        eq(plannedTimeDevices.plannedId, id),
        customerId === undefined ? undefined : eq(devices.customerId, customerId),
      ),
    )
    .orderBy(asc(devices.siteName))
    .all();
}

/**
 * How many planned times there are that are not over, or were planned since `since` (epoch ms).
 * @param customerId whose; null: the operator's
 */
export function countPlannedTimes(
  store: Store,
  customerId: number | null,
  { since, now }: { readonly since: number; readonly now: number },
): number {
  const isTheirs = sql`${plannedTimes.customerId} IS ${customerId}`;
  const row = store.db
    .select({ planned: count() })
    .from(plannedTimes)
    .where(and(isTheirs, or(isCurrent(now), gt(plannedTimes.createdAt, since))))
    .get();
  return row?.planned ?? 0;
}

/** @param deviceRows null: all sites of the customer */
export function insertPlannedTime(
  store: Store,
  time: Pick<
    PlannedTimeRow,
    'customerId' | 'kind' | 'note' | 'startsAt' | 'endsAt' | 'isWeekly' | 'createdAt'
  >,
  deviceRows: readonly number[] | null,
): number {
  const { id } = store.db
    .insert(plannedTimes)
    .values({ ...time, isForChosenSites: deviceRows !== null })
    .returning({ id: plannedTimes.id })
    .get();
  const rows = (deviceRows ?? []).map((deviceRow) => ({ plannedId: id, deviceRow }));
  if (rows.length > 0) store.db.insert(plannedTimeDevices).values(rows).run();
  return id;
}

/** Takes a planned time back: what has begun counts up to now, so that the past stays what it was. */
export function endPlannedTime(
  store: Store,
  { id, startsAt }: Pick<PlannedTimeRow, 'id' | 'startsAt'>,
  nowMs: number,
): void {
  const isThis = eq(plannedTimes.id, id);
  if (startsAt >= nowMs) store.db.delete(plannedTimes).where(isThis).run();
  else store.db.update(plannedTimes).set({ endedAt: nowMs }).where(isThis).run();
}

/** Rows and owners of devices. Those that are not there are left out. */
export function findSites(
  store: Store,
  deviceIds: readonly string[],
): { readonly row: number; readonly deviceId: string; readonly customerId: number | null }[] {
  return store.db
    .select({ row: devices.id, deviceId: devices.deviceId, customerId: devices.customerId })
    .from(devices)
    .where(sql`${devices.deviceId} IN (SELECT value FROM json_each(${JSON.stringify(deviceIds)}))`)
    .all();
}
