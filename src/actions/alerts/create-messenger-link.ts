import type { Instant } from '../../domain/instant.ts';
import {
  endOlderLinks,
  insertMessengerLink,
  pruneMessengerLinks,
} from '../../store/alerts/messenger-links.ts';
import type { Monitor } from '../monitor.ts';

/** How long a link can be used. */
export const messengerLinkMs = 30 * 60_000;
/** Open links of one customer. One more ends the oldest. */
const maxLiveLinks = 5;

/** The beginning of a deep link's payload (https://core.telegram.org/bots/features#deep-linking). */
const payloadPrefix = 'link_';

export interface MessengerLink {
  /** For `https://t.me/BOT?start=PAYLOAD`, and `startgroup=` for a group. */
  readonly payload: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * Creates a one-time deep link that connects the chat that opens it to the customer. Only the hash of the
 * link is stored. The portal asks for a link whenever somebody looks at it, so a link is no entry of the
 * audit log; the chat that connects is one.
 * @param contactId whose the chat will be; null: the account's own contact's
 */
export function createMessengerLink(
  monitor: Pick<Monitor, 'store'>,
  customerId: number,
  now: Instant,
  contactId: number | null = null,
): MessengerLink {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  const expiresAt = now.wallMs + messengerLinkMs;
  const { store } = monitor;
  store.transaction(() => {
    pruneMessengerLinks(store, now.wallMs);
    const tokenHash = hashLinkToken(token);
    insertMessengerLink(store, { tokenHash, customerId, expiresAt, contactId });
    endOlderLinks(store, customerId, maxLiveLinks);
  });
  return { payload: payloadPrefix + token, expiresAt };
}

/** The token in what /start was called with, or null when it is no link of ours. */
export function readLinkPayload(payload: string): string | null {
  const token = payload.startsWith(payloadPrefix) ? payload.slice(payloadPrefix.length) : '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** @returns 64 hex digits */
export function hashLinkToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}
