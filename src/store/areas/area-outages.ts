/** Area outages in rows: what messages, pages and the live stream say of them. They are found and written by a module. */
import { eq } from 'drizzle-orm';
import type { Nearby } from '../../domain/fleet/area-loss.ts';
import { perStore, type Store } from '../engine/open.ts';
import { areaOutages } from './tables.ts';

export type AreaOutageRow = typeof areaOutages.$inferSelect;

export function findAreaOutage(store: Store, id: number): AreaOutageRow | undefined {
  return store.db.select().from(areaOutages).where(eq(areaOutages.id, id)).get();
}

function readAreaCustomers(store: Store, areaId: number): number[] {
  return store.sqlite
    .query<{ customerId: number }, [number]>(
      `SELECT DISTINCT customer_id AS customerId FROM area_outage_losses
         JOIN outages ON id = outage_id
       WHERE area_outage_id = ? AND customer_id IS NOT NULL`,
    )
    .all(areaId)
    .map(({ customerId }) => customerId);
}

/** An area outage as the live stream tells it. */
export interface FeedArea extends AreaOutageRow {
  /** The owners of the sites that it has taken. */
  readonly customers: readonly number[];
}

/** @param ids those that are gone are left out */
export function findFeedArea(store: Store, id: number): FeedArea | null {
  const row = findAreaOutage(store, id);
  return row === undefined ? null : { ...row, customers: readAreaCustomers(store, id) };
}

/** Less than this many sites of others, of so many owners, might be told apart. */
const leastSites = 5;
const leastOwners = 3;

const nearbyOf = perStore(({ sqlite }) =>
  sqlite.query<
    Pick<AreaOutageRow, 'lost' | 'owners' | 'back' | 'cause' | 'status' | 'endedAt'> & {
      readonly own: number;
    },
    [outageId: number]
  >(`
    SELECT a.lost, a.owners, a.back, a.cause, a.status, a.ended_at AS endedAt,
      (SELECT count(*) FROM outages n INDEXED BY outages_customer
          JOIN area_outage_losses own ON own.outage_id = n.id AND own.area_outage_id = a.id
        WHERE n.customer_id = o.customer_id AND n.id >=
          (SELECT min(outage_id) FROM area_outage_losses WHERE area_outage_id = a.id)) AS own
    FROM area_outage_losses l JOIN outages o ON o.id = l.outage_id
      JOIN area_outages a ON a.id = l.area_outage_id
    WHERE l.outage_id = ?`),
);

/** Null: nothing that a customer may know. */
export function readNearby(store: Store, outageId: number): Nearby | null {
  const found = nearbyOf(store).get(outageId);
  if (found === null) return null;
  const { lost, owners, back, cause, status, endedAt, own } = found;
  const sites = lost - own;
  if (sites < leastSites || owners - 1 < leastOwners) return null;
  return { sites, cause, status, isReturning: back > 0 || endedAt !== null };
}

/**
 * Nobody looks for area outages any more, so when those that go on are over stays unknown: they are none, and what is
 * lost by now is part of none. Inside a transaction.
 */
export function deleteLivingAreas({ sqlite }: Store): void {
  sqlite.run('DELETE FROM area_outages WHERE ended_at IS NULL');
  sqlite.run(`DELETE FROM area_outage_losses WHERE outage_id IN
    (SELECT id FROM outages INDEXED BY outages_one_open WHERE confirmed_at IS NULL)`);
  // Of the end of others nobody is told days later.
  sqlite.run(`UPDATE area_outages SET told_end_at = ended_at
    WHERE told_at IS NOT NULL AND told_end_at IS NULL`);
}

/** Whether one was ever found, or could be: sites of two owners say where they are. */
export function areAreasWatched({ sqlite }: Store): boolean {
  const asked = sqlite.query<{ isKnown: number; owners: number }, []>(`
    SELECT EXISTS (SELECT 1 FROM area_outages) AS isKnown,
      (SELECT count(DISTINCT customer_id) FROM devices
        WHERE coalesce(cell, area, latitude) IS NOT NULL) AS owners`);
  const { isKnown = 0, owners = 0 } = asked.get() ?? {};
  return isKnown === 1 || owners > 1;
}
