/** Kinds of messages as the outbox reads them, and the columns that the rows of all kinds have. */
import type { DeliveryFacts } from '../../domain/alerts/delivery.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import { languageOfContact } from '../alerts/contacts.ts';
import type { Store } from '../engine/open.ts';
import { notifications } from './tables.ts';

/**
 * Queues one message that goes at once. Must run inside a transaction.
 * @param to with its number among the customer's recipients, as column `turn` has it; left out: 0
 * @returns the id of the notification
 */
export function queueMessage(
  store: Store,
  { address, ...to }: Head & { readonly turn?: number },
  content: Pick<typeof notifications.$inferInsert, 'kind' | 'customerId' | 'details'>,
  nowMs: number,
): number {
  const times = { dueAt: nowMs, nextAttemptAt: nowMs, createdAt: nowMs };
  return store.db
    .insert(notifications)
    .values({ ...content, ...to, recipient: address, ...times })
    .returning({ id: notifications.id })
    .get().id;
}

type NonEmpty<T> = readonly [T, ...T[]];

/** One notification inside a message. */
export interface ClaimedNotification {
  readonly id: number;
  readonly dueAt: number;
  /** Tries that failed so far. */
  readonly attempts: number;
  /** Epoch ms of the queueing. */
  readonly createdAt: number;
  /** The words of the last try of the message that begins with it, as the delivery keeps them. */
  readonly said?: string | null;
}

/** One that waits. */
export interface WaitingRow extends ClaimedNotification {
  readonly language: Language;
  readonly nextAttemptAt: number;
  /** The group in which it may have arrived already. It goes again in that group or not at all. */
  readonly triedIn: number | null;
}

interface Head {
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
}

/** A message: one address, and all facts that the text needs. The first of its notifications names the group. */
export interface Addressed<Row extends ClaimedNotification> extends Head {
  readonly rows: NonEmpty<Row>;
  /** When it is given up, as `lapsesAt` has it. Left out: never. */
  readonly lapsesAt?: number;
}

/** The columns of a `WaitingRow` from notification `n`, with the language of recipient `r`. */
export const waitingColumns = `n.id,
  coalesce(${languageOfContact}, r.language, n.language) AS language, n.due_at AS dueAt,
  n.next_attempt_at AS nextAttemptAt, n.attempts, n.created_at AS createdAt,
  iif(n.ambiguous_attempts > 0, n.group_id, NULL) AS triedIn, n.said`;

/** The recipient to whom notification `n` goes: `r` of the customer's, or `p` of the operator's. */
export const recipientsOfBoth = `LEFT JOIN recipients r ON r.channel = n.channel
      AND r.address = n.recipient AND n.customer_id IS NOT NULL
    LEFT JOIN operator_recipients p ON p.channel = n.channel
      AND p.address = n.recipient AND n.customer_id IS NULL`;

/** For whom a notification is, and whose its address is now. */
export interface Meant {
  readonly channel: ChannelName;
  /** Null: for the operator. */
  readonly customerId: number | null;
  /** Null: it is no customer's. */
  readonly recipientOf: number | null;
  /** Whether it is the operator's, and all sites are told there. */
  readonly isForAllSites: boolean;
}

/** Whether a notification still goes to whom it was meant for. */
export function isRecipientMeant(row: Meant): boolean {
  if (row.customerId === null) return row.isForAllSites;
  return row.channel === 'log' || row.recipientOf === row.customerId;
}

/** The wanted rows among those that wait for one address; named as statements name them. */
export type WantedRows = {
  readonly channel: ChannelName;
  readonly address: string;
  /** Only rows that may be tried by then (epoch ms). */
  readonly until: number;
  readonly limit: number;
};

/**
 * The end of a statement that reads wanted notifications `n` of a kind.
 * @param kind in SQL
 */
export const whereWanted = (kind: string, order = 'n.due_at') => `
  WHERE n.status IN ('pending', 'sending') AND n.status = 'pending' AND n.channel = +$channel
    AND n.recipient = +$address AND n.kind = ${kind} AND n.next_attempt_at <= $until
  ORDER BY ${order}, n.id LIMIT +$limit`;

/** @template Row a waiting notification with all facts that decide what becomes of it, and what it says */
export interface OutboxKind<
  Row extends WaitingRow & DeliveryFacts,
  Message extends Addressed<ClaimedNotification>,
> {
  /** Reads what waits, in the order of due times. */
  readonly read: (wanted: WantedRows) => readonly Row[];
  /** Reads rows of other kinds that may go in one message with the first. */
  readonly readWith?: (first: Row, wanted: WantedRows) => readonly Row[];
  /** Makes one message of rows that are to be sent. */
  readonly compose: (message: Addressed<Row>) => Message;
}
