import type { WaitingMessage } from '../../domain/alerts/foresee.ts';
import {
  contactOfRecipient,
  type QuietRow,
  quietColumns,
  quietHoursOf,
} from '../alerts/contacts.ts';
import { perStore, type Store } from '../engine/open.ts';
import { turnMs } from './outbox-rows.ts';

const waiting = perStore(({ sqlite }) =>
  // The `+` keeps SQLite from using the index of all waiting notifications.
  sqlite.query<Omit<WaitingMessage, 'quietHours'> & QuietRow, [outageId: number]>(`
    SELECT n.kind, n.due_at AS dueAt, n.delay_ms AS delayMs, ${turnMs} AS turnMs,
      n.next_attempt_at AS nextAttemptAt, n.channel, n.recipient, ${quietColumns}
    FROM notifications n
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    LEFT JOIN contacts k ON k.id = ${contactOfRecipient}
    WHERE n.outage_id = ? AND n.kind IN ('alert', 'reminder') AND +n.status IN ('pending', 'sending')
      AND n.customer_id IS NOT NULL`),
);

/** The messages of an outage that wait. */
export function readWaitingMessages(store: Store, outageId: number): WaitingMessage[] {
  return waiting(store)
    .all(outageId)
    .map((row) => ({ ...row, quietHours: quietHoursOf(row) }));
}
