/**
 * Reads the outbox for the delivery: which addresses have something due, and notifications of outages with
 * all facts that decide what becomes of them. test-alerts.ts, expiring-keys.ts and account-news.ts read
 * the other kinds.
 */
import { lastTurn } from '../../domain/alerts/delivery.ts';
import type { Awaited, OutageFacts, OutageTimes } from '../../domain/alerts/delivery-facts.ts';
import type {
  Cause,
  ChannelName,
  Language,
  NotificationKind,
  OutageKind,
} from '../../domain/states.ts';
import {
  contactOfRecipient,
  languageOfContact,
  type QuietRow,
  quietColumns,
  quietHoursOf,
} from '../alerts/contacts.ts';
import { readPlannedTimes } from '../alerts/planned-times.ts';
import { perStore, type Store } from '../engine/open.ts';

/** Each turn is one step down the index, so that rows behind it are never walked. */
const turns = Array.from({ length: lastTurn + 1 }, (_, turn) => turn).join();

const dueRows = perStore((store) =>
  store.sqlite.query<
    { id: number; recipient: string },
    [channel: string, kind: string, now: number, blocked: string]
  >(`
    SELECT id, recipient FROM notifications INDEXED BY notifications_turn
    WHERE status = 'pending' AND channel = +?1 AND kind = +?2 AND turn IN (${turns})
      AND next_attempt_at <= ?3 AND recipient NOT IN (SELECT value FROM json_each(?4))
    ORDER BY turn, next_attempt_at`),
);

/**
 * Addresses for which something of one kind is due: the first address of each customer, then the second of
 * each, and so on, and within a turn the longest waiting first. So nobody waits for the many recipients of
 * another customer.
 * @param held ids of rows that do not count
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

/** The columns of every waiting notification. */
export interface WaitingRow {
  readonly id: number;
  readonly language: Language;
  readonly dueAt: number;
  readonly nextAttemptAt: number;
  readonly attempts: number;
  readonly createdAt: number;
  /** The group in which it may have arrived already. It goes again in that group or not at all. */
  readonly triedIn: number | null;
  /** As `ClaimedNotification` has it. */
  readonly said: string | null;
}

/** The columns of a `WaitingRow` from notification `n`, with the language of recipient `r`. */
export const waitingColumns = `n.id,
  coalesce(${languageOfContact}, r.language, n.language) AS language, n.due_at AS dueAt,
  n.next_attempt_at AS nextAttemptAt, n.attempts, n.created_at AS createdAt,
  iif(n.ambiguous_attempts > 0, n.group_id, NULL) AS triedIn, n.said`;

/** The recipient `r` of the customer's to whom notification `n` goes; none is the operator's own. */
export const theirRecipient = `LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
      AND n.customer_id IS NOT NULL`;

/** Whether notification `n` still goes to whom it was meant for: to the customer, or to the operator. */
export const isRecipientMeant = `CASE
  WHEN n.customer_id IS NULL THEN EXISTS (SELECT 1 FROM operator_recipients p
    WHERE p.channel = n.channel AND p.address = n.recipient AND p.is_for_all_sites = 1)
  ELSE n.channel = 'log' OR coalesce(r.customer_id = n.customer_id, 0) END`;

/** Which of the rows that wait for one address are wanted. */
export interface WantedRows {
  readonly channel: ChannelName;
  readonly address: string;
  /** Only rows that may be tried by then (epoch ms). */
  readonly until: number;
  /** Written as `LIMIT +?`, as SQLite would plan `LIMIT ?` again at every run. */
  readonly limit: number;
}

