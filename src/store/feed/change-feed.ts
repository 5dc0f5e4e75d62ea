/**
 * The source of the live stream: the rows added to the timeline and to the audit log, by id.
 *
 * Ids follow commits. SQLite has one writer at a time, which takes its ids from `sqlite_sequence` inside
 * its transaction (AUTOINCREMENT). So a row that becomes visible later has a higher id, whichever process
 * wrote it, and no id is given twice.
 */
import type {
  Cause,
  NotificationKind,
  NotificationStatus,
  TimelineEventType,
} from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';

/** The positions up to which, inclusive, every row is known. */
export interface FeedPosition {
  /** Row number of `events`. */
  readonly event: number;
  /** Row number of `audit_log`. */
  readonly audit: number;
}

export interface FeedEvent {
  readonly id: number;
  readonly eventType: TimelineEventType;
  readonly deviceRow: number | null;
  readonly deviceId: string | null;
  readonly siteName: string | null;
  /** Epoch ms. */
  readonly occurredAt: number;
  readonly outageId: number | null;
  /** The owner of the device when it happened. */
  readonly customerId: number | null;
  /** The customer who may see it: it happened to them, and the device has been theirs ever since. */
  readonly visibleTo: number | null;
}

const newestIds = perStore((store) =>
  store.sqlite.query<{ name: string; seq: number }, []>(
    "SELECT name, seq FROM sqlite_sequence WHERE name IN ('events', 'audit_log')",
  ),
);

/** The highest ids given so far; their rows may be gone. */
export function readNewestPosition(store: Store): FeedPosition {
  const rows = newestIds(store).all();
  const of = (table: string) => rows.find(({ name }) => name === table)?.seq ?? 0;
  return { event: of('events'), audit: of('audit_log') };
}

// The row id limits the work, whatever other index looks good to SQLite.
const selectEvents = `
  SELECT e.id, e.event_type AS eventType, e.device_row AS deviceRow, d.device_id AS deviceId,
    d.site_name AS siteName, e.occurred_at AS occurredAt, e.outage_id AS outageId,
    e.customer_id AS customerId,
    CASE WHEN e.customer_id = d.customer_id AND e.occurred_at >= d.owned_since
      THEN e.customer_id END AS visibleTo
  FROM events e NOT INDEXED LEFT JOIN devices d ON d.id = e.device_row
  WHERE e.id > ?1 AND e.id <= ?2 AND e.event_type <> 'HEARTBEAT'`;

type Range = [after: number, until: number, limit: number];

const eventsForwards = perStore((store) =>
  store.sqlite.query<FeedEvent, Range>(`${selectEvents} ORDER BY e.id LIMIT ?3`),
);
const eventsBackwards = perStore((store) =>
  store.sqlite.query<FeedEvent, Range>(`${selectEvents} ORDER BY e.id DESC LIMIT ?3`),
);

/** Timeline rows with ids in (after, until], without the hourly heartbeats; the first `limit`. */
export function readFeedEvents(
  store: Store,
  after: number,
  until: number,
  limit: number,
): FeedEvent[] {
  return eventsForwards(store).all(after, until, limit);
}

/** The last `limit` of the same range, oldest first. */
export function readLastFeedEvents(
  store: Store,
  after: number,
  until: number,
  limit: number,
): FeedEvent[] {
  return eventsBackwards(store).all(after, until, limit).reverse();
}

/** An entry of the audit log. */
export interface FeedChange {
  readonly id: number;
  /** Epoch ms. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** Customers whose data was changed. */
  readonly concerns: readonly number[];
}

interface AuditRow extends Omit<FeedChange, 'concerns'> {
  readonly before: string | null;
  readonly after: string | null;
  /** Of the device, or the key, that the subject names. */
  readonly deviceOwner: number | null;
  readonly keyOwner: number | null;
}

const selectAudit = `
  SELECT a.id, a.at, a.actor, a.action, a.subject, a.before, a.after,
    d.customer_id AS deviceOwner, k.customer_id AS keyOwner
  FROM audit_log a
  LEFT JOIN devices d ON d.device_id = a.subject
  LEFT JOIN activation_keys k ON k.key_code = a.subject
  WHERE a.id > ?1 AND a.id <= ?2`;

