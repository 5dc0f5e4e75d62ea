import type { WaitingMessage } from '../../domain/alerts/foresee.ts';
import { turnMsOf } from '../../domain/alerts/outage-alerts.ts';
import {
  contactOfRecipient,
  type QuietRow,
  quietColumns,
  quietHoursOf,
} from '../alerts/contacts.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readStored, type Stored } from '../engine/stored.ts';
import {
  criticalCalls,
  type RecipientColumns,
  readAlertsOf,
  recipientColumns,
  recipientOf,
} from './outage-alerts.ts';

interface Row extends Omit<WaitingMessage, 'quietHours' | 'turnMs'>, QuietRow, RecipientColumns {
  readonly customerId: number;
}

const waiting = perStore(({ sqlite }) =>
  // The `+` keeps SQLite from using the index of all waiting notifications.
  sqlite.query<Stored<Row>, [outageId: number]>(`
    SELECT n.kind, n.due_at AS dueAt, n.delay_ms AS delayMs, n.customer_id AS customerId,
      n.next_attempt_at AS nextAttemptAt, n.channel, n.recipient,
      ${criticalCalls} AS criticalCalls, ${recipientColumns}, ${quietColumns}
    FROM notifications n
    JOIN outages o ON o.id = n.outage_id
    JOIN devices d ON d.id = o.device_row
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    LEFT JOIN contacts k ON k.id = ${contactOfRecipient}
    WHERE n.outage_id = ? AND n.kind IN ('alert', 'reminder') AND +n.status IN ('pending', 'sending')
      AND n.customer_id IS NOT NULL`),
);

/** The messages of an outage that wait. */
export function readWaitingMessages(store: Store, outageId: number): WaitingMessage[] {
  const rows = waiting(store)
    .all(outageId)
    .map(readStored<Row>);
  const isForAllAtOnce = rows.every(({ delayMs }) => delayMs === 0);
  const alerts = (!isForAllAtOnce && readAlertsOf(store, [outageId]).get(outageId)) || [];
  return rows.map((row) => {
    const message = {
      ...row,
      address: row.recipient,
      recipient: recipientOf(row),
      isCriticalCall: row.criticalCalls !== null,
    };
    return {
      ...row,
      turnMs: row.kind === 'alert' ? turnMsOf(message, alerts) : 0,
      quietHours: quietHoursOf(row),
    };
  });
}
