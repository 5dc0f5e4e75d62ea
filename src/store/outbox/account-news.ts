/** News of an account in the outbox: queueing them, and reading them for the delivery. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type ChannelsInUse, leadsToPeople } from '../../domain/alerts/channels.ts';
import type { NewsFacts } from '../../domain/alerts/messages/account.ts';
import {
  type AccountNews,
  isQuestion,
  type Question,
  type QuestionId,
} from '../../domain/people/account-news.ts';
import {
  contactOfRecipient,
  type QuietRow,
  quietColumns,
  quietHoursOf,
  readKnownSites,
} from '../alerts/contacts.ts';
import type { ListedSite } from '../alerts/planned-times.ts';
import { type Recipient, readAllReachable, readReachableRecipients } from '../alerts/recipients.ts';
import { outages, plannedTimes } from '../alerts/tables.ts';
import { findOpenQuestion, isOwnersWord } from '../devices/join-requests.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readStored, type Stored } from '../engine/stored.ts';
import {
  type Addressed,
  type ClaimedNotification,
  type OutboxKind,
  queueMessage,
  type WaitingRow,
  type WantedRows,
  waitingColumns,
  whereWanted,
} from './outbox-kind.ts';
import { notifications } from './tables.ts';

type Announced = Extract<AccountNews, { readonly planned: number }>;

/** A recipient of news. */
type Told = Pick<Recipient, 'channel' | 'address' | 'language'>;

function insertNews(
  store: Store,
  customerId: number,
  { channel, address, language, turn = 0 }: Told & { readonly turn?: number },
  details: AccountNews,
  nowMs: number,
): void {
  const to = { channel, address, language, turn };
  queueMessage(store, to, { kind: 'account', customerId, details }, nowMs);
}

type AddressOfRecipient = Pick<Recipient, 'channel' | 'address'>;

const isSame = (one: AddressOfRecipient, other: AddressOfRecipient | undefined) =>
  one.channel === other?.channel && one.address === other.address;

/** The recipients of an account that hear of news. A field that is left out leaves nobody out. */
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
  news: Omit<Announced, 'sites'>,
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

/** An answer to an outage: acknowledged, or withdrawn. */
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

interface ClaimedNews extends ClaimedNotification {
  readonly news: AccountNews;
}

export interface NewsMessage extends Addressed<ClaimedNews> {
  readonly kind: 'account';
  /** The name of the account. */
  readonly account: string;
  /** Whether answers from there count: it and the account have proven whose they are. */
  readonly mayAnswer: boolean;
}

interface Row extends WaitingRow, QuietRow {
  /** As JSON. */
  readonly details: string;
  readonly customerId: number;
  readonly account: string;
  readonly isCustomerActive: boolean;
  readonly isRecipientTheirs: boolean;
  /** Whether answers from there count: it and the account have proven whose they are. */
  readonly mayAnswer: boolean;
}

interface WaitingNews extends Row, NewsFacts {
  readonly news: AccountNews;
}

const waitingNews = perStore((store) =>
  store.sqlite.query<Stored<Row>, WantedRows>(`
    SELECT ${waitingColumns}, n.details, ${quietColumns},
      coalesce(c.name, '') AS account, coalesce(c.is_active, 0) AS isCustomerActive,
      ${isOwnersWord} AND coalesce(r.role = 'owner', 0) AS mayAnswer,
      coalesce(r.customer_id = n.customer_id, 0) AS isRecipientTheirs, n.customer_id AS customerId
    FROM notifications n
    LEFT JOIN customers c ON c.id = n.customer_id
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    LEFT JOIN contacts k ON k.id = ${contactOfRecipient}
    ${whereWanted("'account'")}`),
);

function isAnswered(store: Store, customerId: number, { question }: Question): boolean {
  return findOpenQuestion(store, customerId, question) === undefined;
}

function isTakenBack(store: Store, { planned, from, to }: Announced): boolean {
  const isAsSaid = and(
    eq(plannedTimes.id, planned),
    isNull(plannedTimes.endedAt),
    eq(plannedTimes.startsAt, from),
    eq(plannedTimes.endsAt, to),
  );
  return (
    store.db.select({ id: plannedTimes.id }).from(plannedTimes).where(isAsSaid).get() === undefined
  );
}

function isAnswer(news: AccountNews): news is Answer {
  return news.type === 'acknowledged' || news.type === 'acknowledgement-withdrawn';
}

/** The acknowledgement was withdrawn, or given again, since; or reminders end with the outage. */
function isOvertaken(store: Store, { type, outage: id }: Answer): boolean {
  // Earlier releases did not say which outage it was.
  if (id === undefined) return false;
  const outage = store.db.select().from(outages).where(eq(outages.id, id)).get();
  if (outage === undefined) return true;
  const { acknowledgedAt, recoverAt, confirmedAt } = outage;
  if (type === 'acknowledged') return acknowledgedAt === null;
  return acknowledgedAt !== null || recoverAt !== null || confirmedAt !== null;
}

/** News go oldest first. */
export function newsMessages(store: Store): OutboxKind<WaitingNews, NewsMessage> {
  return {
    read: (wanted) =>
      waitingNews(store)
        .all(wanted)
        .map(readStored<Row>)
        .map((row) => {
          const news = JSON.parse(row.details) as AccountNews;
          return {
            ...row,
            kind: 'account',
            news,
            isForRecipient: row.isRecipientTheirs || news.type === 'cut-off',
            isQuestion: isQuestion(news),
            isAnswered: isQuestion(news) && isAnswered(store, row.customerId, news),
            isTakenBack: news.type === 'announced' && isTakenBack(store, news),
            isOvertaken: isAnswer(news) && isOvertaken(store, news),
            quietHours: isAnswer(news) ? quietHoursOf(row) : null,
          };
        }),
    compose: (message) => {
      const [{ account, mayAnswer }] = message.rows;
      return { ...message, kind: 'account', account, mayAnswer };
    },
  };
}

/** A question that was sent to one recipient. */
interface AskedRecipient extends Told {
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
