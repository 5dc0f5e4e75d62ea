/** Reports of months in the outbox: queueing them, and reading them for the delivery. */
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import { lastTurn } from '../../domain/alerts/delivery.ts';
import { type DigestMonth, monthText } from '../../domain/alerts/digest.ts';
import type { DigestFacts } from '../../domain/alerts/messages/digest.ts';
import {
  contactOfRecipient,
  type QuietRow,
  quietColumns,
  quietHoursOf,
} from '../alerts/contacts.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/open.ts';
import { readStored, type Stored } from '../engine/stored.ts';
import {
  type Addressed,
  type ClaimedNotification,
  type OutboxKind,
  type WaitingRow,
  type WantedRows,
  waitingColumns,
  whereWanted,
} from './outbox-kind.ts';

export interface DigestMessage extends Addressed<ClaimedNotification> {
  readonly kind: 'digest';
  readonly customerId: number;
  readonly recipientId: number | null;
  /** YYYY-MM */
  readonly month: string;
}

interface Row extends WaitingRow, QuietRow, Omit<DigestFacts, 'quietHours'> {
  readonly customerId: number;
  /** Null: it is not theirs any more. */
  readonly recipientId: number | null;
}

interface WaitingDigest extends Row, DigestFacts {}

const statements = perStore(({ sqlite }) => ({
  // One that was withdrawn untried goes after all: the clock that queued it may have run ahead.
  queue: sqlite.query<
    { id: number },
    [
      number: number,
      wantedBefore: number,
      channels: string,
      dueAt: number,
      now: number,
      limit: number,
    ]
  >(`
    INSERT INTO notifications (customer_id, kind, sequence, channel, recipient, turn, language,
      due_at, next_attempt_at, created_at)
    SELECT r.customer_id, 'digest', ?1, r.channel, r.address,
      min(${lastTurn}, (SELECT count(*) FROM recipients b
        WHERE b.customer_id = r.customer_id AND b.channel = r.channel AND b.id < r.id)),
      r.language, ?4, ?4, ?5
    FROM recipients r INDEXED BY recipients_digest
    JOIN customers c ON c.id = r.customer_id AND c.is_active = 1
    LEFT JOIN notifications n INDEXED BY notifications_digest_once
      ON n.recipient = r.address AND n.channel = r.channel AND n.sequence = ?1 AND n.kind = 'digest'
    WHERE r.digest_since IS NOT NULL AND r.digest_since <= ?2 AND r.unreachable_at IS NULL
      AND r.channel IN (SELECT value FROM json_each(?3))
      AND (n.id IS NULL OR (n.status = 'superseded' AND n.attempts = 0))
    LIMIT ?6
    ON CONFLICT (recipient, channel, sequence) WHERE kind = 'digest' DO UPDATE
    SET status = 'pending', customer_id = excluded.customer_id, language = excluded.language,
      due_at = excluded.due_at, next_attempt_at = excluded.next_attempt_at, last_error = NULL
    WHERE status = 'superseded' AND attempts = 0
    RETURNING id`),
  waiting: sqlite.query<Stored<Row>, WantedRows>(`
    SELECT ${waitingColumns}, n.kind, n.customer_id AS customerId, r.id AS recipientId, n.sequence AS number, ${quietColumns},
      coalesce(c.is_active, 0) AS isCustomerActive,
      coalesce(r.customer_id = n.customer_id, 0) AS isRecipientTheirs,
      r.digest_since IS NOT NULL AS isWanted
    FROM notifications n
    LEFT JOIN customers c ON c.id = n.customer_id
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    LEFT JOIN contacts k ON k.id = ${contactOfRecipient}
    ${whereWanted("'digest'")}`),
}));

/**
 * Queues the report of a month for up to `limit` recipients that wanted it before it was due; never twice
 * for one of them.
 * @param dueAt epoch ms, as `nowMs`
 * @returns how many
 */
export function queueDigests(
  store: Store,
  month: DigestMonth,
  channels: ChannelsInUse,
  {
    dueAt,
    nowMs,
    limit,
  }: { readonly dueAt: number; readonly nowMs: number; readonly limit: number },
): number {
  const names = JSON.stringify([...channels]);
  return statements(store).queue.all(month.number, month.dueAt, names, dueAt, nowMs, limit).length;
}

export function digestMessages(store: Store): OutboxKind<WaitingDigest, DigestMessage> {
  return {
    read: (wanted) =>
      statements(store)
        .waiting.all(wanted)
        .map((row) => ({ ...readStored<Row>(row), quietHours: quietHoursOf(row) })),
    compose: (message) => {
      const [{ customerId, recipientId, number }] = message.rows;
      return { ...message, kind: 'digest', customerId, recipientId, month: monthText(number) };
    },
  };
}
