import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { type ChannelsInUse, leadsToPeople } from '../../domain/alerts/channels.ts';
import type { OutageRow } from '../../domain/fleet/device-state.ts';
import type { StoredOutage } from '../../domain/fleet/power-history.ts';
import { devices } from '../devices/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { events } from '../fleet/tables.ts';
import { outages } from './tables.ts';

/** Its owner, and when the server learned of it; epoch ms. */
interface OutagePlace {
  readonly deviceRow: number;
  readonly customerId: number | null;
  readonly detectedAt: number;
  readonly confirmedAt: number | null;
}

type Interrupted = 'interruptedAt' | 'interruptedCause';

type NewOutage = OutagePlace &
  Omit<OutageRow, Interrupted | 'flapsUnreported'> &
  Partial<Pick<OutageRow, 'flapsUnreported'>>;

const insert = perStore(({ sqlite }) =>
  sqlite.query<null, [Readonly<Required<NewOutage>>]>(`
    INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at,
      recover_at, confirmed_at, flaps, flaps_unreported)
    VALUES ($deviceRow, $customerId, $cause, $downAt, $startKnown, $detectedAt,
      $recoverAt, $confirmedAt, $flaps, $flapsUnreported)`),
);

/** @returns the id of the new row */
export function insertOutage(store: Store, outage: NewOutage): number {
  return Number(insert(store).run({ flapsUnreported: 0, ...outage }).lastInsertRowid);
}

type OutageEnd = Pick<OutageRow, 'recoverAt' | 'cause' | 'flaps'>;

const update = perStore(({ sqlite }) => ({
  whole: sqlite.query<null, [Readonly<OutageRow & { id: number }>]>(`
    UPDATE outages SET cause = $cause, down_at = $downAt, start_known = $startKnown,
      flaps = $flaps, flaps_unreported = $flapsUnreported, recover_at = $recoverAt,
      interrupted_at = $interruptedAt,
      interrupted_cause = $interruptedCause
    WHERE id = $id`),
  end: sqlite.query<null, [Readonly<OutageEnd & { id: number; now: number }>]>(`
    UPDATE outages SET recover_at = $recoverAt, cause = $cause, flaps = $flaps,
      interrupted_at = NULL, interrupted_cause = NULL, confirmed_at = $now
    WHERE id = $id`),
  reopen: sqlite.query<null, [id: number]>('UPDATE outages SET confirmed_at = NULL WHERE id = ?'),
}));

/** Writes what is known about an outage, except whether it is over. */
export function updateOutage(store: Store, id: number, row: OutageRow): void {
  update(store).whole.run({ id, ...row });
}

/** Ends an outage for good; its row already says how it began. */
export function closeOutage(
  store: Store,
  id: number,
  { recoverAt, cause, flaps }: OutageEnd,
  nowMs: number,
): void {
  update(store).end.run({ id, recoverAt, cause, flaps, now: nowMs });
}

/** A report that was still on its way shows that an outage just closed is not over. */
export function reopenOutage(store: Store, id: number): void {
  update(store).reopen.run(id);
}

/** Deletes the row of an outage that turned out to be part of another one, which gets its events. */
export function mergeOutage(store: Store, id: number, into: number | null): void {
  store.db.update(events).set({ outageId: into }).where(eq(events.outageId, id)).run();
  store.db.delete(outages).where(eq(outages.id, id)).run();
}

/**
 * One owner's outages of a device that are open or ended at or after `fromAt` (epoch ms), oldest first,
 * at most `limit` of them.
 */
export function readOutagesSince(
  store: Store,
  of: { readonly deviceRow: number; readonly customerId: number | null },
  fromAt: number,
  limit: number,
): StoredOutage[] {
  return store.db
    .select()
    .from(outages)
    .where(
      and(
        eq(outages.deviceRow, of.deviceRow),
        sql`${outages.customerId} IS ${of.customerId}`,
        // Outages do not overlap, so none that began before the previous one can reach into it. Only the
        // open one may: a late report may date it to before its owner's time.
        sql`${outages.downAt} >= min(
          coalesce((SELECT max(earlier.down_at) FROM outages earlier
            WHERE earlier.device_row = ${of.deviceRow} AND earlier.down_at <= ${fromAt}), 0),
          coalesce((SELECT going_on.down_at FROM outages going_on
            WHERE going_on.device_row = ${of.deviceRow} AND going_on.confirmed_at IS NULL), ${fromAt}))`,
        or(isNull(outages.confirmedAt), gte(outages.recoverAt, fromAt)),
      ),
    )
    .orderBy(asc(outages.downAt))
    .limit(limit)
    .all()
    .map((row) => ({
      id: row.id,
      cause: row.cause,
      startKnown: row.startKnown,
      isOpen: row.confirmedAt === null,
      downAt: row.downAt,
      recoverAt: row.recoverAt,
      flaps: row.flaps,
      flapsUnreported: row.flapsUnreported,
    }));
}

