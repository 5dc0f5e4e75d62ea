/** Notices of keys that end or have ended: finding and queueing them, and reading them for the delivery. */

import { type ChannelsInUse, leadsToPeople } from '../../domain/alerts/channels.ts';
import { lastTurn } from '../../domain/alerts/delivery.ts';
import type { ExpiryFacts } from '../../domain/alerts/messages/expiry.ts';
import type { NoticeBand, NoticeStep } from '../../domain/keys/expiry-notice.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import { mayKnowOf } from '../alerts/contacts.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readStored, type Stored } from '../engine/stored.ts';
import { readActiveKeys } from '../keys/active-keys.ts';
import {
  type Addressed,
  type ClaimedNotification,
  isRecipientMeant,
  type Meant,
  type OutboxKind,
  recipientsOfBoth,
  type WaitingRow,
  type WantedRows,
  waitingColumns,
  whereWanted,
} from './outbox-kind.ts';

/** A recipient, and the end of a key that it is to be told of. */
interface UntoldExpiry {
  readonly keyCode: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** Null: the recipient is the operator's own. */
  readonly customerId: number | null;
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
  /** As `Recipient` has it. */
  readonly turn: number;
}

/** Whether another key serves the device for longer than `k`, whose end then changes nothing. */
const hasLongerKey = `EXISTS (SELECT 1 FROM activation_keys other
  WHERE other.device_row = k.device_row AND other.key_code <> k.key_code AND other.is_active = 1
    AND (other.expires_at IS NULL OR other.expires_at > k.expires_at))`;

/** Reachable recipients of customer `c`, as `readReachableRecipients` reads them, and those of the operator. */
const recipients = {
  people: {
    customerId: 'c.id',
    join: `JOIN recipients r ON r.customer_id = c.id AND r.unreachable_at IS NULL
      AND r.channel IN (SELECT value FROM json_each(?4)) AND ${mayKnowOf('d.id')}`,
    channel: 'r.channel',
    address: 'r.address',
    language: 'r.language',
    turn: `min(${lastTurn}, row_number() OVER (PARTITION BY k.key_code, r.channel ORDER BY r.id) - 1)`,
  },
  operator: {
    customerId: 'NULL',
    join: `JOIN operator_recipients a ON a.is_for_all_sites = 1 AND a.unreachable_at IS NULL
      AND a.channel IN (SELECT value FROM json_each(?4))`,
    channel: 'a.channel',
    address: 'a.address',
    language: 'a.language',
    turn: `${lastTurn}`,
  },
  log: {
    customerId: 'c.id',
    join: 'JOIN json_each(?4) a',
    channel: 'a.value',
    address: `'customer:' || c.id`,
    language: 'c.language',
    turn: '0',
  },
} as const;

type UntoldQuery = [step: number, after: number, until: number, channels: string];

const untold = perStore((store) => {
  const prepare = (whose: keyof typeof recipients) => {
    const { customerId, join, channel, address, language, turn } = recipients[whose];
    return store.sqlite.query<UntoldExpiry, UntoldQuery>(`
      SELECT k.key_code AS keyCode, k.expires_at AS expiresAt, ${customerId} AS customerId,
        ${channel} AS channel, ${address} AS address, ${language} AS language, ${turn} AS turn
      FROM activation_keys k INDEXED BY keys_expiry
      JOIN devices d ON d.id = k.device_row AND d.customer_id = k.customer_id
      JOIN customers c ON c.id = k.customer_id AND c.is_active = 1
      ${join}
      LEFT JOIN notifications n INDEXED BY notifications_expiry_once
        ON n.key_code = k.key_code AND n.key_expires_at = k.expires_at AND n.sequence = ?1
        AND n.channel = ${channel} AND n.recipient = ${address}
      WHERE k.expires_at > ?2 AND k.expires_at <= ?3 AND k.is_active = 1 AND NOT ${hasLongerKey}
        AND (n.id IS NULL OR (n.status = 'superseded' AND n.attempts = 0))
      ORDER BY c.id, k.expires_at`);
  };
  return { people: prepare('people'), operator: prepare('operator'), log: prepare('log') };
});

/**
 * Finds who has not been told of a key's end within the band, and is not about to be. A notice that was
 * withdrawn untried counts as untold: the key may have been revoked and be valid again. `judgeRelevance`
 * checks the same facts when the notice is sent.
 * @returns ends, those of one customer next to each other, the operator's last
 */
