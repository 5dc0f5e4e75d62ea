/** News of an account in the outbox: queueing them, and reading them for the delivery. */
import { and, eq, sql } from 'drizzle-orm';
import { type ChannelsInUse, leadsToPeople } from '../../domain/alerts/channels.ts';
import type { NewsFacts } from '../../domain/alerts/delivery-facts.ts';
import type { AccountNews, QuestionId } from '../../domain/people/account-news.ts';
import {
  contactOfRecipient,
  type QuietRow,
  quietColumns,
  quietHoursOf,
  readKnownSites,
} from '../alerts/contacts.ts';
import type { ListedSite } from '../alerts/planned-times.ts';
import { type Recipient, readAllReachable, readReachableRecipients } from '../alerts/recipients.ts';
import { isOwnersWord } from '../devices/join-requests.ts';
import { perStore, type Store } from '../engine/open.ts';
import { type WaitingRow, type WantedRows, waitingColumns } from './outbox-rows.ts';
import { notifications } from './tables.ts';

/** A recipient of news. */
type Told = Pick<Recipient, 'channel' | 'address' | 'language'>;

function insertNews(
  store: Store,
  customerId: number,
  { channel, address, language, turn = 0 }: Told & { readonly turn?: number },
  news: AccountNews,
  nowMs: number,
): void {
  store.db
    .insert(notifications)
    .values({
      customerId,
      kind: 'account',
      channel,
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

type AddressOfRecipient = Pick<Recipient, 'channel' | 'address'>;

const isSame = (one: AddressOfRecipient, other: AddressOfRecipient | undefined) =>
  one.channel === other?.channel && one.address === other.address;

/** Who of an account's recipients hears of news. What is left out leaves nobody out. */
interface Audience {
  /** A recipient that already knows. */
  readonly except?: AddressOfRecipient | undefined;
  readonly only?: AddressOfRecipient | undefined;
  /** Row of the device whose site the news name: those that may know of it. */
  readonly site?: number | null | undefined;
}

/**
 * Queues news for every reachable recipient of an account. The audit log has the same facts for accounts
 * without recipients.
 */
export function queueNews(
  store: Store,
  customerId: number,
  news: AccountNews,
  nowMs: number,
  { except, only, site }: Audience = {},
): void {
  for (const recipient of readAllReachable(store, customerId)) {
    if (isSame(recipient, except) || (only !== undefined && !isSame(recipient, only))) continue;
    const known = site == null ? null : readKnownSites(store, recipient.recipientId);
    if (known !== null && !known.has(site ?? 0)) continue;
    insertNews(store, customerId, recipient, news, nowMs);
  }
}

/**
 * Queues the word of an announced outage, which is worth nothing later: channels that are not in use now are
 * left out. Each recipient hears of the sites that it may know of.
 * @param sites null: all of the customer's
 */
export function queueAnnounced(
  store: Store,
  customerId: number,
  news: Omit<Extract<AccountNews, { readonly planned: number }>, 'sites'>,
  sites: readonly Pick<ListedSite, 'row' | 'siteName'>[] | null,
  channels: ChannelsInUse,
  nowMs: number,
): void {
  if (!leadsToPeople(channels)) return;
  for (const recipient of readReachableRecipients(store, customerId, channels)) {
    const known = readKnownSites(store, recipient.recipientId);
    const told = sites?.filter(({ row }) => known?.has(row) ?? true) ?? [];
    if (sites !== null && told.length === 0) continue;
    const named = { ...news, sites: told.map(({ siteName }) => siteName) };
    insertNews(store, customerId, recipient, named, nowMs);
  }
}

/** What somebody made of an outage: acknowledged it, or withdrew that. */
type Answer = Extract<AccountNews, { readonly by: string; readonly site: string }>;

/**
 * Tells whoever was told of an outage what somebody made of it. Who was not told yet of the acknowledgement that is
 * withdrawn hears of neither.
 * @param by the audit log's name of who it was: their own chat knows
 */
export function queueAnswer(
  store: Store,
  outage: { readonly id: number; readonly customerId: number },
  answer: Omit<Answer, 'outage'>,
  nowMs: number,
  by: string,
): void {
  const isWithdrawn = answer.type === 'acknowledgement-withdrawn';
  for (const { isUnaware, ...told } of toldOf(store).all(outage.id)) {
    if (by === `bot:${told.address}` || (isWithdrawn && isUnaware === 1)) continue;
    insertNews(store, outage.customerId, told, { ...answer, outage: outage.id }, nowMs);
  }
}

const toldOf = perStore(({ sqlite }) =>
  sqlite.query<Told & { readonly turn: number; readonly isUnaware: number }, [outageId: number]>(`
    SELECT a.channel, a.recipient AS address, a.language, a.turn, EXISTS (SELECT 1 FROM notifications n
        WHERE n.recipient = a.recipient AND n.channel = a.channel AND n.kind = 'account'
          AND n.status IN ('pending', 'sending') AND n.status = 'pending' AND n.attempts = 0
          AND n.details ->> 'type' = 'acknowledged' AND n.details ->> 'outage' = ?1) AS isUnaware
    FROM notifications a
    WHERE a.outage_id = ?1 AND a.kind = 'alert' AND +a.status = 'sent' AND a.channel <> 'log'
      AND a.customer_id IS NOT NULL`),
);

/** Queues the news for a recipient that it no longer belongs to the account. */
export function queueCutOff(store: Store, customerId: number, left: Told, nowMs: number): void {
  insertNews(store, customerId, left, { type: 'cut-off' }, nowMs);
}

/** One waiting piece of news. Booleans are 0/1. */
export interface NewsRow extends WaitingRow, QuietRow {
  readonly news: AccountNews;
  readonly account: string;
  readonly isCustomerActive: number;
  /** Answers from the recipient count: it and the account have proven whose they are. */
  readonly mayAnswer: number;
  readonly isRecipientTheirs: number;
  readonly isAnswered: number;
  readonly isTakenBack: number;
  /** The acknowledgement it tells of was withdrawn, or given again, since; or reminders end with the outage. */
  readonly isOvertaken: number;
}

const waitingNews = perStore((store) =>
  store.sqlite.query<
    Omit<NewsRow, 'news'> & { readonly details: string },
    [channel: string, address: string, until: number, limit: number]
  >(`
    SELECT ${waitingColumns}, n.details, ${quietColumns},
      coalesce(c.name, '') AS account, coalesce(c.is_active, 0) AS isCustomerActive,
      ${isOwnersWord} AND coalesce(r.role = 'owner', 0) AS mayAnswer,
      coalesce(r.customer_id = n.customer_id, 0) AS isRecipientTheirs,
      n.details ->> 'type' = 'announced' AND NOT EXISTS (SELECT 1 FROM planned_times p
        WHERE p.id = n.details ->> 'planned' AND p.ended_at IS NULL
          AND p.starts_at = n.details ->> 'from' AND p.ends_at = n.details ->> 'to') AS isTakenBack,
      n.details ->> 'outage' IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM outages o WHERE o.id = n.details ->> 'outage'
          AND iif(n.details ->> 'type' = 'acknowledged', o.acknowledged_at IS NOT NULL,
            o.acknowledged_at IS NULL AND o.recover_at IS NULL AND o.confirmed_at IS NULL)) AS isOvertaken,
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
    LEFT JOIN contacts k ON k.id = ${contactOfRecipient}
    WHERE n.status IN ('pending', 'sending') AND n.status = 'pending'
      AND n.channel = +?1 AND n.recipient = +?2 AND n.kind = 'account' AND n.next_attempt_at <= ?3
    ORDER BY n.due_at, n.id
    LIMIT +?4`),
);

/** News that wait for one address, oldest first. */
export function readWaitingNews(
  store: Store,
  { channel, address, until, limit }: WantedRows,
): NewsRow[] {
  return waitingNews(store)
    .all(channel, address, until, limit)
    .map(({ details, ...row }) => ({ ...row, news: JSON.parse(details) }));
}

export function newsFactsOf(row: NewsRow): NewsFacts {
  return {
    kind: 'account',
    dueAt: row.dueAt,
    isCustomerActive: row.isCustomerActive === 1,
    isForRecipient: row.isRecipientTheirs === 1 || row.news.type === 'cut-off',
    isAnswered: row.isAnswered === 1,
    isTakenBack: row.isTakenBack === 1,
    isOvertaken: row.isOvertaken === 1,
    quietHours:
      row.news.type === 'acknowledged' || row.news.type === 'acknowledgement-withdrawn'
        ? quietHoursOf(row)
        : null,
  };
}

/** A question that was sent to one recipient. */
export interface AskedRecipient extends Told {
  readonly news: AccountNews;
  /** The messenger's own id of the message. */
  readonly messageId: string;
}

/** The messages that asked the recipients of an account a question. */
export function readAskedRecipients(
  store: Store,
  customerId: number,
  question: QuestionId,
): AskedRecipient[] {
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
    .flatMap(({ channel, recipient, language, details, externalId }) =>
      details === null || !('type' in details) || externalId === null
        ? []
        : [{ channel, address: recipient, language, news: details, messageId: externalId }],
    );
}
