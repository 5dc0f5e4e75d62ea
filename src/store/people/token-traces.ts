/** Traces of programs that outlive their API tokens. */
import { AppError } from '../../domain/errors.ts';
import type { Actor } from '../../domain/people/actor.ts';
import {
  isMadeSince,
  type LeftByProgram,
  type TraceKind,
} from '../../domain/people/token-trace.ts';
import type { ChannelName } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';
import { waysInOfModules } from './kept-by-modules.ts';

export interface TraceRow {
  readonly kind: TraceKind;
  readonly ref: string;
  /** Epoch ms. */
  readonly at: number;
  /** Of a recipient, or of one with another secret. */
  readonly channel: ChannelName | null;
  readonly address: string | null;
  /** Of a calendar or a broker. */
  readonly url: string | null;
  /** Of a contact the name, of a report its days. */
  readonly label: string | null;
  readonly keyCode: string | null;
  /** Whether the key serves a device. */
  readonly isInUse: 0 | 1;
  /** The account, or whose the key is. */
  readonly customerId: number | null;
  readonly customerName: string | null;
}

const leave = perStore(({ sqlite }) =>
  sqlite.query<unknown, [actor: string, kind: LeftByProgram, ref: string, at: number]>(
    `INSERT INTO api_token_traces (token_id, kind, ref, at)
    SELECT id, ?2, ?3, ?4 FROM api_tokens WHERE name = substr(?1, length('token:') + 1)
    -- The first time says since when somebody may have been in an account.
    ON CONFLICT DO UPDATE SET at = min(at, excluded.at)`,
  ),
);

/**
 * Notes what outlives the token of the actor; of people nothing is noted. Belongs into the transaction that
 * makes it.
 * @throws AppError INVALID_TOKEN when the token was revoked while the call was under way
 */
export function leaveTrace(
  store: Store,
  { name }: Actor,
  kind: LeftByProgram,
  ref: string | number,
  nowMs: number,
): void {
  if (!name.startsWith('token:')) return;
  const { changes } = leave(store).run(name, kind, String(ref), nowMs);
  if (changes === 0) throw new AppError('INVALID_TOKEN', 'This API token was revoked.');
}

const whatLeft = (
  narrowed: string,
) => `SELECT t.kind, t.ref, t.at, r.channel, r.address, o.url, NULL AS label, k.key_code AS keyCode,
      k.device_row IS NOT NULL AS isInUse, c.id AS customerId, c.name AS customerName
    FROM api_token_traces t
    LEFT JOIN operator_recipients r ON t.kind IN ('recipient', 'secret') AND r.id = t.ref
    LEFT JOIN outage_calendars o
      ON t.kind = 'calendar' AND o.id = t.ref AND o.next_read_at IS NOT NULL
    LEFT JOIN activation_keys k
      ON t.kind = 'key' AND k.ref = t.ref AND k.ref <> '' AND k.is_active = 1
    LEFT JOIN customers c ON c.id = iif(t.kind = 'account', CAST(t.ref AS INTEGER), k.customer_id)
    WHERE t.token_id = ?1 AND ${narrowed} AND (t.kind IN ('channel', 'backup', 'download')
      OR coalesce(r.id, o.id, k.ref, iif(t.kind = 'account', c.id, NULL)) IS NOT NULL)
    ORDER BY t.at DESC LIMIT ?2`;

/** The accounts that a token opened to somebody, and since when; the `?2` that it opened last. */
const opened = `SELECT customerId, min(at) AS since FROM (
      SELECT CAST(ref AS INTEGER) AS customerId, at FROM api_token_traces
        WHERE token_id = ?1 AND kind = 'account'
      UNION ALL
      SELECT k.customer_id, t.at FROM api_token_traces t
        JOIN activation_keys k ON k.ref = t.ref AND k.ref <> ''
        WHERE t.token_id = ?1 AND t.kind = 'key' AND k.customer_id IS NOT NULL)
    GROUP BY customerId ORDER BY since DESC LIMIT ?2`;

