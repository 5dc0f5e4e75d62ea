import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';

/** What became of the notifications of one outage; those that were overtaken are not counted. */
export interface DeliveryCounts {
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
}

export const noDelivery: DeliveryCounts = { sent: 0, waiting: 0, failed: 0 };

const counts = perStore((store) =>
  store.sqlite.query<DeliveryCounts & { outageId: number }, [outageIds: string]>(`
    SELECT outage_id AS outageId, sum(status = 'sent') AS sent,
      sum(status IN ('pending', 'sending')) AS waiting, sum(status = 'failed') AS failed
    FROM notifications
    WHERE outage_id IN (SELECT value FROM json_each(?))
    GROUP BY outage_id`),
);

/** By outage; an outage that nobody was to be told of is not in the map. */
export function readDeliveryCounts(
  store: Store,
  outageIds: readonly number[],
): ReadonlyMap<number, DeliveryCounts> {
  if (outageIds.length === 0) return new Map();
  const rows = counts(store).all(JSON.stringify(outageIds));
  return new Map(rows.map(({ outageId, ...delivery }) => [outageId, delivery]));
}
