/** How notifications of each kind are read and grouped. All kinds go through the outbox alike. */

import type { DeliveryFacts } from '../../domain/alerts/delivery-facts.ts';
import { monthText } from '../../domain/alerts/digest.ts';
import type { GroupingFacts } from '../../domain/alerts/grouping.ts';
import { plannedAt } from '../../domain/alerts/planned-time.ts';
import { isQuestion } from '../../domain/people/account-news.ts';
import {
  type ChannelName,
  type Language,
  type OutageKind,
  outageKinds,
} from '../../domain/states.ts';
import { readPlannedTimes } from '../alerts/planned-times.ts';
import { readNearby } from '../areas/area-outages.ts';
import type { Store } from '../engine/open.ts';
import { type NewsRow, newsFactsOf, readWaitingNews } from './account-news.ts';
import type { ClaimedMessage, ClaimedNotification, NonEmpty } from './claimed-message.ts';
import { type DigestRow, digestFactsOf, readWaitingDigests } from './digests.ts';
import { type ExpiryRow, expiryFactsOf, readWaitingExpiries } from './expiring-keys.ts';
import { type OperatorRow, operatorFactsOf, readWaitingOperatorNews } from './operator-news.ts';
import {
  type AwaitBoard,
  type OutageRow,
  outageFactsOf,
  outageTimesOf,
  readWaitingOutages,
  type WaitingRow,
  type WantedRows,
} from './outbox-rows.ts';
import { readWaitingStatusNews, type StatusRow, statusFactsOf } from './status-news.ts';
import { readTestedSites, readWaitingTests, type TestRow, testFactsOf } from './test-alerts.ts';

interface Head {
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
}

/** @template Row a waiting notification with all facts that decide what becomes of it */
export interface OutboxKind<Row extends WaitingRow> {
  /** Reads what waits, in the order of due times. */
  readonly read: (wanted: WantedRows) => readonly Row[];
  readonly factsOf: (row: Row) => DeliveryFacts;
  readonly groupingOf: (row: Row) => GroupingFacts;
  /** What else may go in one message with the first of it, though it is of another kind. */
  readonly readWith?: (head: Row, wanted: WantedRows) => readonly Row[];
  /** Makes one message of rows that are to be sent. */
  readonly compose: (head: Head, rows: NonEmpty<Row>) => ClaimedMessage;
}

export function outageNotifications(
  store: Store,
  kind: OutageKind,
  now: number,
  timezone: string,
  awaitBoard: AwaitBoard,
): OutboxKind<OutageRow> {
  return {
    read: (wanted) => readWaitingOutages(store, kind, wanted, now),
    factsOf: (row) => outageFactsOf(store, row, awaitBoard),
    groupingOf: (row) => ({
      ...{ kind: row.kind, dueAt: Math.min(row.dueAt, row.nextAttemptAt), outage: row },
      isHeld: row.quietUntil !== null,
    }),
    readWith: (head, wanted) =>
      head.quietUntil === null
        ? []
        : outageKinds
            .filter((other) => other !== kind)
            .flatMap((other) => readWaitingOutages(store, other, wanted, now)),
    compose: (head, rows) => ({
      ...head,
      kind,
      isSummary: rows[0].quietUntil !== null,
      mayMute: rows[0].mayMute === 1,
      rows: mapAll(rows, (row) => ({
        ...basicsOf(row),
        kind: row.kind,
        siteName: row.siteName ?? '',
        deviceId: row.deviceId ?? '',
        isAsleep: row.isAsleep === 1,
        announcedUntil: announcedUntil(store, row, timezone),
        nearby: row.outageId === null ? null : readNearby(store, row.outageId),
        outage: {
          id: row.outageId ?? 0,
          ...outageTimesOf(row),
          startKnown: row.startKnown,
          flaps: row.flaps,
        },
      })),
    }),
  };
}

function announcedUntil(store: Store, row: OutageRow, timezone: string): number | null {
  const planned = readPlannedTimes(store, row, row.downAt);
  return plannedAt(planned, 'announced', row.downAt, timezone)?.toAt ?? null;
}

export function testNotifications(store: Store, now: number): OutboxKind<TestRow> {
  return {
    read: (wanted) => readWaitingTests(store, wanted),
    factsOf: testFactsOf,
    groupingOf: ({ dueAt }) => ({ kind: 'test', dueAt }),
    compose: (head, rows) => ({
      ...head,
      kind: 'test',
      rows: mapAll(rows, basicsOf),
      sites: readTestedSites(store, rows[0], now),
    }),
  };
}

export function expiryNotifications(store: Store): OutboxKind<ExpiryRow> {
  return {
    read: (wanted) => readWaitingExpiries(store, wanted),
    factsOf: expiryFactsOf,
    groupingOf: ({ dueAt }) => ({ kind: 'key-expiry', dueAt }),
    compose: (head, rows) => ({
      ...head,
      kind: 'key-expiry',
      rows: mapAll(rows, (row) => ({
        ...basicsOf(row),
        keyCode: row.keyCode,
        siteName: row.siteName ?? '',
        deviceId: row.deviceId,
        expiresAt: row.toldExpiresAt,
      })),
    }),
  };
}

export function newsNotifications(store: Store): OutboxKind<NewsRow> {
  return {
    read: (wanted) => readWaitingNews(store, wanted),
    factsOf: newsFactsOf,
    groupingOf: ({ dueAt, news }) => ({ kind: 'account', dueAt, isQuestion: isQuestion(news) }),
    compose: (head, rows) => ({
      ...head,
      kind: 'account',
      rows: mapAll(rows, (row) => ({ ...basicsOf(row), news: row.news })),
      account: rows[0].account,
      mayAnswer: rows[0].mayAnswer === 1,
    }),
  };
}

export function operatorNotifications(store: Store): OutboxKind<OperatorRow> {
  return {
    read: (wanted) => readWaitingOperatorNews(store, wanted),
    factsOf: operatorFactsOf,
    groupingOf: ({ dueAt }) => ({ kind: 'operator', dueAt }),
    compose: (head, rows) => ({
      ...head,
      kind: 'operator',
      rows: mapAll(rows, (row) => ({ ...basicsOf(row), news: row.news })),
    }),
  };
}

export function statusNotifications(store: Store): OutboxKind<StatusRow> {
  return {
    read: (wanted) => readWaitingStatusNews(store, wanted),
    factsOf: statusFactsOf,
    groupingOf: ({ dueAt, news }) => ({
      kind: 'status',
      dueAt,
      isQuestion: news.says === 'question',
    }),
    compose: (head, rows) => ({
      ...head,
      kind: 'status',
      rows: mapAll(rows, (row) => ({ ...basicsOf(row), news: row.news })),
    }),
  };
}

export function digestNotifications(store: Store): OutboxKind<DigestRow> {
  return {
    read: (wanted) => readWaitingDigests(store, wanted),
    factsOf: digestFactsOf,
    groupingOf: ({ dueAt }) => ({ kind: 'digest', dueAt }),
    compose: (head, rows) => ({
      ...{ ...head, kind: 'digest', rows: mapAll(rows, basicsOf) },
      ...{ customerId: rows[0].customerId, recipientId: rows[0].recipientId },
      month: monthText(rows[0].number),
    }),
  };
}

function basicsOf({ id, dueAt, attempts, createdAt, said }: WaitingRow): ClaimedNotification {
  return { id, dueAt, attempts, createdAt, said };
}

function mapAll<From, To>([first, ...rest]: NonEmpty<From>, map: (from: From) => To): NonEmpty<To> {
  return [map(first), ...rest.map(map)];
}
