/** Outcomes that the delivery writes back to the notifications that it claimed. */

import type { ChannelName, NotificationKind } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';
import { fallBack, fallBackToAll, readToldTo } from './fallback.ts';
import { ringingChannels } from './outage-alerts.ts';

type Ids = readonly number[];

export type OutboxChange =
  /** The notification is on its way: no other claim takes it until its outcome is written. */
  | { readonly type: 'claimed'; readonly ids: Ids; readonly at: number }
  /** The messenger took the message at `at` (epoch ms), and calls it `externalId`. */
  | {
      readonly type: 'sent';
      readonly ids: Ids;
      readonly at: number;
      readonly externalId: string | null;
      /** Outages of which an alert among them told the end, too: nobody needs to hear of it again there. */
      readonly endsTold?: readonly number[];
    }
  /** One try failed. `isAmbiguous`: the answer was lost, so the message may have arrived. */
  | {
      readonly type: 'retried';
      readonly ids: Ids;
      readonly at: number;
      readonly nextAttemptAt: number;
      readonly reason: string;
      readonly isAmbiguous: boolean;
      /** A phone rang, and nobody took it. */
      readonly isUnheard?: boolean;
      /** The words of this try, to be repeated. Left out: it is put into words anew. */
      readonly said?: string | undefined;
    }
  /** The notification was not tried, as it has to wait until later. */
  | {
      readonly type: 'postponed';
      readonly ids: Ids;
      readonly until: number;
      readonly reason: string;
      /** As `Verdict` of domain/alerts has it. */
      readonly by?: 'plan' | 'quiet' | undefined;
    }
  | { readonly type: 'superseded'; readonly ids: Ids; readonly reason: string }
  | { readonly type: 'failed'; readonly ids: Ids; readonly reason: string; readonly at: number }
  /** The address can never be reached: everything that waits for it fails. */
  | {
      readonly type: 'recipient-gone';
      readonly ids: Ids;
      readonly channel: ChannelName;
      readonly address: string;
      readonly reason: string;
      readonly at: number;
    }
  | {
      readonly type: 'recipient-moved';
      readonly channel: ChannelName;
      readonly from: string;
      readonly to: string;
    };

const maxReasonLength = 200;

