/** The operator's list of notifications. */
import { and, type SQL, sql } from 'drizzle-orm';
import type { ChannelName } from '../../domain/states.ts';
import {
  type Language,
  type NotificationKind,
  type NotificationStatus,
  notificationKinds,
} from '../../domain/states.ts';
import { finish, type Steps } from '../../domain/steps.ts';
import {
  type Counted,
  type FoundRows,
  findRows,
  type Line,
  mostFound,
  pageOf,
  type Way,
} from '../engine/index-walk.ts';
import { perStore, type Store } from '../engine/open.ts';
import { selectRows } from '../engine/plain-sql.ts';
import type { Page } from '../engine/row-walk.ts';
import { findDeviceRow } from '../fleet/device-changes.ts';

interface NotificationQuery {
  /** `waiting`: pending or on its way. `undelivered`: failed, or due for more than a minute. */
  readonly filter: 'all' | 'undelivered' | 'waiting' | 'sent' | 'failed' | 'superseded';
  readonly deviceId?: string | undefined;
  readonly customerId?: number | undefined;
  readonly outageId?: number | undefined;
}

export interface ListedNotification {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly sequence: number;
  readonly status: NotificationStatus;
  readonly channel: ChannelName;
  readonly recipient: string;
  readonly language: Language;
  /** Epoch ms, as all times here. */
  readonly dueAt: number;
  readonly nextAttemptAt: number;
  readonly sentAt: number | null;
  readonly attempts: number;
  readonly ambiguousAttempts: number;
  readonly lastError: string | null;
  readonly outageId: number | null;
  readonly customerId: number | null;
  readonly customerName: string | null;
  /** The device of the outage. Null: the notification is about no outage. */
  readonly deviceId: string | null;
  readonly siteName: string | null;
  readonly createdAt: number;
}

/** A message that has been due for longer than this counts as undelivered. */
const overdueAfterMs = 60_000;

/**
 * One page of notifications, the last queued first, and the number on all pages as far as they are
 * counted.
 * @param nowMs epoch ms
 */
export function* listNotifications(
  store: Store,
  query: NotificationQuery,
  page: Page,
  nowMs: number,
): Steps<Counted & { readonly rows: ListedNotification[] }> {
  const { ids, isCapped } = yield* findNotifications(store, query, nowMs);
  const rows = readListedNotifications(store, pageOf(ids, page));
  return { rows, total: ids.length, isCapped };
}

function findNotifications(
  store: Store,
  query: NotificationQuery,
  nowMs: number,
): Steps<FoundRows> {
  const { filter, deviceId, customerId, outageId } = query;
  const where = whereNotifications(query, nowMs);
  if (outageId !== undefined) return findOfOutage(store, outageId, where);
  if (deviceId !== undefined) return findOfDevice(store, deviceId, where);
  const line = (at: 'id' | 'created_at') => ({ table: 'notifications', at }) as const;
  if (customerId !== undefined) {
    const way = { index: 'notifications_customer', where: sql`t.customer_id = ${customerId}` };
    return findRows(store, line('created_at'), [way], { where });
  }
  // Ids are in the order of time.
  if (filter === 'all') return findRows(store, line('id'), [{ index: null }]);
  const ways = statusesOf[filter].map((status) => ({
    index: 'notifications_status',
    where: sql`t.status = ${status}`,
  }));
  return findRows(store, line('created_at'), ways, { where });
}

const sequenceLine: Line = { table: 'notifications', at: 'sequence' };

/** One way for each kind, as the index begins with outage and kind. */
function waysOfOutage(outageId: number): Way[] {
  return notificationKinds.map((kind) => ({
    index: 'notifications_once',
    where: sql`t.outage_id = ${outageId} AND t.kind = ${kind}`,
  }));
}

function* findOfOutage(store: Store, outageId: number, where: SQL | undefined): Steps<FoundRows> {
  const ways = waysOfOutage(outageId);
  const { ids, isCapped } = yield* findRows(store, sequenceLine, ways, { where });
  return { ids: newestFirst(ids), isCapped };
}

