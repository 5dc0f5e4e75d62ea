/** What programs left behind that outlives their API tokens. */
import { AppError } from '../../domain/errors.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { TraceKind } from '../../domain/people/token-trace.ts';
import type { ChannelName } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';

export interface TraceRow {
  readonly kind: TraceKind;
  readonly ref: string;
  /** Epoch ms. */
  readonly at: number;
  /** Of a recipient, or of one with another secret. */
  readonly channel: ChannelName | null;
  readonly address: string | null;
  /** Of a calendar. */
  readonly url: string | null;
  readonly keyCode: string | null;
  /** Whether the key serves a device. */
  readonly isInUse: 0 | 1;
  /** The account, or whose the key is. */
  readonly customerId: number | null;
  readonly customerName: string | null;
}

const leave = perStore(({ sqlite }) =>
  sqlite.query<unknown, [actor: string, kind: TraceKind, ref: string, at: number]>(
    `INSERT INTO api_token_traces (token_id, kind, ref, at)
    SELECT id, ?2, ?3, ?4 FROM api_tokens WHERE name = substr(?1, length('token:') + 1)
    ON CONFLICT DO UPDATE SET at = excluded.at`,
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
  kind: TraceKind,
  ref: string | number,
  nowMs: number,
): void {
  if (!name.startsWith('token:')) return;
  const { changes } = leave(store).run(name, kind, String(ref), nowMs);
  if (changes === 0) throw new AppError('INVALID_TOKEN', 'This API token was revoked.');
}

const stillThere = (
  narrowed: string,
) => `SELECT t.kind, t.ref, t.at, r.channel, r.address, o.url, k.key_code AS keyCode,
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

const newest = perStore(({ sqlite }) =>
  sqlite.query<TraceRow, [tokenId: number, limit: number]>(stillThere('TRUE')),
);

const one = perStore(({ sqlite }) =>
  sqlite.query<TraceRow, [tokenId: number, limit: number, kind: TraceKind, ref: string]>(
    stillThere('t.kind = ?3 AND t.ref = ?4'),
  ),
);

/** What is still there of what a token left, the newest first. */
export function readTraces(store: Store, tokenId: number, limit: number): TraceRow[] {
  return newest(store).all(tokenId, limit);
}

/** @returns undefined when the token left no such thing, or it is gone */
export function findTrace(
  store: Store,
  tokenId: number,
  kind: TraceKind,
  ref: string,
): TraceRow | undefined {
  return one(store).get(tokenId, 1, kind, ref) ?? undefined;
}