const lastEnd = perStore(({ sqlite }) => {
  const query = (condition: string) =>
    sqlite.query<{ at: number | null }, [deviceRow: number]>(`
      SELECT recover_at AS at FROM outages
      WHERE device_row = +? AND confirmed_at IS NOT NULL ${condition}
      ORDER BY down_at DESC LIMIT 1`);
  return { any: query(''), mains: query("AND cause = 'mains'") };
});

/** When (epoch ms) the last outage of a device that is over ended, or null. */
export function readLastEndAt(store: Store, deviceRow: number): number | null {
  return lastEnd(store).any.get(deviceRow)?.at ?? null;
}

/** When (epoch ms) the last confirmed power outage of a device ended, or null. */
export function readLastRecoverAt(store: Store, deviceRow: number): number | null {
  return lastEnd(store).mains.get(deviceRow)?.at ?? null;
}

/** A part of the outages; a field that is left out means all. */
export interface LastingScope {
  readonly customerId?: number;
  readonly deviceRow?: number;
}

/** Owners are told about it now: it is open, goes on, and nobody has acknowledged it. */
const isLasting = and(
  isNull(outages.confirmedAt),
  isNull(outages.recoverAt),
  isNull(outages.acknowledgedAt),
);

const toldColumns = {
  id: outages.id,
  customerId: outages.customerId,
  deviceRow: outages.deviceRow,
  downAt: outages.downAt,
  thresholdSeconds: devices.thresholdSeconds,
  reminderSeconds: devices.reminderSeconds,
};

/**
 * Outages that owners are to be told about (open, lasting, not acknowledged) and for which somebody
 * concerned has no waiting message. In a large outage this skips all others.
 */
export function readUntoldOutages(
  store: Store,
  { customerId, deviceRow }: LastingScope,
  channels: ChannelsInUse,
) {
  const nothingWaits = sql`NOT EXISTS (SELECT 1 FROM notifications n
    WHERE n.outage_id = ${outages.id} AND n.kind IN ('alert', 'reminder')
      AND n.status IN ('pending', 'sending')`;
  const isUntold = sql`r.channel IN (SELECT value FROM json_each(${JSON.stringify([...channels])}))
    AND r.unreachable_at IS NULL
    AND ${nothingWaits} AND n.channel = r.channel AND n.recipient = r.address)`;
  const isSomebodyLeftOut = leadsToPeople(channels)
    ? sql`(EXISTS (SELECT 1 FROM recipients r WHERE r.customer_id = ${outages.customerId}
          AND ${isUntold})
        OR EXISTS (SELECT 1 FROM operator_recipients r WHERE r.is_for_all_sites = 1
          AND ${isUntold}))`
    : sql`${nothingWaits} AND n.channel = 'log')`;
  return store.db
    .select(toldColumns)
    .from(outages)
    .innerJoin(devices, eq(devices.id, outages.deviceRow))
    .where(
      and(
        isLasting,
        customerId === undefined ? undefined : eq(outages.customerId, customerId),
        deviceRow === undefined ? undefined : eq(outages.deviceRow, deviceRow),
        isSomebodyLeftOut,
      ),
    )
    .all();
}

/** A customer's outages that they are told about now: open, lasting, not acknowledged. */
export function readLastingOutages(store: Store, customerId: number) {
  return store.db
    .select(toldColumns)
    .from(devices)
    .innerJoin(outages, eq(outages.deviceRow, devices.id))
    .where(and(eq(devices.customerId, customerId), eq(outages.customerId, customerId), isLasting))
    .all();
}

const isOpen = isNull(outages.confirmedAt);

const openOutages = perStore(({ db }) => db.select().from(outages).where(isOpen).prepare());
const openOutagesOf = perStore(({ db }) => {
  const rows = sql`(SELECT value FROM json_each(${sql.placeholder('rows')}))`;
  const isOfDevices = sql`${outages.deviceRow} IN ${rows}`;
  return db.select().from(outages).where(and(isOpen, isOfDevices)).prepare();
});

/**
 * Open outages.
 * @param deviceRows only of these; undefined: all
 */
export function readOpenOutages(store: Store, deviceRows?: readonly number[]) {
  if (deviceRows === undefined) return openOutages(store).all();
  return openOutagesOf(store).all({ rows: JSON.stringify(deviceRows) });
}

/** The outage of a device that its owner is told about now: open, lasting, not acknowledged. */
export function findLastingOutage(
  store: Store,
  customerId: number,
  deviceRow: number,
): { readonly id: number; readonly customerId: number; readonly downAt: number } | undefined {
  const found = store.db
    .select({ id: outages.id, downAt: outages.downAt })
    .from(outages)
    .where(and(eq(outages.deviceRow, deviceRow), eq(outages.customerId, customerId), isLasting))
    .get();
  return found === undefined ? undefined : { ...found, customerId };
}
