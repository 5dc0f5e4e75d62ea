/** The fallback where somebody cannot be told: the plan of telling, made anew without them. */
import { toldInstead } from '../../domain/alerts/messages/outage.ts';
import { turnMs } from '../../domain/alerts/telling.ts';
import type { ChannelName } from '../../domain/states.ts';
import { planFor } from '../alerts/contacts.ts';
import { readAllReachable } from '../alerts/recipients.ts';
import { perStore, type Store } from '../engine/open.ts';
import { queueAlertsFor } from './notifications.ts';

interface AlertRow {
  readonly id: number;
  readonly channel: ChannelName;
  readonly address: string;
  readonly status: string;
  readonly isUntried: number;
  readonly lastError: string | null;
  readonly dueAt: number;
  readonly delayMs: number;
  /** As the outbox has it. */
  readonly sayableSince: number | null;
  readonly isReachable: number;
  readonly contactId: number | null;
}

const statements = perStore(({ sqlite }) => ({
  // Nobody is told any more of one that is over, coming to its end or acknowledged.
  lasting: sqlite.query<LastingOutage, [notificationIds: string]>(`
    SELECT DISTINCT o.id, o.customer_id AS customerId, o.device_row AS deviceRow
    FROM notifications n JOIN outages o ON o.id = n.outage_id
    WHERE n.id IN (SELECT value FROM json_each(?)) AND n.channel <> 'log'
      AND o.customer_id IS NOT NULL AND o.confirmed_at IS NULL AND o.recover_at IS NULL
      AND o.acknowledged_at IS NULL`),
  // By way of the owner's devices, for open outages have an index by these.
  toldTo: sqlite.query<{ id: number }, [channel: string, address: string]>(`
    SELECT n.id FROM recipients r
      CROSS JOIN devices d ON d.customer_id = r.customer_id
      CROSS JOIN outages o INDEXED BY outages_one_open ON o.device_row = d.id
      JOIN notifications n ON n.outage_id = o.id AND n.kind = 'alert' AND n.sequence = 0
        AND n.channel = r.channel AND n.recipient = r.address
    WHERE r.channel = ?1 AND r.address = ?2 AND o.confirmed_at IS NULL`),
  alerts: sqlite.query<AlertRow, [outageId: number, customerId: number]>(`
    SELECT n.id, n.channel, n.recipient AS address, n.status, n.attempts = 0 AS isUntried,
      n.last_error AS lastError, n.due_at AS dueAt, n.delay_ms AS delayMs, n.sayable_since AS sayableSince,
      r.contact_id AS contactId,
      coalesce(r.customer_id = +?2 AND r.unreachable_at IS NULL, 0) AND n.status <> 'failed' AS isReachable
    FROM notifications n
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    WHERE n.outage_id = +?1 AND n.kind = 'alert'
    ORDER BY r.position, r.id`),
  bringForward: sqlite.query<
    null,
    [id: number, dueAt: number, delayMs: number, nextAttemptAt: number]
  >(`
    UPDATE notifications SET status = 'pending', due_at = ?2, delay_ms = ?3,
      next_attempt_at = ?4, sayable_since = NULL, last_error = NULL
    WHERE id = ?1`),
}));

/** The notifications that told, or were to tell, an address of outages that go on. */
export function readToldTo(store: Store, channel: string, address: string): number[] {
  return statements(store)
    .toldTo.all(channel, address)
    .map(({ id }) => id);
}

/** An outage that goes on, as `lasting` reads it. */
interface LastingOutage {
  readonly id: number;
  readonly customerId: number;
  readonly deviceRow: number;
}

/**
 * A message that an address cannot be given goes at once to the next in the plan: the next
 * address of the contact, the next contact, or, where nobody is left who was to be told, everybody else.
 * Must run inside a transaction.
 * @param failed notifications that will never arrive
 */
export function fallBack(store: Store, failed: readonly number[], nowMs: number): void {
  const { lasting, alerts, bringForward } = statements(store);
  for (const outage of lasting.all(JSON.stringify(failed))) {
    const rows = alerts.all(outage.id, outage.customerId);
    const firstDueAt = Math.min(...rows.map(({ dueAt, delayMs }) => dueAt - delayMs));
    const reachable = rows.filter(({ isReachable }) => isReachable === 1);
    if (reachable.length === 0) {
      tellOthers(store, outage, rows, firstDueAt, nowMs);
      continue;
    }
    for (const { address: row, delayMs, lookMs } of planFor(store, outage, reachable)) {
      const waits = row.status === 'pending' || row.lastError === toldInstead;
      const dueAt = firstDueAt + delayMs;
      if (waits && row.isUntried === 1 && (dueAt < row.dueAt || row.status !== 'pending')) {
        bringForward.run(row.id, dueAt, delayMs, Math.max(nowMs, firstDueAt + lookMs));
      }
    }
  }
}

/**
 * Where no message got through to anybody who was to be told for a minute of trying, and nobody is left to be
 * tried, everybody else is told. Must run inside a transaction.
 * @param tried notifications that did not get through, whether they will be tried again or not
 * @param lineUpSince as of `Monitor`: before this, nobody could be reached
 */
export function fallBackToAll(
  store: Store,
  tried: readonly number[],
  nowMs: number,
  lineUpSince: number,
): void {
  const { lasting, alerts } = statements(store);
  for (const outage of lasting.all(JSON.stringify(tried))) {
    const rows = alerts.all(outage.id, outage.customerId);
    const firstDueAt = Math.min(...rows.map(({ dueAt, delayMs }) => dueAt - delayMs));
    const isHopeful = rows.some(
      ({ status, isUntried }) =>
        status === 'sent' || (isUntried === 1 && (status === 'pending' || status === 'sending')),
    );
    const firstTriedAt = Math.min(...rows.map(({ sayableSince }) => sayableSince ?? nowMs));
    if (isHopeful || nowMs < Math.max(firstTriedAt, lineUpSince) + turnMs) continue;
    tellOthers(store, outage, rows, firstDueAt, nowMs);
  }
}

/** Tells everybody who was not to be told. Who refused the message may take others, but not this one. */
function tellOthers(
  store: Store,
  outage: LastingOutage,
  rows: readonly AlertRow[],
  firstDueAt: number,
  nowMs: number,
): void {
  const others = readAllReachable(store, outage.customerId).filter(
    (one) => !rows.some((row) => row.channel === one.channel && row.address === one.address),
  );
  queueAlertsFor(store, outage, others, firstDueAt, nowMs);
}
