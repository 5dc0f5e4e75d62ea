/** Chats that have seen the codes of an account's keys. */
import { eq } from 'drizzle-orm';
import { perStore, type Store } from '../engine/open.ts';
import { seenKeys } from './seen-key-tables.ts';

/** A chat of an account, by its number and its name. */
interface SeeingChat {
  readonly customerId: number;
  readonly recipientId: number;
  readonly chat: string;
}

/** Notes that a chat, or a session that its link opened, has seen the code of a key. Must run inside a transaction. */
export function noteSeenKey(
  store: Store,
  { customerId, recipientId, chat }: SeeingChat,
  keyRef: string,
  nowMs: number,
): void {
  store.db
    .insert(seenKeys)
    .values({ customerId, recipientId, chat, keyRef, seenAt: nowMs })
    .onConflictDoUpdate({
      target: [seenKeys.recipientId, seenKeys.keyRef],
      set: { customerId, chat, seenAt: nowMs },
    })
    .run();
}

/** The key has another code, or is gone: nobody has seen its code. */
export function forgetSeenKey(store: Store, keyRef: string): void {
  store.db.delete(seenKeys).where(eq(seenKeys.keyRef, keyRef)).run();
}

/** A key whose present code a chat has seen. */
interface SeenKey {
  readonly ref: string;
  readonly keyCode: string;
  /** Null: it serves no board of the account. */
  readonly siteName: string | null;
  /** Null: the chat has left the account. */
  readonly recipientId: number | null;
  readonly chat: string;
  /** Epoch ms. */
  readonly seenAt: number;
}

const seen = perStore(({ sqlite }) =>
  // A chat that came, saw and left twice is one.
  sqlite.query<SeenKey, [customerId: number]>(`
    SELECT s.key_ref AS ref, k.key_code AS keyCode, d.site_name AS siteName,
      s.recipient_id AS recipientId, s.chat, max(s.seen_at) AS seenAt
    FROM seen_keys s
    JOIN activation_keys k ON k.ref = s.key_ref AND k.customer_id = s.customer_id
    LEFT JOIN devices d ON d.id = k.device_row AND d.customer_id = k.customer_id
    WHERE s.customer_id = ? AND k.standing <> 'questioned'
    GROUP BY s.key_ref, s.recipient_id, s.chat
    ORDER BY k.created_at, s.key_ref, max(s.seen_at)`),
);

/** Keys of an account whose codes were seen, each with who has seen it. */
export function readSeenKeys(store: Store, customerId: number): SeenKey[] {
  return seen(store).all(customerId);
}
