/** Alerts of outages and what became of them, as other messages of these outages need to know it. */
import { channelsWith } from '../../domain/alerts/channel-traits.ts';
import type { OutageAlert, RecipientOfAddress } from '../../domain/alerts/outage-alerts.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readStored, type Stored } from '../engine/stored.ts';

/** The recipient of an address, as columns of a row `r` of recipients. */
export interface RecipientColumns {
  /** Null, as the others: the address is nobody's. */
  readonly recipientOf: number | null;
  readonly contactId: number | null;
  readonly isReachable: boolean;
}

export const recipientColumns = `r.customer_id AS recipientOf, r.contact_id AS contactId,
  r.unreachable_at IS NULL AS isReachable`;

export function recipientOf(row: RecipientColumns): RecipientOfAddress | null {
  const { recipientOf: customerId, contactId, isReachable } = row;
  return customerId === null ? null : { customerId, contactId, isReachable };
}

/** In SQL: the names of the channels that ring. */
export const ringingChannels = channelsWith('rings')
  .map((name) => `'${name}'`)
  .join();

/** In SQL, of a notification `n` of a device `d`: `criticalCalls` of `OutageFacts`. */
export const criticalCalls = `iif(n.channel IN (${ringingChannels}) AND d.critical, n.calls, NULL)`;

interface AlertRow extends Omit<OutageAlert, 'recipient'>, RecipientColumns {
  readonly outageId: number;
}

const alerts = perStore(({ sqlite }) =>
  sqlite.query<Stored<AlertRow>, [outageIds: string]>(`
    SELECT n.outage_id AS outageId, n.channel, n.recipient AS address, n.customer_id AS customerId,
      n.status, n.attempts > 0 AS isTried, n.ambiguous_attempts > 0 AS mayHaveArrived, n.due_at AS dueAt,
      n.next_attempt_at AS nextAttemptAt, n.delay_ms AS delayMs, n.quiet_until AS quietUntil,
      ${criticalCalls} IS NOT NULL AS isCriticalCall, ${recipientColumns}
    FROM notifications n
    JOIN outages o ON o.id = n.outage_id
    JOIN devices d ON d.id = o.device_row
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    WHERE n.outage_id IN (SELECT value FROM json_each(?)) AND n.kind = 'alert'`),
);

/** The alerts of some outages, by outage. One that has none is not in the map. */
export function readAlertsOf(
  store: Store,
  outageIds: readonly number[],
): ReadonlyMap<number | null, readonly OutageAlert[]> {
  if (outageIds.length === 0) return new Map();
  const rows = alerts(store)
    .all(JSON.stringify(outageIds))
    .map(readStored<AlertRow>);
  return Map.groupBy(
    rows.map((row) => ({ ...row, recipient: recipientOf(row) })),
    ({ outageId }) => outageId,
  );
}

const lasting = perStore(({ sqlite }) =>
  sqlite.query<{ id: number }, [notificationIds: string]>(`
    SELECT o.id FROM notifications n JOIN outages o ON o.id = n.outage_id
    WHERE n.id IN (SELECT value FROM json_each(?)) AND o.acknowledged_at IS NULL
      AND o.recover_at IS NULL LIMIT 1`),
);

/** Whether one of the outages of these notifications goes on, and nobody has acknowledged it. */
export function isAnyLasting(store: Store, notificationIds: readonly number[]): boolean {
  return lasting(store).get(JSON.stringify(notificationIds)) !== null;
}