/** Each statement takes its ids as a JSON array, so that a group of any size is one call. */
const statements = perStore(({ sqlite }) => {
  const rows = 'id IN (SELECT value FROM json_each(?1))';
  // A row whose message went while the disk was full is still pending, or was superseded meanwhile.
  const unfinished = `${rows} AND status NOT IN ('sent', 'failed')`;
  return {
    claim: sqlite.query(
      `UPDATE notifications SET status = 'sending', group_id = ?2,
        sayable_since = coalesce(sayable_since, ?3)
      WHERE ${rows} AND status = 'pending'`,
    ),
    sent: sqlite.query(
      `UPDATE notifications SET status = 'sent', sent_at = ?2, external_id = ?3, group_id = ?4,
        attempts = attempts + 1, last_error = NULL, said = NULL WHERE ${unfinished}`,
    ),
    dropRecoveries: sqlite.query(
      `UPDATE notifications SET status = 'superseded', last_error = 'its alert told of the end'
      WHERE outage_id IN (SELECT value FROM json_each(?2)) AND kind = 'recovery' AND +status = 'pending'
        AND (channel, recipient) = (SELECT channel, recipient FROM notifications WHERE id = ?1)`,
    ),
    queueReminders: sqlite.query(
      `INSERT INTO notifications (outage_id, customer_id, kind, sequence, channel, recipient, turn,
        language, status, due_at, next_attempt_at, created_at)
      SELECT n.outage_id, n.customer_id, 'reminder', n.sequence + 1, n.channel, n.recipient, n.turn,
        n.language, 'pending', ?2 + d.reminder_interval_seconds * 1000, ?2 + d.reminder_interval_seconds * 1000, ?2
      FROM notifications n
      JOIN outages o ON o.id = n.outage_id
      JOIN devices d ON d.id = o.device_row
      WHERE n.id IN (SELECT value FROM json_each(?1)) AND n.kind IN ('alert', 'reminder')
        AND o.confirmed_at IS NULL AND o.recover_at IS NULL AND o.acknowledged_at IS NULL
      ON CONFLICT DO NOTHING`,
    ),
    retry: sqlite.query(
      `UPDATE notifications SET status = 'pending', next_attempt_at = ?2,
        last_error = ?3, attempts = attempts + 1, ambiguous_attempts = ambiguous_attempts + ?4,
        calls = calls + ?7, group_id = ?5, said = iif(id = ?5, ?6, NULL)
      WHERE ${unfinished}`,
    ),
    postpone: sqlite.query(
      `UPDATE notifications SET status = 'pending', next_attempt_at = ?2, last_error = ?3,
        sayable_since = NULL, due_at = iif(?4 = 'plan', ?2, due_at), quiet_until = iif(?4 = 'quiet', ?2, quiet_until)
      WHERE ${unfinished}`,
    ),
    dropKinds: sqlite.query(
      `UPDATE notifications SET status = 'superseded', said = NULL,
        last_error = 'what sends such messages is switched off'
      WHERE status IN ('pending', 'sending') AND kind IN (SELECT value FROM json_each(?1))`,
    ),
    finish: sqlite.query(
      `UPDATE notifications SET status = ?2, last_error = ?3, said = NULL WHERE ${unfinished}`,
    ),
    failAddress: sqlite.query(
      `UPDATE notifications SET status = 'failed', last_error = ?3, said = NULL
      WHERE status IN ('pending', 'sending') AND status = 'pending' AND channel = ?1 AND recipient = ?2`,
    ),
    flagRecipient: sqlite.query(
      `UPDATE recipients SET unreachable_at = ?3, unreachable_reason = ?4
      WHERE channel = ?1 AND address = ?2`,
    ),
    flagOperator: sqlite.query(
      `UPDATE operator_recipients SET unreachable_at = ?3, unreachable_reason = ?4
      WHERE channel = ?1 AND address = ?2`,
    ),
    endSubscriptions: sqlite.query(
      'DELETE FROM status_subscriptions WHERE channel = ?1 AND address = ?2',
    ),
    moveSubscriptions: sqlite.query(
      'UPDATE OR REPLACE status_subscriptions SET address = ?3 WHERE channel = ?1 AND address = ?2',
    ),
    moveOperator: sqlite.query(
      'UPDATE OR IGNORE operator_recipients SET address = ?3 WHERE channel = ?1 AND address = ?2',
    ),
    moveRecipient: sqlite.query(
      'UPDATE OR IGNORE recipients SET address = ?3 WHERE channel = ?1 AND address = ?2',
    ),
    dropRecipient: sqlite.query('DELETE FROM recipients WHERE channel = ?1 AND address = ?2'),
    moveTold: sqlite.query(
      `UPDATE OR IGNORE notifications SET recipient = ?3
      WHERE channel = ?1 AND recipient = ?2
        AND (outage_id IN (SELECT id FROM outages WHERE confirmed_at IS NULL) OR kind = 'digest')`,
    ),
    moveRows: sqlite.query(
      `UPDATE OR IGNORE notifications SET recipient = ?3
      WHERE status IN ('pending', 'sending') AND channel = ?1 AND recipient = ?2`,
    ),
    dropRows: sqlite.query(
      `UPDATE notifications SET status = 'superseded', last_error = 'the recipient moved to one that is told already'
      WHERE status IN ('pending', 'sending') AND status = 'pending' AND channel = ?1 AND recipient = ?2`,
    ),
    // A server that was off could say nothing.
    ageAnew: sqlite.query(
      `UPDATE notifications SET sayable_since = NULL
      WHERE status IN ('pending', 'sending') AND sayable_since IS NOT NULL`,
    ),
    takeBack: sqlite.query<{ channel: ChannelName }, []>(
      `UPDATE notifications SET status = 'pending', attempts = attempts + 1,
        ambiguous_attempts = ambiguous_attempts + 1, calls = calls + (channel IN (${ringingChannels})),
        last_error = 'the server stopped while it was being sent'
      WHERE status IN ('pending', 'sending') AND status = 'sending' RETURNING channel`,
    ),
  };
});

