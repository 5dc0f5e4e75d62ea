/** The tags of the grid that are in use. */
import { crowd } from '../../domain/devices/place.ts';
import { perStore, type Store } from '../engine/open.ts';

/** The most tags that are offered. */
const most = 1000;

// Steps from one tag to the next along the index, so that the number of sites does not matter.
const everyCell = `
  WITH RECURSIVE used (cell) AS (
    SELECT (SELECT min(cell) FROM devices WHERE cell IS NOT NULL)
    UNION ALL
    SELECT (SELECT min(cell) FROM devices WHERE cell > used.cell) FROM used
    WHERE used.cell IS NOT NULL)`;

const statements = perStore(({ sqlite }) => ({
  all: sqlite.query<{ cell: string }, [limit: number]>(
    `${everyCell} SELECT cell FROM used WHERE cell IS NOT NULL LIMIT ?`,
  ),
  ofCustomer: sqlite.query<{ cell: string }, [customerId: number, limit: number]>(
    `${everyCell}
    SELECT cell FROM devices WHERE customer_id = ?1 AND cell IS NOT NULL
    UNION
    SELECT cell FROM used WHERE cell IS NOT NULL AND (
      SELECT count(*) >= ${crowd.sites} AND count(DISTINCT customer_id) >= ${crowd.owners}
      FROM devices WHERE cell = used.cell)
    ORDER BY cell LIMIT ?2`,
  ),
}));

/** The tags in use, in order. */
export function readCells(store: Store): string[] {
  return statements(store)
    .all.all(most)
    .map(({ cell }) => cell);
}

/** A customer's own tags, and those of enough sites and owners that they say nothing about one of them. */
export function readCellsFor(store: Store, customerId: number): string[] {
  return statements(store)
    .ofCustomer.all(customerId, most)
    .map(({ cell }) => cell);
}