const auditForwards = perStore((store) =>
  store.sqlite.query<AuditRow, Range>(`${selectAudit} ORDER BY a.id LIMIT ?3`),
);
const auditBackwards = perStore((store) =>
  store.sqlite.query<AuditRow, Range>(`${selectAudit} ORDER BY a.id DESC LIMIT ?3`),
);

/** Entries of the audit log with ids in (after, until]; the first `limit`. */
export function readFeedChanges(
  store: Store,
  after: number,
  until: number,
  limit: number,
): FeedChange[] {
  return auditForwards(store).all(after, until, limit).map(toChange);
}

/** The last `limit` of the same range, oldest first. */
export function readLastFeedChanges(
  store: Store,
  after: number,
  until: number,
  limit: number,
): FeedChange[] {
  return auditBackwards(store).all(after, until, limit).reverse().map(toChange);
}

function toChange(row: AuditRow): FeedChange {
  const { before, after, deviceOwner, keyOwner, ...change } = row;
  const named = [...customerNames(row.subject), ...customerNames(row.actor)];
  const kept = [...customerIds(before), ...customerIds(after)];
  const owners = [deviceOwner, keyOwner].flatMap((owner) => owner ?? []);
  return { ...change, concerns: [...new Set([...named, ...kept, ...owners])] };
}

/** Subjects and actors name a customer as `customer:17`. */
function customerNames(text: string): number[] {
  const id = /^customer:(\d{1,15})$/.exec(text)?.[1];
  return id === undefined ? [] : [Number(id)];
}

/** JSON as `before` and `after` have it; the field is found however deep it lies. */
function customerIds(json: string | null): number[] {
  return [...(json ?? '').matchAll(/"customer(?:Id|_id)":(\d{1,15})/g)].map(([, id]) => Number(id));
}

/** The rows that describe the state of a device. */
export interface StandingRow {
  readonly row: number;
  readonly customerId: number | null;
  /** The open outage, if any; then these are set. */
  readonly outageId: number | null;
  /** The owner of the device when the outage began. */
  readonly outageCustomerId: number | null;
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly acknowledgedAt: number | null;
}

const standings = perStore((store) =>
  store.sqlite.query<StandingRow, [rows: string]>(`
    SELECT d.id AS row, d.customer_id AS customerId, o.id AS outageId,
      o.customer_id AS outageCustomerId, o.cause, o.down_at AS downAt, o.recover_at AS recoverAt,
      o.acknowledged_at AS acknowledgedAt
    FROM devices d LEFT JOIN outages o ON o.device_row = d.id AND o.confirmed_at IS NULL
    WHERE d.id IN (SELECT value FROM json_each(?1))`),
);

/** @param rows of devices; deleted ones are left out */
export function readStandings(store: Store, rows: readonly number[]): StandingRow[] {
  return rows.length === 0 ? [] : standings(store).all(JSON.stringify(rows));
}

interface OwnedRow {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly ownedSince: number;
}

const ownedRows = perStore((store) =>
  store.sqlite.query<OwnedRow, [customerId: number]>(`
    SELECT id AS row, device_id AS deviceId, site_name AS siteName, owned_since AS ownedSince
    FROM devices WHERE customer_id = ?1`),
);

/** The present devices of a customer. */
export function readOwnedRows(store: Store, customerId: number): OwnedRow[] {
  return ownedRows(store).all(customerId);
}

export interface FeedNotification {
  readonly id: number;
  readonly outageId: number | null;
  readonly kind: NotificationKind;
  readonly status: NotificationStatus;
  /** The customer who may see it: it was for them, and the device is still theirs. */
  readonly visibleTo: number | null;
}

const notificationRows = perStore((store) =>
  store.sqlite.query<FeedNotification, [ids: string]>(`
    SELECT n.id, n.outage_id AS outageId, n.kind, n.status,
      CASE WHEN o.id IS NULL OR (o.customer_id = n.customer_id AND d.customer_id = n.customer_id)
        THEN n.customer_id END AS visibleTo
    FROM notifications n
    LEFT JOIN outages o ON o.id = n.outage_id
    LEFT JOIN devices d ON d.id = o.device_row
    WHERE n.id IN (SELECT value FROM json_each(?1)) ORDER BY n.id`),
);

/** The present state of notifications. */
export function readFeedNotifications(store: Store, ids: readonly number[]): FeedNotification[] {
  return ids.length === 0 ? [] : notificationRows(store).all(JSON.stringify(ids));
}
