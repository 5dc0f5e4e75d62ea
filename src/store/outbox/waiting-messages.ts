import type { WaitingMessage } from '../../domain/alerts/delivery.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';

const waiting = perStore(({ sqlite }) =>
  // The `+` keeps SQLite from using the index of all waiting notifications.
  sqlite.query<WaitingMessage, [outageId: number]>(`
    SELECT kind, due_at AS dueAt, next_attempt_at AS nextAttemptAt, channel, recipient FROM notifications
    WHERE outage_id = ? AND kind IN ('alert', 'reminder') AND +status IN ('pending', 'sending')`),
);

/** The messages of an outage that wait. */
export function readWaitingMessages(store: Store, outageId: number): WaitingMessage[] {
  return waiting(store).all(outageId);
}
