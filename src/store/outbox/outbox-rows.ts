/**
 * What the outbox holds, read for the delivery: who has something due, and notifications of outages
 * with all that decides what becomes of them. Tests are read in test-alerts.ts, ends of keys in
 * expiring-keys.ts, news of accounts in account-news.ts.
 */
import { lastTurn, type OutageFacts, type OutageTimes } from '../../domain/alerts/delivery.ts';
import type {
  Cause,
  ChannelName,
  Language,
  NotificationKind,
  OutageKind,
} from '../../domain/states.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';

/** Each of them is one step down the index, so that what waits behind is never walked. */
const turns = Array.from({ length: lastTurn + 1 }, (_, turn) => turn).join();

const dueRows = perStore((store) =>
  store.sqlite.query<
    { id: number; recipient: string },
    [channel: string, kind: string, now: number, blocked: string]
  >(`
    SELECT id, recipient FROM notifications INDEXED BY notifications_turn
    WHERE status = 'pending' AND channel = ?1 AND kind = ?2 AND turn IN (${turns})
      AND next_attempt_at <= ?3 AND recipient NOT IN (SELECT value FROM json_each(?4))
    ORDER BY turn, next_attempt_at`),
);

/**
 * Addresses with something due of one kind: the first of all customers, then the second ones,
 * and so on, among them those waiting longest first. So nobody waits for the many recipients of another.
 * @param held rows that do not count
 * @param now epoch ms
 */
export function findDueAddresses(
  store: Store,
  wanted: {
    readonly channel: ChannelName;
    readonly kind: NotificationKind;
    readonly limit: number;
    readonly without: ReadonlySet<string>;
    readonly held: ReadonlySet<number>;
  },
  now: number,
): readonly string[] {
  const { channel, kind, limit, without, held } = wanted;
  const found = new Set<string>();
  const rows = dueRows(store).iterate(channel, kind, now, JSON.stringify([...without]));
  for (const row of rows) {
    if (held.has(row.id)) continue;
    found.add(row.recipient);
    if (found.size >= limit) break;
  }
  return [...found];
}

/** What every waiting notification has, whatever it speaks of. */
export interface WaitingRow {
  readonly id: number;
  readonly language: Language;
  readonly dueAt: number;
  readonly nextAttemptAt: number;
  readonly attempts: number;
  readonly createdAt: number;
  /** The group in which it may have arrived already; it goes again in that one or not at all. */
  readonly triedIn: number | null;
}

/** The columns of notification `n` that a `WaitingRow` has, the language of recipient `r` among them. */
export const waitingColumns = `n.id, coalesce(r.language, n.language) AS language, n.due_at AS dueAt,
  n.next_attempt_at AS nextAttemptAt, n.attempts, n.created_at AS createdAt,
  iif(n.ambiguous_attempts > 0, n.group_id, NULL) AS triedIn`;

/** What waits for one address is asked for. */
export interface WantedRows {
  readonly channel: ChannelName;
  readonly address: string;
  /** Only what may be tried by then; epoch ms. */
  readonly until: number;
  /** Asked for behind a plus (`LIMIT +?`), or the statement would be planned anew every time. */
  readonly limit: number;
}

/** One waiting notification of an outage; booleans are 0/1. */
export interface OutageRow extends WaitingRow {
  readonly kind: OutageKind;
  readonly outageId: number | null;
  readonly cause: Cause;
  readonly startKnown: 'reported' | 'heartbeat' | 'silence';
  readonly flaps: number;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly confirmedAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly siteName: string | null;
  readonly isAsleep: number;
  readonly alertEnabled: number;
  readonly alertOnRecovery: number;
  readonly mutedUntil: number | null;
  readonly isCustomerActive: number;
  readonly isDeviceTheirs: number;
  readonly hasValidKey: number;
  readonly hasNewerReminder: number;
  readonly alertWaitsUntil: number | null;
}

