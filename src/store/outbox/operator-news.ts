/** News of the service for the operator, in the outbox: queueing them, and reading them for the delivery. */
import type { OperatorFacts } from '../../domain/alerts/messages/operator.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import type { ClusterDetail } from '../../domain/system/cluster-problems.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import type { AreaNews, LastNews, OperatorNews } from '../../domain/system/operator-news.ts';
import { isProblem } from '../../domain/system/system-problems.ts';
import { type AreaOutageRow, findAreaOutage } from '../areas/area-outages.ts';
import { perStore, type Store } from '../engine/open.ts';
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
  /** Either this or `areaId` is set. */
  readonly problem: string | null;
  readonly areaId: number | null;
  /** 0/1. */
  readonly isOver: number;
  /** JSON. */
  readonly detail: string | null;
}

const told = `n.details ->> 'problem' AS problem, n.details ->> 'isOver' AS isOver,
  n.details ->> 'areaId' AS areaId, n.details -> 'detail' AS detail`;

const statements = perStore(({ sqlite }) => ({
  last: sqlite.query<
    Told & Pick<LastNews, 'id' | 'status' | 'queuedAt'>,
    [channel: ChannelName, address: string]
  >(`
    SELECT max(n.id) AS id, n.status, n.created_at AS queuedAt, ${told}
    FROM notifications n INDEXED BY notifications_operator
    WHERE n.kind = 'operator' AND n.channel = ? AND n.recipient = ? AND n.status <> 'superseded'
    GROUP BY n.details ->> 'problem'`),
  drop: sqlite.query<null, [id: number]>(`
    UPDATE notifications SET status = 'superseded', last_error = 'it has changed meanwhile'
    WHERE id = ? AND +status = 'pending'`),
  dropAreas: sqlite.query<null, []>(`
    UPDATE notifications INDEXED BY notifications_operator
    SET status = 'superseded', last_error = 'nobody looks for area outages any more'
    WHERE kind = 'operator' AND +status = 'pending' AND details ->> 'areaId' IS NOT NULL`),
  dropArea: sqlite.query<null, [areaId: number]>(`
    UPDATE notifications INDEXED BY notifications_operator
    SET status = 'superseded', last_error = 'it has changed meanwhile'
    WHERE kind = 'operator' AND +status = 'pending' AND details ->> 'areaId' = ?`),
  waiting: sqlite.query<WaitingRow & Told, WantedRows>(`
    SELECT n.id, n.language, n.due_at AS dueAt, n.next_attempt_at AS nextAttemptAt, n.attempts,
      n.created_at AS createdAt, iif(n.ambiguous_attempts > 0, n.group_id, NULL) AS triedIn, n.said, ${told}
    FROM notifications n
    ${whereWanted("'operator'")}`),
}));

/** The last news of each problem that an address was told, or is to be told. */
export function readLastNews(store: Store, { channel, address }: OperatorAddress): LastNews[] {
  return statements(store)
    .last.all(channel, address)
    .flatMap(({ problem, isOver, ...row }) =>
      // Another release may have stored names that this one does not know.
      problem !== null && isProblem(problem) ? [{ ...row, problem, isOver: isOver === 1 }] : [],
    );
}

/** Must run inside a transaction. */
export function queueOperatorNews(
  store: Store,
  { channel, address, language }: OperatorAddress & { readonly language: Language },
  details: OperatorNews | AreaNews,
  nowMs: number,
): void {
  queueMessage(store, { channel, address, language }, { kind: 'operator', details }, nowMs);
}

/** Drops news that wait. Must run inside a transaction. */
export function dropOperatorNews(store: Store, ids: readonly number[]): void {
  for (const id of ids) statements(store).drop.run(id);
}

/** An area outage that began, or is over, as its row has it now. */
export interface ToldArea {
  readonly area: AreaOutageRow;
  readonly isOver: boolean;
}

interface ClaimedOperatorNews extends ClaimedNotification {
  readonly news: OperatorNews | ToldArea;
}

/** For the operator: what is wrong with the service, and what no longer is. */
export interface OperatorMessage extends Addressed<ClaimedOperatorNews> {
  readonly kind: 'operator';
}

interface WaitingOperatorNews extends WaitingRow, OperatorFacts, ClaimedOperatorNews {}

/** News go oldest first. */
export function operatorMessages(store: Store): OutboxKind<WaitingOperatorNews, OperatorMessage> {
  return {
    read: (wanted) =>
      statements(store)
        .waiting.all(wanted)
        .flatMap(({ problem, isOver, areaId, detail, ...row }): WaitingOperatorNews[] => {
          const told = { ...row, kind: 'operator' } as const;
          const isEnd = isOver === 1;
          if (areaId === null) {
            if (problem === null || !isProblem(problem)) return [];
            const said = detail === null ? {} : { detail: JSON.parse(detail) as ClusterDetail };
            return [{ ...told, news: { problem, isOver: isEnd, ...said } }];
          }
          const area = findAreaOutage(store, areaId);
          return area === undefined ? [] : [{ ...told, news: { area, isOver: isEnd } }];
        }),
    compose: (message) => ({ ...message, kind: 'operator' }),
  };
}

/** Drops news that wait of an area outage that was none, or went into another. Inside a transaction. */
export function dropAreaNews(store: Store, areaId: number): void {
  statements(store).dropArea.run(areaId);
}

/** Drops all news of area outages that wait. Inside a transaction. */
export function dropAllAreaNews(store: Store): void {
  statements(store).dropAreas.run();
}
