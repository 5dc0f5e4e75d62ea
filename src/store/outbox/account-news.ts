/** News of an account in the outbox: queued for its chats, and read for the delivery. */
import { and, eq, sql } from 'drizzle-orm';
import type { NewsFacts } from '../../domain/alerts/delivery.ts';
import type { AccountNews, QuestionId } from '../../domain/people/account-news.ts';
import type { Language } from '../../domain/states.ts';
import { readReachableRecipients } from '../alerts/recipients.ts';
import { isOwnersWord } from '../devices/join-requests.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { notifications } from '../engine/schema.ts';
import type { WaitingRow, WantedRows } from './outbox-rows.ts';

/** A chat of the messenger. */
interface Chat {
  readonly address: string;
  readonly language: Language;
}

function insertNews(
  store: Store,
  customerId: number,
  { address, language, turn = 0 }: Chat & { readonly turn?: number },
  news: AccountNews,
  nowMs: number,
): void {
  store.db
    .insert(notifications)
    .values({
      customerId,
      kind: 'account',
      channel: 'telegram',
      recipient: address,
      turn,
      language,
      details: news,
      dueAt: nowMs,
      nextAttemptAt: nowMs,
      createdAt: nowMs,
    })
    .run();
}

/**
 * Tells every chat of an account that can be reached. Where no messenger is configured there is none;
 * the audit log has it all.
 * @param except address of a chat that knows already
 */
export function queueNews(
  store: Store,
  customerId: number,
  news: AccountNews,
  nowMs: number,
  except?: string,
): void {
  for (const chat of readReachableRecipients(store, customerId, 'telegram')) {
    if (chat.address !== except) insertNews(store, customerId, chat, news, nowMs);
  }
}

/** Tells a chat that it belongs to the account no more. */
export function queueCutOff(store: Store, customerId: number, chat: Chat, nowMs: number): void {
  insertNews(store, customerId, chat, { type: 'cut-off' }, nowMs);
}

/** One waiting piece of news; booleans are 0/1. */
export interface NewsRow extends WaitingRow {
  readonly news: AccountNews;
  readonly account: string;
  readonly isCustomerActive: number;
  readonly isPhoneProven: number;
  readonly isChatTheirs: number;
  readonly isAnswered: number;
}

const waitingNews = perStore((store) =>
  store.sqlite.query<
    Omit<NewsRow, 'news'> & { readonly details: string },
    [address: string, until: number, limit: number]
  >(`
    SELECT n.id, coalesce(r.language, n.language) AS language, n.due_at AS dueAt,
      n.next_attempt_at AS nextAttemptAt, n.attempts, n.details,
      coalesce(c.name, '') AS account, coalesce(c.is_active, 0) AS isCustomerActive,
      ${isOwnersWord} AS isPhoneProven,
      coalesce(r.customer_id = n.customer_id, 0) AS isChatTheirs,
      n.details ->> 'question' IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM join_requests j
          WHERE j.id = substr(n.details ->> 'question', 2) AND n.details ->> 'question' = 'j' || j.id
            AND j.customer_id = n.customer_id AND j.refused_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM activation_keys k
          WHERE k.ref = substr(n.details ->> 'question', 2) AND k.ref <> ''
            AND n.details ->> 'question' = 'k' || k.ref
            AND k.customer_id = n.customer_id AND k.standing = 'questioned') AS isAnswered
    FROM notifications n
    LEFT JOIN customers c ON c.id = n.customer_id
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    WHERE n.status IN ('pending', 'sending') AND n.status = 'pending' AND n.channel = 'telegram'
      AND n.recipient = ?1 AND n.kind = 'account' AND n.next_attempt_at <= ?2
    ORDER BY n.due_at, n.id
    LIMIT +?3`),
);

/** News that wait for one address, in the order in which they came about. */
export function readWaitingNews(store: Store, { address, until, limit }: WantedRows): NewsRow[] {
  return waitingNews(store)
    .all(address, until, limit)
    .map(({ details, ...row }) => ({ ...row, news: JSON.parse(details) }));
}

export function newsFactsOf(row: NewsRow): NewsFacts {
  return {
    kind: 'account',
    dueAt: row.dueAt,
    isCustomerActive: row.isCustomerActive === 1,
    isForChat: row.isChatTheirs === 1 || row.news.type === 'cut-off',
    isAnswered: row.isAnswered === 1,
  };
}

/** A message that asks something, as it went to one chat. */
export interface AskedChat extends Chat {
  readonly news: AccountNews;
  /** The messenger's own id of the message. */
  readonly messageId: string;
}

/** The messages in which the chats of an account were asked a question. */
export function readAskedChats(
  store: Store,
  customerId: number,
  question: QuestionId,
): AskedChat[] {
  return store.db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.customerId, customerId),
        eq(notifications.kind, 'account'),
        eq(notifications.status, 'sent'),
        sql`${notifications.details} ->> 'question' = ${question}`,
      ),
    )
    .all()
    .flatMap(({ recipient, language, details, externalId }) =>
      details === null || externalId === null
        ? []
        : [{ address: recipient, language, news: details, messageId: externalId }],
    );
}
