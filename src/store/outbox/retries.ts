/** Notifications that were given up, and their return to the queue. */
import type { ChannelName, NotificationKind } from '../../domain/states.ts';
import type { Recipient } from '../alerts/recipients.ts';
import { perStore, type Store } from '../engine/open.ts';

export interface FailedNotification {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly channel: ChannelName;
  /** Epoch ms of when it was meant to go. */
  readonly dueAt: number;
  readonly delayMs: number;
  /** When its outage began; epoch ms. Null: there is none. */
  readonly downAt: number | null;
  /** When its outage was over; epoch ms. Null: it is not, or there is none. */
  readonly confirmedAt: number | null;
}

const failed = perStore(({ sqlite }) => {
  const read = (condition: string) =>
    sqlite.query<FailedNotification, [of: number]>(`
      SELECT n.id, n.kind, n.channel, n.due_at AS dueAt, n.delay_ms AS delayMs, o.down_at AS downAt,
        o.confirmed_at AS confirmedAt
      FROM notifications n LEFT JOIN outages o ON o.id = n.outage_id
      WHERE n.status = 'failed' AND ${condition} ORDER BY n.id`);
  return { since: read('n.due_at > ?'), byId: read('n.id = ?') };
});

/** Reads failed notifications. @param dueAfter epoch ms; only later due times count */
export function readFailedSince(store: Store, dueAfter: number): FailedNotification[] {
  return failed(store).since.all(dueAfter);
}

export function findFailed(store: Store, id: number): FailedNotification | undefined {
  return failed(store).byId.get(id) ?? undefined;
}

/** A recipient that counts as reachable again. */
interface RegainedRecipient extends Pick<Recipient, 'channel' | 'address'> {
  readonly customerId: number;
}

const ids = '(SELECT value FROM json_each(?1))';

const statements = perStore(({ sqlite }) => ({
  /** Rows whose recipient is no longer the customer's, each with a recipient that is. */
  strayed: sqlite.query<{ id: number; recipientId: number | null }, [ids: string]>(`
    SELECT n.id, (SELECT max(r.id) FROM recipients r
      WHERE r.customer_id = n.customer_id AND r.channel = n.channel AND r.unreachable_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM notifications told
          WHERE told.outage_id IS n.outage_id AND told.key_code IS n.key_code
            AND told.key_expires_at IS n.key_expires_at AND told.kind = n.kind
            AND told.sequence = n.sequence AND told.channel = n.channel
            AND told.recipient = r.address)) AS recipientId
    FROM notifications n
    WHERE n.id IN ${ids} AND n.channel <> 'log'
      AND (n.outage_id IS NOT NULL OR n.key_code IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM recipients r WHERE r.channel = n.channel
        AND r.address = n.recipient AND r.customer_id = n.customer_id)`),
  readdress: sqlite.query<null, [id: number, recipientId: number]>(`
    UPDATE notifications SET (recipient, language) =
      (SELECT r.address, r.language FROM recipients r WHERE r.id = ?2)
    WHERE id = ?1`),
  unflag: sqlite.query<RegainedRecipient, [ids: string]>(`
    UPDATE recipients SET unreachable_at = NULL, unreachable_reason = NULL
    WHERE unreachable_at IS NOT NULL AND id IN (SELECT r.id FROM notifications n
      JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
        AND r.customer_id = n.customer_id
      WHERE n.id IN ${ids})
    RETURNING customer_id AS customerId, channel, address`),
  requeue: sqlite.query<null, [ids: string, now: number]>(`
    UPDATE notifications SET status = 'pending', sayable_since = NULL, calls = 0,
      next_attempt_at = max(due_at, ?2)
    WHERE id IN ${ids} AND status = 'failed'`),
}));

/**
 * Puts failed notifications back into the queue. Must run inside a transaction. An unreachable recipient
 * counts as reachable again. A notification whose recipient is no longer the customer's goes to another of
 * the customer's recipients that was not told the same. Without one, the delivery drops it as no longer
 * needed.
 * @returns the recipients that count as reachable again
 */
export function requeueFailed(
  store: Store,
  failed: readonly number[],
  nowMs: number,
): RegainedRecipient[] {
  const run = statements(store);
  const wanted = JSON.stringify(failed);
  // One by one, as two rows may get the same new recipient, which is told once.
  for (const { id } of run.strayed.all(wanted)) {
    const [stray] = run.strayed.all(JSON.stringify([id]));
    if (stray != null && stray.recipientId !== null) run.readdress.run(id, stray.recipientId);
  }
  const regained = run.unflag.all(wanted);
  run.requeue.run(wanted, nowMs);
  return regained;
}
