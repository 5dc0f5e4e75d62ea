import { perStore, type Store } from '../engine/open.ts';

/**
 * Outcomes of the notifications of one outage. Those that were no longer needed are not counted, nor those that only
 * the log took: nobody was told by it.
 */
export interface DeliveryCounts {
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
}

export const noDelivery: DeliveryCounts = { sent: 0, waiting: 0, failed: 0 };

/** Outcomes of the first message to each recipient: few rows, however long an outage lasts. */
export interface ToldRecipients extends DeliveryCounts {
  /** Names of the recipients that were told, as far as they are known. */
  readonly names: string[];
}

export const nobodyTold: ToldRecipients = { ...noDelivery, names: [] };

/** A reminder that nobody has tried to send yet waits for its time, not for a channel. */
const isWaiting = `n.status = 'sending'
  OR (n.status = 'pending' AND (n.kind <> 'reminder' OR n.attempts > 0))`;
const counted = `n.outage_id AS outageId, sum(n.status = 'sent') AS sent,
  sum(${isWaiting}) AS waiting, sum(n.status = 'failed') AS failed`;
const ofOutages = 'n.outage_id IN (SELECT value FROM json_each(?))';

type ByOutage<Row> = Row & { readonly outageId: number };

const counts = perStore(({ sqlite }) => ({
  all: sqlite.query<ByOutage<DeliveryCounts>, [outageIds: string]>(
    `SELECT ${counted} FROM notifications n WHERE ${ofOutages} AND n.channel <> 'log'
      GROUP BY n.outage_id`,
  ),
  alerts: sqlite.query<ByOutage<DeliveryCounts> & { names: string }, [outageIds: string]>(
    `SELECT ${counted}, json_group_array(r.name ORDER BY n.turn, n.id)
        FILTER (WHERE n.status = 'sent' AND r.name IS NOT NULL) AS names
      FROM notifications n
      LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
      WHERE ${ofOutages} AND n.kind = 'alert' AND n.channel <> 'log' AND n.customer_id IS NOT NULL
      GROUP BY n.outage_id`,
  ),
}));

/** Counts by outage. An outage without notifications is not in the map. */
export function readDeliveryCounts(
  store: Store,
  outageIds: readonly number[],
): ReadonlyMap<number, DeliveryCounts> {
  if (outageIds.length === 0) return new Map();
  const rows = counts(store).all.all(JSON.stringify(outageIds));
  return new Map(rows.map(({ outageId, ...delivery }) => [outageId, delivery]));
}

/** Told recipients by outage. An outage without alerts is not in the map. */
export function readToldRecipients(
  store: Store,
  outageIds: readonly number[],
): ReadonlyMap<number, ToldRecipients> {
  if (outageIds.length === 0) return new Map();
  const rows = counts(store).alerts.all(JSON.stringify(outageIds));
  return new Map(
    rows.map(({ outageId, names, ...delivery }) => [
      outageId,
      { ...delivery, names: JSON.parse(names) },
    ]),
  );
}