/** One waiting notification of an outage. Booleans are 0/1. */
export interface OutageRow extends WaitingRow, QuietRow {
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
  readonly deviceId: string | null;
  readonly isAsleep: number;
  readonly alertEnabled: number;
  readonly alertOnRecovery: number;
  readonly delayMs: number;
  readonly turnMs: number;
  readonly mutedUntil: number | null;
  readonly isCustomerActive: number;
  readonly isDeviceTheirs: number;
  readonly hasValidKey: number;
  readonly hasNewerReminder: number;
  readonly alertWaitsUntil: number | null;
  readonly quietUntil: number | null;
  readonly isToldInstead: number;
  readonly isNobodyReached: number;
  readonly isEndTold: number;
  readonly isLossUntold: number;
  readonly sayableSince: number | null;
  readonly mayMute: number;
  /** Null: it has none, or belongs to nobody. */
  readonly siteRow: number | null;
  readonly siteOwner: number | null;
}

/** How long notification `n` waits for other addresses of the contact of its recipient `r`. */
export const turnMs = `iif(n.kind = 'alert', n.delay_ms - coalesce((SELECT min(t.delay_ms)
  FROM recipients o JOIN notifications t ON t.outage_id = n.outage_id AND t.kind = n.kind
    AND t.sequence = n.sequence AND t.channel = o.channel AND t.recipient = o.address
  WHERE o.customer_id = r.customer_id AND o.contact_id IS r.contact_id
    AND o.unreachable_at IS NULL), n.delay_ms), 0)`;

const waitingOutages = perStore((store) =>
  store.sqlite.query<
    OutageRow,
    [channel: string, address: string, kind: string, until: number, now: number, limit: number]
  >(`
    SELECT ${waitingColumns}, n.kind, n.delay_ms AS delayMs, ${turnMs} AS turnMs,
      o.id AS outageId, o.cause, o.start_known AS startKnown, o.flaps, o.down_at AS downAt,
      o.recover_at AS recoverAt, o.confirmed_at AS confirmedAt, o.acknowledged_at AS acknowledgedAt,
      d.site_name AS siteName, d.device_id AS deviceId, v.sleep IS NOT NULL AS isAsleep,
      n.customer_id IS NULL OR d.alert_enabled AS alertEnabled,
      n.customer_id IS NULL OR d.alert_on_recovery AS alertOnRecovery,
      iif(n.customer_id IS NULL, NULL, d.muted_until) AS mutedUntil,
      coalesce(c.is_active, 0) AS isCustomerActive,
      coalesce(d.customer_id = c.id, 0) AND ${isRecipientMeant} AS isDeviceTheirs,
      EXISTS (SELECT 1 FROM activation_keys k WHERE k.device_row = d.id AND k.is_active = 1
        AND (k.expires_at IS NULL OR k.expires_at > ?5)) AS hasValidKey,
      n.kind = 'reminder' AND EXISTS (SELECT 1 FROM notifications newer
        WHERE newer.outage_id = n.outage_id AND newer.kind = 'reminder'
          AND newer.channel = n.channel AND newer.recipient = n.recipient
          AND newer.sequence > n.sequence) AS hasNewerReminder,
      CASE WHEN n.kind = 'recovery' THEN (SELECT a.next_attempt_at FROM notifications a
        WHERE a.outage_id = n.outage_id AND a.kind = 'alert' AND a.channel = n.channel
          AND a.recipient = n.recipient AND a.status IN ('pending', 'sending')) END AS alertWaitsUntil,
      n.quiet_until AS quietUntil, ${quietColumns},
      n.kind = 'alert' AND coalesce(k."order" = 'in_turn', 0) AND EXISTS (SELECT 1 FROM recipients o
        JOIN notifications t ON t.outage_id = n.outage_id AND t.kind = n.kind
          AND t.sequence = n.sequence AND t.channel = o.channel AND t.recipient = o.address
        WHERE o.customer_id = r.customer_id AND o.contact_id IS r.contact_id AND o.id <> r.id
          AND o.unreachable_at IS NULL AND t.status = 'sent') AS isToldInstead,
      n.kind = 'alert' AND n.delay_ms > 0 AND coalesce((SELECT max(before.status IN ('pending', 'sending')
            AND coalesce(before.quiet_until, 0) <= ?5 AND (before.attempts > 0 OR before.due_at <= ?5))
            AND NOT max(before.status = 'sent')
        FROM notifications before
        WHERE before.outage_id = n.outage_id AND before.kind = 'alert'
          AND before.customer_id = n.customer_id AND before.delay_ms < n.delay_ms), 0) AS isNobodyReached,
      n.kind = 'recovery' AND EXISTS (SELECT 1 FROM notifications a
        WHERE a.outage_id = n.outage_id AND a.kind = 'alert' AND a.channel = n.channel
          AND a.recipient = n.recipient AND a.status = 'sent' AND a.quiet_until IS NOT NULL
          AND a.sent_at >= o.confirmed_at) AS isEndTold,
      n.kind = 'recovery' AND EXISTS (SELECT 1 FROM notifications a
        WHERE a.outage_id = n.outage_id AND a.kind = 'alert' AND a.channel = n.channel
          AND a.recipient = n.recipient AND a.status IN ('failed', 'superseded')
          AND a.ambiguous_attempts = 0) AS isLossUntold,
      n.sayable_since AS sayableSince,
      coalesce(r.role <> 'told' OR r.is_allowed_to_mute, 1) AS mayMute,
      d.id AS siteRow, d.customer_id AS siteOwner
    FROM notifications n
    LEFT JOIN outages o ON o.id = n.outage_id
    LEFT JOIN devices d ON d.id = o.device_row
    LEFT JOIN device_vitals v ON v.device_row = d.id
    LEFT JOIN customers c ON c.id = coalesce(n.customer_id, o.customer_id)
    ${theirRecipient}
    LEFT JOIN contacts k ON k.id = ${contactOfRecipient}
    WHERE n.status IN ('pending', 'sending') AND n.status = 'pending'
      AND n.channel = +?1 AND n.recipient = +?2 AND n.kind = +?3 AND n.next_attempt_at <= ?4
    ORDER BY n.due_at, n.id
    LIMIT +?6`),
);

