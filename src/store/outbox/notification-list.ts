/** Notifications as the administrator sees them: what was said to whom, and what was not. */
import { and, count, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Language, NotificationKind, NotificationStatus } from '../../domain/states.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { devices, notifications, outages } from '../engine/schema.ts';
import type { Page } from '../people/customer-list.ts';
import type { ChannelName } from './outbox-rows.ts';

export interface NotificationQuery {
  /** `waiting`: pending or on its way; `undelivered`: failed, or waiting for a minute too long. */
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
  /** Of the outage; null for what is about none. */
  readonly deviceId: string | null;
  readonly siteName: string | null;
  readonly createdAt: number;
}

/** A message that waits for longer than this after it was due counts as undelivered. */
const overdueAfterMs = 60_000;

/**
 * One page of notifications, the last to be queued first.
 * @param nowMs epoch ms
 * @returns `total`: how many there are on all pages
 */
export function listNotifications(
  store: Store,
  query: NotificationQuery,
  { page, limit }: Page,
  nowMs: number,
): { readonly rows: ListedNotification[]; readonly total: number } {
  const where = whereNotifications(query, nowMs);
  const total =
    store.db.select({ total: count() }).from(notifications).where(where).get()?.total ?? 0;
  const offset = (page - 1) * limit;
  if (offset >= total) return { rows: [], total };
  const ids = store.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(where)
    // Ids are given in the order of time; each way is the one that has an index.
    .orderBy(
      ...(where === undefined ? [] : [desc(notifications.createdAt)]),
      desc(notifications.id),
    )
    .limit(limit)
    .offset(offset)
    .all()
    .map(({ id }) => id);
  return { rows: readListedNotifications(store, ids), total };
}

function whereNotifications(query: NotificationQuery, nowMs: number): SQL | undefined {
  const { filter, deviceId, customerId, outageId } = query;
  const isNarrowed = (deviceId ?? customerId ?? outageId) !== undefined;
  // With the `+` the index of all that have a status is not taken where there is a better one.
  const status = isNarrowed ? sql`+${notifications.status}` : sql`${notifications.status}`;
  return and(
    filter === 'all' ? undefined : whereFilter(filter, status, nowMs),
    deviceId === undefined
      ? undefined
      : sql`${notifications.outageId} IN (SELECT ${outages.id} FROM ${outages}
          JOIN ${devices} ON ${eq(devices.id, outages.deviceRow)}
          WHERE ${eq(devices.deviceId, deviceId)})`,
    customerId === undefined ? undefined : eq(notifications.customerId, customerId),
    outageId === undefined ? undefined : eq(notifications.outageId, outageId),
  );
}

function whereFilter(
  filter: Exclude<NotificationQuery['filter'], 'all'>,
  status: SQL,
  nowMs: number,
): SQL | undefined {
  switch (filter) {
    case 'undelivered':
      return and(
        inArray(status, ['failed', 'pending', 'sending']),
        or(eq(status, 'failed'), lt(notifications.dueAt, nowMs - overdueAfterMs)),
      );
    case 'waiting':
      return inArray(status, ['pending', 'sending']);
    case 'sent':
    case 'failed':
    case 'superseded':
      return eq(status, filter);
  }
}

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

const notificationsOfOutage = perStore((store) =>
  store.sqlite.query<ListedNotification, [outageId: number, limit: number]>(
    `${selectNotifications} WHERE n.outage_id = ? ORDER BY n.id DESC LIMIT ?`,
  ),
);

/** The newest notifications of an outage. */
export function readNotificationsOfOutage(
  store: Store,
  outageId: number,
  limit: number,
): ListedNotification[] {
  return notificationsOfOutage(store).all(outageId, limit);
}
