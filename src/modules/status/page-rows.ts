/** What the public page shows, and the sites that count for it today. */
import { asc, eq, gte, isNull, lt, or } from 'drizzle-orm';
import { isCrowd, publicArea } from '../../domain/devices/place.ts';
import type { StatusOutage } from '../../domain/fleet/status-news.ts';
import { perStore, type Store } from '../../store/engine/open.ts';
import { statusAreas, statusMembers, statusOutages } from '../../store/fleet/tables.ts';
import type { StatusLoss } from './public-status.ts';

type LossRow = Omit<StatusLoss, 'isMains'> & { readonly area: string; readonly isMains: number };

const loss = `o.customer_id AS customerId, o.cause = 'mains' AS isMains, o.down_at AS downAt,
  o.recover_at AS recoverAt`;

const statements = perStore(({ sqlite }) => ({
  willing: sqlite.query<{ deviceRow: number; customerId: number; area: string }, []>(`
    SELECT id AS deviceRow, customer_id AS customerId, area
    FROM devices INDEXED BY devices_status_page
    WHERE is_on_status_page = 1 AND customer_id IS NOT NULL AND area IS NOT NULL`),
  // A device that went to another owner meanwhile is neither's.
  recent: sqlite.query<LossRow, [fromAt: number, toAt: number]>(`
    SELECT m.area, ${loss} FROM outages o INDEXED BY outages_down
    JOIN status_members m ON m.device_row = o.device_row AND m.customer_id = o.customer_id
    WHERE o.down_at > ?1 AND o.down_at <= ?2 AND o.cause IN ('mains', 'silent', 'network')
    ORDER BY o.down_at`),
}));

/**
 * Chooses anew, for the day that begins at `since`, which sites count and which areas are shown.
 * @param onLeave called for each area that is shown no longer, before it is forgotten
 */
export function chooseStatusMembers(
  store: Store,
  since: number,
  onLeave: (area: string) => void,
): void {
  const members = statements(store)
    .willing.all()
    .map((member) => ({ ...member, area: publicArea(member.area) }));
  store.db.delete(statusMembers).run();
  for (const member of members) store.db.insert(statusMembers).values(member).run();
  const byArea = Map.groupBy(members, ({ area }) => area);
  const isShown = (area: string) =>
    isCrowd((byArea.get(area) ?? []).map(({ customerId }) => customerId));
  // What is not shown any more is forgotten: if it comes again, it begins anew.
  for (const { area } of readStatusAreas(store)) {
    if (isShown(area)) continue;
    onLeave(area);
    store.db.delete(statusAreas).where(eq(statusAreas.area, area)).run();
  }
  for (const area of byArea.keys()) {
    if (isShown(area)) {
      store.db.insert(statusAreas).values({ area, since }).onConflictDoNothing().run();
    }
  }
}

interface StatusArea {
  readonly area: string;
  readonly since: number;
}

export function readStatusAreas(store: Store): StatusArea[] {
  return store.db.select().from(statusAreas).orderBy(asc(statusAreas.area)).all();
}

export interface PublishedOutage extends StatusOutage {
  readonly id: number;
  readonly area: string;
}

/** Those that last, and those that began at or after `since`; in order. */
export function readStatusOutages(store: Store, since: number): PublishedOutage[] {
  return store.db
    .select()
    .from(statusOutages)
    .where(or(gte(statusOutages.beganAt, since), isNull(statusOutages.endedAt)))
    .orderBy(asc(statusOutages.beganAt))
    .all();
}

/** @returns its number */
export function insertStatusOutage(store: Store, area: string, outage: StatusOutage): number {
  return store.db
    .insert(statusOutages)
    .values({ area, ...outage })
    .returning({ id: statusOutages.id })
    .get().id;
}

export function updateStatusOutage(store: Store, id: number, outage: StatusOutage): void {
  const { kind, endedAt } = outage;
  store.db.update(statusOutages).set({ kind, endedAt }).where(eq(statusOutages.id, id)).run();
}

export function pruneStatusOutages(store: Store, before: number): void {
  store.db.delete(statusOutages).where(lt(statusOutages.endedAt, before)).run();
}

/** What sites that count lost after `fromAt` and until `toAt`, by area and in the order of time. */
export function readStatusLosses(
  store: Store,
  fromAt: number,
  toAt: number,
): ReadonlyMap<string, readonly StatusLoss[]> {
  const rows = statements(store).recent.all(fromAt, toAt);
  const losses = rows.map(({ isMains, ...row }) => ({ ...row, isMains: isMains === 1 }));
  return Map.groupBy(losses, ({ area }) => area);
}