/**
 * Notifications of outages, of one kind, that wait for one address, in the order of due times.
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

/** What is known of a board that may still come back after an absence of this server; as `OutageFacts` has it. */
export type AwaitBoard = (deviceId: string) => Awaited | null;

export function outageFactsOf(store: Store, row: OutageRow, awaitBoard: AwaitBoard): OutageFacts {
  return {
    kind: row.kind,
    dueAt: row.dueAt,
    outage: row.outageId === null ? null : outageTimesOf(row),
    isCustomerActive: row.isCustomerActive === 1,
    isDeviceTheirs: row.isDeviceTheirs === 1,
    hasValidKey: row.hasValidKey === 1,
    isAlertEnabled: row.alertEnabled === 1,
    isAlertOnRecovery: row.alertOnRecovery === 1,
    delayMs: row.delayMs,
    turnMs: row.turnMs,
    mutedUntil: row.mutedUntil,
    hasNewerReminder: row.hasNewerReminder === 1,
    alertWaitsUntil: row.alertWaitsUntil,
    quietHours: quietHoursOf(row),
    isToldInstead: row.isToldInstead === 1,
    isNobodyReached: row.isNobodyReached === 1,
    isEndTold: row.isEndTold === 1,
    isLossUntold: row.isLossUntold === 1,
    sayableSince: row.sayableSince,
    planned: readPlannedTimes(store, row, row.downAt),
    nextAttemptAt: row.nextAttemptAt,
    isTried: row.attempts > 0,
    awaited: row.deviceId === null ? null : awaitBoard(row.deviceId),
  };
}

/** The times of a row's outage, which the row must have. */
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
 * @param after epoch ms; only later ones count
 * @returns epoch ms. Null: nothing waits
 */
export function readNextDueAt(store: Store, channel: ChannelName, after: number): number | null {
  return earliest(store).get(channel, after)?.at ?? null;
}