const waitingOutages = perStore((store) =>
  store.sqlite.query<
    OutageRow,
    [channel: string, address: string, kind: string, until: number, now: number, limit: number]
  >(`
    SELECT ${waitingColumns}, n.kind,
      o.id AS outageId, o.cause, o.start_known AS startKnown, o.flaps, o.down_at AS downAt,
      o.recover_at AS recoverAt, o.confirmed_at AS confirmedAt, o.acknowledged_at AS acknowledgedAt,
      d.site_name AS siteName, v.sleep IS NOT NULL AS isAsleep, d.alert_enabled AS alertEnabled,
      d.alert_on_recovery AS alertOnRecovery, d.muted_until AS mutedUntil,
      coalesce(c.is_active, 0) AS isCustomerActive,
      coalesce(d.customer_id = n.customer_id, 0)
        AND (n.channel = 'log' OR coalesce(r.customer_id = n.customer_id, 0)) AS isDeviceTheirs,
      EXISTS (SELECT 1 FROM activation_keys k WHERE k.device_row = d.id AND k.is_active = 1
        AND (k.expires_at IS NULL OR k.expires_at > ?5)) AS hasValidKey,
      n.kind = 'reminder' AND EXISTS (SELECT 1 FROM notifications newer
        WHERE newer.outage_id = n.outage_id AND newer.kind = 'reminder'
          AND newer.channel = n.channel AND newer.recipient = n.recipient
          AND newer.sequence > n.sequence) AS hasNewerReminder,
      CASE WHEN n.kind = 'recovery' THEN (SELECT a.next_attempt_at FROM notifications a
        WHERE a.outage_id = n.outage_id AND a.kind = 'alert' AND a.channel = n.channel
          AND a.recipient = n.recipient AND a.status IN ('pending', 'sending')) END AS alertWaitsUntil
    FROM notifications n
    LEFT JOIN outages o ON o.id = n.outage_id
    LEFT JOIN devices d ON d.id = o.device_row
    LEFT JOIN device_vitals v ON v.device_row = d.id
    LEFT JOIN customers c ON c.id = n.customer_id
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    WHERE n.status IN ('pending', 'sending') AND n.status = 'pending'
      AND n.channel = ?1 AND n.recipient = ?2 AND n.kind = ?3 AND n.next_attempt_at <= ?4
    ORDER BY n.due_at, n.id
    LIMIT +?6`),
);

/**
 * What waits of one kind of an outage's notifications for one address, in the order in which it was
 * meant to go.
 * @param now epoch ms
 */
export function readWaitingOutages(
  store: Store,
  kind: OutageKind,
  { channel, address, until, limit }: WantedRows,
  now: number,
): OutageRow[] {
  return waitingOutages(store).all(channel, address, kind, until, now, limit);
}

export function outageFactsOf(row: OutageRow): OutageFacts {
  return {
    kind: row.kind,
    dueAt: row.dueAt,
    outage: row.outageId === null ? null : outageTimesOf(row),
    isCustomerActive: row.isCustomerActive === 1,
    isDeviceTheirs: row.isDeviceTheirs === 1,
    hasValidKey: row.hasValidKey === 1,
    isAlertEnabled: row.alertEnabled === 1,
    isAlertOnRecovery: row.alertOnRecovery === 1,
    mutedUntil: row.mutedUntil,
    hasNewerReminder: row.hasNewerReminder === 1,
    alertWaitsUntil: row.alertWaitsUntil,
  };
}

/** Only for a row that has an outage. */
export function outageTimesOf(row: OutageRow): OutageTimes {
  const { cause, downAt, recoverAt, confirmedAt, acknowledgedAt } = row;
  return { cause, downAt, recoverAt, confirmedAt, acknowledgedAt };
}

const earliest = perStore((store) =>
  store.sqlite.query<{ at: number | null }, [channel: string, after: number]>(`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM notifications INDEXED BY notifications_turn
        WHERE status = 'pending' AND channel = ?1)
      -- Only then: a channel for which nothing waits would walk through all that waits for others.
      THEN (SELECT min(next_attempt_at) FROM notifications INDEXED BY notifications_waiting
        WHERE status IN ('pending', 'sending') AND status = 'pending' AND channel = ?1
          AND next_attempt_at > ?2)
      END AS at`),
);

/**
 * When the next notification of a channel comes due.
 * @param after only those later than this (epoch ms)
 * @returns epoch ms, or null when nothing waits
 */
export function readNextDueAt(store: Store, channel: ChannelName, after: number): number | null {
  return earliest(store).get(channel, after)?.at ?? null;
}
