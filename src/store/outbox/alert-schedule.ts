/** Reschedules waiting notifications when the owner changes the alert settings. */
import { heldBecause } from '../../domain/alerts/messages/outage.ts';
import { perStore, type Store } from '../engine/open.ts';

interface Threshold {
  readonly thresholdSeconds: number;
}

const moveAlertRows = perStore((store) =>
  store.sqlite.query<null, [outageId: number, wasDueAt: number, dueAt: number]>(`
    UPDATE notifications SET due_at = max(?3 + delay_ms, iif(due_at > ?2 + delay_ms, due_at, 0)),
      next_attempt_at = max(?3 + delay_ms, iif(due_at > ?2 + delay_ms, due_at, 0))
        - max(0, due_at - next_attempt_at)
    WHERE outage_id = ?1 AND kind = 'alert' AND status = 'pending' AND attempts = 0`),
);

/**
 * Reschedules the alert of an outage by another threshold. An alert that waits longer than the former
 * threshold, because the loss may yet be taken back, and an alert that was tried stay as they are.
 */
export function moveAlerts(
  store: Store,
  outage: { readonly id: number; readonly downAt: number },
  before: Threshold,
  after: Threshold,
  nowMs: number,
): void {
  const wasDueAt = outage.downAt + before.thresholdSeconds * 1000;
  const dueAt = Math.max(nowMs, outage.downAt + after.thresholdSeconds * 1000);
  moveAlertRows(store).run(outage.id, wasDueAt, dueAt);
}

const moveReminderRows = perStore((store) =>
  store.sqlite.query<null, [outageId: number, intervalMs: number, now: number]>(`
    UPDATE notifications SET due_at = max(?3, created_at + ?2),
      next_attempt_at = max(?3, created_at + ?2)
    WHERE outage_id = ?1 AND kind = 'reminder' AND status = 'pending' AND attempts = 0`),
);

/**
 * Reschedules the next reminder of an outage by another interval. A reminder that was tried stays as it
 * is.
 */
export function moveReminders(
  store: Store,
  outageId: number,
  intervalSeconds: number,
  nowMs: number,
): void {
  // A reminder is queued when the message before it is sent.
  moveReminderRows(store).run(outageId, intervalSeconds * 1000, nowMs);
}

const dropForAddress = perStore((store) =>
  // SQLite uses a partial index only for its exact condition.
  store.sqlite.query<
    null,
    [channel: string, recipient: string, customerId: number | null, reason: string]
  >(`
    UPDATE notifications SET status = 'superseded', last_error = ?4
    WHERE status IN ('pending', 'sending') AND status = 'pending' AND channel = ?1
      AND recipient = ?2 AND customer_id IS ?3`),
);

/** Drops what waits for an address on behalf of a customer. Null: on behalf of the operator. */
export function dropNotificationsFor(
  store: Store,
  of: { readonly channel: string; readonly address: string; readonly customerId: number | null },
  reason: string,
): void {
  dropForAddress(store).run(of.channel, of.address, of.customerId, reason);
}

const release = perStore(({ sqlite }) => {
  const { unheard, returning } = heldBecause;
  return {
    all: sqlite.query<null, [at: number]>(`
      UPDATE notifications SET next_attempt_at = ?1
      WHERE status IN ('pending', 'sending') AND status = 'pending' AND last_error = '${unheard}'`),
    // The `+` keeps SQLite from using the index of all waiting notifications.
    ofOutage: sqlite.query<null, [at: number, outageId: number]>(`
      UPDATE notifications SET next_attempt_at = ?1
      WHERE outage_id = ?2 AND +status = 'pending' AND last_error IN ('${unheard}', '${returning}')`),
  };
});

/** Has what waits until a board has come back, or until power is steady, judged anew. @param at epoch ms */
export function releaseAwaited(store: Store, outageId: number, at: number): void {
  release(store).ofOutage.run(at, outageId);
}

/** The same for all boards, of what waits until they have come back. */
export function releaseAllAwaited(store: Store, at: number): void {
  release(store).all.run(at);
}
