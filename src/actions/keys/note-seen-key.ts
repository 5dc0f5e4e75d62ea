import type { Instant } from '../../domain/instant.ts';
import { maskAddress } from '../../domain/people/mask-address.ts';
import { findRecipient } from '../../store/alerts/recipients.ts';
import type { Store } from '../../store/engine/open.ts';
import { noteSeenKey } from '../../store/keys/seen-keys.ts';

/**
 * Notes that a chat, or whoever its link let in, has seen the code of a key. Must run inside a transaction.
 * @param recipientId null: no chat let them in, so they had a key before
 */
export function noteSeenBy(
  store: Store,
  customerId: number,
  recipientId: number | null,
  keyRef: string,
  { wallMs }: Instant,
): void {
  const row = recipientId === null ? undefined : findRecipient(store, customerId, recipientId);
  if (row === undefined || keyRef === '') return;
  const chat = row.name ?? maskAddress(row.address);
  noteSeenKey(store, { customerId, recipientId: row.id, chat }, keyRef, wallMs);
}