/** CROSS JOIN keeps the order: from the few accounts to what is theirs, by its index. */
const whatCameSince = (narrowed: string) => `WITH opened AS (${opened}), made AS (
    SELECT 'chat' AS kind, r.id AS ref, r.created_at AS at, r.channel, r.address, NULL AS url,
      NULL AS label, opened.customerId
      FROM opened CROSS JOIN recipients r ON r.customer_id = opened.customerId AND r.created_at >= opened.since
    UNION ALL SELECT 'contact', x.id, x.created_at, NULL, NULL, NULL, x.name, opened.customerId
      FROM opened CROSS JOIN contacts x ON x.customer_id = opened.customerId AND x.created_at >= opened.since
      WHERE x.is_own = 0
    UNION ALL SELECT 'share', s.id, s.created_at, NULL, NULL, NULL,
        s.first_date || ' – ' || s.last_date, opened.customerId
      FROM opened CROSS JOIN report_shares s ON s.customer_id = opened.customerId AND s.created_at >= opened.since
    UNION ALL SELECT 'feed', c.id, opened.since, NULL, NULL, NULL, NULL, opened.customerId
      FROM opened CROSS JOIN customers c ON c.id = opened.customerId AND c.calendar_hash IS NOT NULL
    ${waysInOfModules
      .map(
        ([kind, { table, url }]) => `UNION ALL
    SELECT '${kind}', w.customer_id, w.created_at, NULL, NULL, ${url}, NULL, opened.customerId
      FROM opened CROSS JOIN ${table} w ON w.customer_id = opened.customerId AND w.created_at >= opened.since`,
      )
      .join('\n    ')}
    UNION ALL SELECT 'followed', k.id, k.created_at, NULL, NULL, k.url, NULL, opened.customerId
      FROM opened CROSS JOIN outage_calendars k ON k.customer_id = opened.customerId
        AND k.created_at >= opened.since AND k.next_read_at IS NOT NULL)
  SELECT made.kind, CAST(made.ref AS TEXT) AS ref, made.at, made.channel, made.address, made.url, made.label,
    NULL AS keyCode, 0 AS isInUse, made.customerId, c.name AS customerName
  FROM made CROSS JOIN customers c ON c.id = made.customerId WHERE ${narrowed}
  ORDER BY made.at DESC LIMIT ?3`;

const statements = perStore(({ sqlite }) => ({
  left: sqlite.query<TraceRow, [tokenId: number, limit: number]>(whatLeft('TRUE')),
  oneLeft: sqlite.query<TraceRow, [tokenId: number, limit: number, kind: TraceKind, ref: string]>(
    whatLeft('t.kind = ?3 AND t.ref = ?4'),
  ),
  came: sqlite.query<TraceRow, [tokenId: number, accounts: number, limit: number]>(
    whatCameSince('TRUE'),
  ),
  oneCame: sqlite.query<
    TraceRow,
    [tokenId: number, accounts: number, limit: number, kind: TraceKind, ref: string]
  >(whatCameSince('made.kind = ?4 AND made.ref = CAST(?5 AS INTEGER)')),
  accounts: sqlite.query<{ count: number }, [tokenId: number, limit: number]>(
    `SELECT count(*) AS count FROM (${opened})`,
  ),
}));

/** Accounts that are looked into; a shop's program may have made keys for more. */
const mostAccounts = 1000;

interface Traces {
  readonly rows: readonly TraceRow[];
  /** There is more than was asked for, or looked into. */
  readonly hasMore: boolean;
}

/**
 * Traces of a token that are still there, the newest first, and then of what came into the accounts that it opened.
 * @param limit for each of the two
 */
export function readTraces(store: Store, tokenId: number, limit: number): Traces {
  const { left, came, accounts } = statements(store);
  const both = [left.all(tokenId, limit + 1), came.all(tokenId, mostAccounts, limit + 1)] as const;
  const looked = accounts.get(tokenId, mostAccounts + 1)?.count ?? 0;
  return {
    rows: both.flatMap((rows) => rows.slice(0, limit)),
    hasMore: looked > mostAccounts || both.some((rows) => rows.length > limit),
  };
}

/** @returns undefined when the token left no such thing, or it is gone */
export function findTrace(
  store: Store,
  tokenId: number,
  kind: TraceKind,
  ref: string,
): TraceRow | undefined {
  const { oneLeft, oneCame } = statements(store);
  const found = isMadeSince(kind)
    ? oneCame.get(tokenId, mostAccounts, 1, kind, ref)
    : oneLeft.get(tokenId, 1, kind, ref);
  return found ?? undefined;
}