/**
 * Writes the outcomes in order. Must run inside a transaction.
 * @param lineUpSince as of `Monitor`
 */
export function applyOutboxChanges(
  store: Store,
  changes: readonly OutboxChange[],
  lineUpSince = Number.NEGATIVE_INFINITY,
): void {
  for (const change of changes) applyChange(store, change, lineUpSince);
}

function applyChange(store: Store, change: OutboxChange, lineUpSince: number): void {
  const run = statements(store);
  switch (change.type) {
    case 'claimed':
      // The group is written before the message goes: a button may be pressed before the message is marked.
      run.claim.run(JSON.stringify(change.ids), change.ids[0] ?? null, change.at);
      break;
    case 'sent': {
      const ids = JSON.stringify(change.ids);
      run.sent.run(ids, change.at, change.externalId, change.ids[0] ?? null);
      run.queueReminders.run(ids, change.at);
      if (change.endsTold !== undefined && change.endsTold.length > 0) {
        run.dropRecoveries.run(change.ids[0] ?? null, JSON.stringify(change.endsTold));
      }
      break;
    }
    case 'retried':
      run.retry.run(
        JSON.stringify(change.ids),
        change.nextAttemptAt,
        shorten(change.reason),
        change.isAmbiguous ? 1 : 0,
        change.ids[0] ?? null,
        change.said ?? null,
        change.isUnheard === true ? 1 : 0,
      );
      fallBackToAll(store, change.ids, change.at, lineUpSince);
      break;
    case 'postponed':
      run.postpone.run(JSON.stringify(change.ids), change.until, change.reason, change.by ?? null);
      break;
    case 'superseded':
      run.finish.run(JSON.stringify(change.ids), change.type, shorten(change.reason));
      break;
    case 'failed':
      run.finish.run(JSON.stringify(change.ids), change.type, shorten(change.reason));
      fallBack(store, change.ids, change.at);
      fallBackToAll(store, change.ids, change.at, lineUpSince);
      break;
    case 'recipient-gone': {
      const { channel, address, at } = change;
      const reason = shorten(change.reason);
      run.finish.run(JSON.stringify(change.ids), 'failed', reason);
      run.failAddress.run(channel, address, reason);
      run.flagRecipient.run(channel, address, at, reason);
      run.flagOperator.run(channel, address, at, reason);
      run.endSubscriptions.run(channel, address);
      fallBack(store, readToldTo(store, channel, address), at);
      break;
    }
    case 'recipient-moved': {
      const { channel, from, to } = change;
      // When the new address was already a recipient, the old one is deleted.
      run.moveRecipient.run(channel, from, to);
      run.dropRecipient.run(channel, from);
      run.moveOperator.run(channel, from, to);
      run.moveSubscriptions.run(channel, from, to);
      // A recovery goes to the new address, although the alert went to the old one.
      run.moveTold.run(channel, from, to);
      run.moveRows.run(channel, from, to);
      run.dropRows.run(channel, from);
    }
  }
}

function shorten(reason: string): string {
  return reason.slice(0, maxReasonLength);
}

/** Messages of these kinds that wait go no more. Inside a transaction, before anything is sent. */
export function dropWaitingOfKinds(store: Store, kinds: readonly NotificationKind[]): void {
  statements(store).dropKinds.run(JSON.stringify(kinds));
}

/**
 * Takes back notifications that an earlier process claimed and did not mark. Only one process delivers, so
 * at its start no other claim is valid. Each message may have been sent, so it counts as an ambiguous try.
 * @returns the channel of each
 */
export function takeBackClaims(store: Store): ChannelName[] {
  return store.transaction(() => {
    const { ageAnew, takeBack } = statements(store);
    ageAnew.run();
    return takeBack.all().map(({ channel }) => channel);
  });
}