/** Outages whose notifications are looked up in one step. */
const outagesPerStep = 100;

/** Walks the device's outages from the latest down. Messages of an earlier outage are older. */
function* findOfDevice(store: Store, deviceId: string, where: SQL | undefined): Steps<FoundRows> {
  const device = findDeviceRow(store, deviceId);
  const way = { index: 'outages_device', where: sql`t.device_row = ${device?.id ?? 0}` };
  const outages = yield* findRows(store, { table: 'outages', at: 'down_at' }, [way]);
  let ids: number[] = [];
  for (let at = 0; at < outages.ids.length && ids.length <= mostFound; at += outagesPerStep) {
    const some = JSON.stringify(outages.ids.slice(at, at + outagesPerStep));
    const limit = mostFound + 1 - ids.length;
    const found = selectRows<{ id: number }>(
      store,
      sql`SELECT t.id FROM notifications t INDEXED BY notifications_once
        WHERE ${and(sql`t.outage_id IN (SELECT value FROM json_each(${some}))`, where)}
        LIMIT ${limit}`,
    );
    ids = ids.concat(found.map(({ id }) => id));
    yield;
  }
  return { ids: newestFirst(ids.slice(0, mostFound)), isCapped: ids.length > mostFound };
}

function newestFirst(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => b - a);
}

function whereNotifications(query: NotificationQuery, nowMs: number): SQL | undefined {
  const { filter, customerId } = query;
  return and(
    filter === 'all' ? undefined : sql`t.status IN ${statusesOf[filter]}`,
    filter === 'undelivered'
      ? sql`(t.status = 'failed' OR t.due_at < ${nowMs - overdueAfterMs})`
      : undefined,
    customerId === undefined ? undefined : sql`t.customer_id = ${customerId}`,
  );
}

const statusesOf: Readonly<
  Record<Exclude<NotificationQuery['filter'], 'all'>, readonly NotificationStatus[]>
> = {
  undelivered: ['failed', 'pending', 'sending'],
  waiting: ['pending', 'sending'],
  sent: ['sent'],
  failed: ['failed'],
  superseded: ['superseded'],
};

const selectNotifications = `
  SELECT n.id, n.kind, n.sequence, n.status, n.channel, n.recipient, n.language,
    n.due_at AS dueAt, n.next_attempt_at AS nextAttemptAt, n.sent_at AS sentAt, n.attempts,
    n.ambiguous_attempts AS ambiguousAttempts, n.last_error AS lastError,
    n.outage_id AS outageId, n.customer_id AS customerId, c.name AS customerName,
    d.device_id AS deviceId, d.site_name AS siteName, n.created_at AS createdAt
  FROM notifications n
  LEFT JOIN customers c ON c.id = n.customer_id
  LEFT JOIN outages o ON o.id = n.outage_id
  LEFT JOIN devices d ON d.id = o.device_row`;

const notificationsById = perStore((store) =>
  store.sqlite.query<ListedNotification, [ids: string]>(
    `${selectNotifications} WHERE n.id IN (SELECT value FROM json_each(?)) ORDER BY n.id DESC`,
  ),
);

function readListedNotifications(store: Store, ids: readonly number[]): ListedNotification[] {
  return notificationsById(store).all(JSON.stringify(ids));
}

export function findListedNotification(store: Store, id: number): ListedNotification | undefined {
  return readListedNotifications(store, [id])[0];
}

/** The newest notifications of an outage. */
export function readNotificationsOfOutage(
  store: Store,
  outageId: number,
  limit: number,
): ListedNotification[] {
  // A sequence counts within a kind: a recovery has a lower one than the reminders before it.
  const ids = waysOfOutage(outageId).flatMap(
    (way) => finish(findRows(store, sequenceLine, [way], {}, {}, limit)).ids,
  );
  return readListedNotifications(store, newestFirst(ids).slice(0, limit));
}
