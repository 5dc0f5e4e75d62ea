/** Messages to people who follow an area of the public page: queueing them, and reading them for the delivery. */
import type { StatusFacts } from '../../domain/alerts/messages/status.ts';
import type { StatusKind, StatusNews, ToldStatus } from '../../domain/fleet/status-news.ts';
import { perStore, type Store } from '../engine/open.ts';
import { markDeleted } from '../engine/sweep-file.ts';
import type { Subscription } from '../fleet/status-subscriptions.ts';
import {
  type Addressed,
  type ClaimedNotification,
  type OutboxKind,
  queueMessage,
  type WaitingRow,
  type WantedRows,
  whereWanted,
} from './outbox-kind.ts';

interface Told {
  readonly says: StatusNews['says'];
  readonly area: string;
  /** 0/1. */
  readonly isEnd: number;
  /** Null, as the times: it tells of no outage, or the page has it no longer. */
  readonly kind: StatusKind | null;
  readonly beganAt: number;
  readonly endedAt: number | null;
  /** 0/1. */
  readonly isShown: number;
  /** 0/1. */
  readonly isFollowed: number;
}

const statements = perStore(({ sqlite }) => ({
  queue: sqlite.query<null, [details: string, nowMs: number, area: string]>(`
    INSERT INTO notifications
      (kind, channel, recipient, language, details, due_at, next_attempt_at, created_at)
    SELECT 'status', channel, address, language, ?1, ?2, ?2, ?2
    FROM status_subscriptions WHERE area = ?3`),
  // What is told of an outage is what the public page says of it when the message goes.
  waiting: sqlite.query<WaitingRow & Told, WantedRows>(`
    SELECT n.id, n.language, n.due_at AS dueAt, n.next_attempt_at AS nextAttemptAt, n.attempts,
      n.created_at AS createdAt, iif(n.ambiguous_attempts > 0, n.group_id, NULL) AS triedIn, n.said,
      n.details ->> 'says' AS says, coalesce(o.area, n.details ->> 'area', '') AS area,
      coalesce(n.details ->> 'isOver', 0) AS isEnd,
      o.kind, o.began_at AS beganAt, o.ended_at AS endedAt,
      EXISTS (SELECT 1 FROM status_areas a WHERE a.area = n.details ->> 'area') AS isShown,
      EXISTS (SELECT 1 FROM status_subscriptions s
        WHERE s.channel = n.channel AND s.address = n.recipient AND s.area = o.area) AS isFollowed
    FROM notifications n
    LEFT JOIN status_outages o ON o.id = n.details ->> 'outage'
    ${whereWanted("'status'")}`),
  forget: sqlite.query<null, [channel: string, address: string]>(`
    DELETE FROM notifications INDEXED BY notifications_follower
    WHERE kind = 'status' AND channel = ?1 AND recipient = ?2`),
  find: sqlite.query<unknown, []>(`
    SELECT 1 FROM notifications INDEXED BY notifications_status_news
    WHERE kind = 'status' AND created_at >= 0 LIMIT 1`),
  forgetAll: sqlite.query<null, []>(`
    DELETE FROM notifications INDEXED BY notifications_status_news
    WHERE kind = 'status' AND created_at >= 0`),
  prune: sqlite.query<null, [before: number]>(`
    DELETE FROM notifications INDEXED BY notifications_status_news
    WHERE kind = 'status' AND created_at < ?1 AND +status NOT IN ('pending', 'sending')`),
}));

/** For everybody who follows the area. Must run inside a transaction. */
export function queueStatusNews(store: Store, area: string, news: StatusNews, nowMs: number): void {
  statements(store).queue.run(JSON.stringify(news), nowMs, area);
}

/** Asks whether somebody there will follow the area. Must run inside a transaction. */
export function queueStatusQuestion(
  store: Store,
  { channel, address, area, language }: Subscription,
  nowMs: number,
): void {
  const details: StatusNews = { says: 'question', area };
  queueMessage(store, { channel, address, language }, { kind: 'status', details }, nowMs);
}

interface ClaimedStatus extends ClaimedNotification {
  readonly news: ToldStatus;
}

/** For whoever follows an area of the public page. */
export interface StatusMessage extends Addressed<ClaimedStatus> {
  readonly kind: 'status';
}

interface WaitingStatus extends WaitingRow, StatusFacts, ClaimedStatus {}

/** Messages for one address go oldest first. */
export function statusMessages(store: Store): OutboxKind<WaitingStatus, StatusMessage> {
  return {
    read: (wanted) =>
      statements(store)
        .waiting.all(wanted)
        .map(({ says, area, isEnd, kind, beganAt, endedAt, isShown, isFollowed, ...row }) => {
          const waiting = { ...row, kind: 'status' } as const;
          if (says !== 'outage') {
            const isQuestion = says === 'question';
            return {
              ...waiting,
              news: { says, area },
              isWanted: says === 'left' || isShown === 1,
              isOver: false,
              isQuestion,
              isSpent: isQuestion && wanted.channel === 'webpush' && row.attempts > 0,
            };
          }
          const outage = { kind: kind ?? 'silent', beganAt, endedAt };
          return {
            ...waiting,
            news: { says, area, isOver: isEnd === 1, outage },
            isWanted: kind !== null && isFollowed === 1,
            // Its beginning is no news once it has ended.
            isOver: isEnd !== 1 && endedAt !== null,
            isQuestion: false,
            isSpent: false,
          };
        }),
    compose: (message) => ({ ...message, kind: 'status' }),
  };
}

/** Leaves nothing of what an address was sent. Inside a transaction. @returns the number of messages */
export function forgetStatusNews(store: Store, channel: string, address: string): number {
  return statements(store).forget.run(channel, address).changes;
}

/** Whether anything of such messages is kept. */
export function hasStatusNews(store: Store): boolean {
  return statements(store).find.get() !== null;
}

/** Leaves nothing of what anybody was sent. Inside a transaction. */
export function forgetAllStatusNews(store: Store): void {
  statements(store).forgetAll.run();
  markDeleted(store);
}

/** Deletes what became of its messages, with the addresses. Inside a transaction. */
export function pruneStatusNews(store: Store, before: number): void {
  if (statements(store).prune.run(before).changes > 0) markDeleted(store);
}
