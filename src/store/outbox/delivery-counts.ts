import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';

/** What became of the notifications of one outage; those that were overtaken are not counted. */
export interface DeliveryCounts {
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
}

export const noDelivery: DeliveryCounts = { sent: 0, waiting: 0, failed: 0 };

const countOf = (of: string) => `
  SELECT outage_id AS outageId, sum(status = 'sent') AS sent,
    sum(status IN ('pending', 'sending')) AS waiting, sum(status = 'failed') AS failed
  FROM notifications
  WHERE outage_id IN (SELECT value FROM json_each(?)) ${of}
  GROUP BY outage_id`;

const counts = perStore(({ sqlite }) => {
  const query = (of: string) =>
    sqlite.query<DeliveryCounts & { outageId: number }, [outageIds: string]>(countOf(of));
  return { all: query(''), alerts: query("AND kind = 'alert'") };
});

type CountsByOutage = ReadonlyMap<number, DeliveryCounts>;

/** By outage; an outage that nobody was to be told of is not in the map. */
export function readDeliveryCounts(store: Store, outageIds: readonly number[]): CountsByOutage {
  return readCounts(counts(store).all, outageIds);
}

/** The same of the first message to each chat, of which there are few however long an outage lasts. */
export function readToldChats(store: Store, outageIds: readonly number[]): CountsByOutage {
  return readCounts(counts(store).alerts, outageIds);
}

function readCounts(
  query: ReturnType<typeof counts>['all'],
  outageIds: readonly number[],
): CountsByOutage {
  if (outageIds.length === 0) return new Map();
  const rows = query.all(JSON.stringify(outageIds));
  return new Map(rows.map(({ outageId, ...delivery }) => [outageId, delivery]));
}
