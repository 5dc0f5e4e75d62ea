/** What a kind of message does for the outbox, and what the rows of all kinds have. */
import type { DeliveryFacts } from '../../domain/alerts/delivery-facts.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import { languageOfContact } from '../alerts/contacts.ts';
import type { ClaimedMessage, ClaimedNotification, NonEmpty } from './claimed-message.ts';

/** The columns of every waiting notification. */
export interface WaitingRow {
  readonly id: number;
  readonly language: Language;
  readonly dueAt: number;
  readonly nextAttemptAt: number;
  readonly attempts: number;
  readonly createdAt: number;
  /** The group in which it may have arrived already. It goes again in that group or not at all. */
  readonly triedIn: number | null;
  /** As `ClaimedNotification` has it. */
  readonly said: string | null;
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

/** Which of the rows that wait for one address are wanted; named as statements name them. */
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

interface Head {
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
}

/** @template Row a waiting notification with all facts that decide what becomes of it */
export interface OutboxKind<
  Row extends WaitingRow & DeliveryFacts,
  Message extends ClaimedMessage = ClaimedMessage,
> {
  /** Reads what waits, in the order of due times. */
  readonly read: (wanted: WantedRows) => readonly Row[];
  /** What else may go in one message with the first of it, though it is of another kind. */
  readonly readWith?: (first: Row, wanted: WantedRows) => readonly Row[];
  /** Makes one message of rows that are to be sent. */
  readonly compose: (head: Head, rows: NonEmpty<Row>) => Message;
}

export function basicsOf({
  id,
  dueAt,
  attempts,
  createdAt,
  said,
}: WaitingRow): ClaimedNotification {
  return { id, dueAt, attempts, createdAt, said };
}

export function mapAll<From, To>(
  [first, ...rest]: NonEmpty<From>,
  map: (from: From) => To,
): NonEmpty<To> {
  return [map(first), ...rest.map(map)];
}
