import { findLinkCode, generateLinkCode } from '../../domain/alerts/link-code.ts';
import type { Instant } from '../../domain/instant.ts';
import {
  endOlderLinks,
  insertMessengerLink,
  pruneMessengerLinks,
} from '../../store/alerts/messenger-links.ts';
import { hashSecret } from '../engine/hash-secret.ts';
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
  return keepLink(monitor, customerId, token, now, contactId);
}

/** The same for a messenger whose links carry no token: a code to type, or to send as it stands. */
export function createLinkCode(
  monitor: Pick<Monitor, 'store'>,
  customerId: number,
  now: Instant,
  contactId: number | null = null,
): MessengerLink & { readonly code: string } {
  const code = generateLinkCode((count) => crypto.getRandomValues(new Uint8Array(count)));
  return { code, ...keepLink(monitor, customerId, code, now, contactId) };
}

/** The same for a phone number: the code proves that it is the customer's. */
export function createNumberCode(
  monitor: Pick<Monitor, 'store'>,
  customerId: number,
  number: string,
  now: Instant,
  contactId: number | null = null,
): { readonly code: string; readonly expiresAt: number } {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const code = `${random % 1_000_000}`.padStart(6, '0');
  const token = numberToken(customerId, number, code);
  return { code, expiresAt: keepLink(monitor, customerId, token, now, contactId).expiresAt };
}

/** The token of a code. Customer and number make it unique, as six digits alone are not. */
export function numberToken(customerId: number, number: string, code: string): string {
  return `${customerId}:${number}:${code}`;
}

function keepLink(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  token: string,
  now: Instant,
  contactId: number | null,
): MessengerLink {
  const expiresAt = now.wallMs + messengerLinkMs;
  store.transaction(() => {
    pruneMessengerLinks(store, now.wallMs);
    const tokenHash = hashSecret(token);
    insertMessengerLink(store, { tokenHash, customerId, expiresAt, contactId });
    endOlderLinks(store, customerId, maxLiveLinks);
  });
  return { payload: linkPayload(token), expiresAt };
}

/** What /start is called with to use a link or a code. */
export function linkPayload(token: string): string {
  return payloadPrefix + token;
}

/** The token in what /start was called with, or null when it is no link of ours. */
export function readLinkPayload(payload: string): string | null {
  const token = payload.startsWith(payloadPrefix) ? payload.slice(payloadPrefix.length) : '';
  return /^[\w-]{43}$/.test(token) || findLinkCode(token) === token ? token : null;
}