export function findUntoldExpiries(
  store: Store,
  { step, after, until }: NoticeBand,
  channels: ChannelsInUse,
): UntoldExpiry[] {
  const { people, operator, log } = untold(store);
  const queries = leadsToPeople(channels) ? [people, operator] : [log];
  return queries.flatMap((query) => query.all(step, after, until, JSON.stringify([...channels])));
}

interface QueuedNotice {
  readonly step: NoticeStep;
  /** Epoch ms. */
  readonly dueAt: number;
}

const insertNotice = perStore((store) =>
  store.sqlite.query(`
    INSERT INTO notifications (customer_id, key_code, key_expires_at, kind, sequence, channel,
      recipient, turn, language, due_at, next_attempt_at, created_at)
    VALUES (?1, ?2, ?3, 'key-expiry', ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10)
    ON CONFLICT (key_code, key_expires_at, sequence, channel, recipient)
      WHERE key_code IS NOT NULL DO UPDATE
    SET status = 'pending', customer_id = excluded.customer_id, language = excluded.language,
      due_at = excluded.due_at, next_attempt_at = excluded.next_attempt_at, last_error = NULL
    WHERE status = 'superseded' AND attempts = 0`),
);

/** Queues one notice. A notice that was tried or sent is never queued again. */
export function queueExpiryNotice(
  store: Store,
  { keyCode, expiresAt, customerId, channel, address, language, turn }: UntoldExpiry,
  { step, dueAt }: QueuedNotice,
  nowMs: number,
): void {
  insertNotice(store).run(
    customerId,
    keyCode,
    expiresAt,
    step,
    channel,
    address,
    turn,
    language,
    dueAt,
    nowMs,
  );
}

/** A key that ends or has ended, and the device that it serves. */
export interface ClaimedExpiry extends ClaimedNotification, Pick<ExpiryFacts, 'toldExpiresAt'> {
  readonly keyCode: string;
  readonly siteName: string;
  readonly deviceId: string | null;
}

export interface ExpiryMessage extends Addressed<ClaimedExpiry> {
  readonly kind: 'key-expiry';
}

interface WaitingExpiry extends WaitingRow, Meant, ExpiryFacts, ClaimedExpiry {
  readonly deviceRow: number | null;
}

type Row = Omit<WaitingExpiry, 'isRecipientTheirs' | 'hasLongerKey'>;

const waitingExpiries = perStore((store) =>
  store.sqlite.query<Stored<Row>, WantedRows>(`
    SELECT ${waitingColumns}, n.kind, n.key_code AS keyCode,
      n.key_expires_at AS toldExpiresAt, n.sequence AS step, k.expires_at AS expiresAt,
      coalesce(d.site_name, '') AS siteName, d.device_id AS deviceId, coalesce(c.is_active, 0) AS isCustomerActive,
      n.channel, n.customer_id AS customerId, r.customer_id AS recipientOf,
      p.is_for_all_sites AS isForAllSites, k.device_row AS deviceRow, k.is_active AS isKeyActive,
      coalesce(k.customer_id = c.id AND d.customer_id = c.id, 0) AS isKeyTheirs
    FROM notifications n
    JOIN activation_keys k ON k.key_code = n.key_code
    LEFT JOIN devices d ON d.id = k.device_row
    LEFT JOIN customers c ON c.id = coalesce(n.customer_id, k.customer_id)
    ${recipientsOfBoth}
    ${whereWanted("'key-expiry'", 'n.key_expires_at')}`),
);

/** A key without an end outlasts all others. */
function endsLater(one: number | null, other: number | null): boolean {
  return one === null || (other !== null && one > other);
}

/** Of the notices that wait, the soonest end goes first. */
export function expiryMessages(store: Store): OutboxKind<WaitingExpiry, ExpiryMessage> {
  return {
    read(wanted) {
      const rows = waitingExpiries(store)
        .all(wanted)
        .map(readStored<Row>);
      const devices = rows.flatMap(({ deviceRow }) => deviceRow ?? []);
      const keys = Map.groupBy(readActiveKeys(store, devices), ({ deviceRow }) => deviceRow);
      return rows.map((row) => ({
        ...row,
        isRecipientTheirs: isRecipientMeant(row),
        hasLongerKey: ((row.deviceRow !== null && keys.get(row.deviceRow)) || []).some(
          ({ keyCode, expiresAt }) =>
            keyCode !== row.keyCode && endsLater(expiresAt, row.expiresAt),
        ),
      }));
    },
    compose: (message) => ({ ...message, kind: 'key-expiry' }),
  };
}
