import { findLinkCode, generateLinkCode } from '../../domain/alerts/link-code.ts';
import type { LinkUse } from '../../domain/alerts/link-use.ts';
import type { Instant } from '../../domain/instant.ts';
import { drawSecret } from '../engine/secrets.ts';
import type { Monitor } from '../monitor.ts';
import { makeLink } from '../people/one-time-links.ts';

/** The beginning of a deep link's payload (https://core.telegram.org/bots/features#deep-linking). */
const payloadPrefix = 'link_';

interface MessengerLink {
  /** For `https://t.me/BOT?start=PAYLOAD`, and `startgroup=` for a group. */
  readonly payload: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * Creates a one-time deep link that connects the chat of Telegram that opens it to the customer. The portal asks
 * for a link whenever somebody looks at it, so a link is no entry of the audit log; the chat that connects is one.
 * @param contactId whose the chat will be; null: the account's own contact's
 */
export function createMessengerLink(
  monitor: Pick<Monitor, 'store'>,
  customerId: number,
  now: Instant,
  contactId: number | null = null,
): MessengerLink {
  const token = drawSecret();
  const use = { purpose: 'join', channel: 'telegram', address: '' } as const;
  const expiresAt = keepLink(monitor, use, token, { customerId, contactId }, now);
  return { payload: linkPayload(token), expiresAt };
}

/** The same for LINE, whose links carry no token: a code to type, or to send as it stands. */
export function createLinkCode(
  monitor: Pick<Monitor, 'store'>,
  customerId: number,
  now: Instant,
  contactId: number | null = null,
): { readonly code: string; readonly expiresAt: number } {
  const code = generateLinkCode((count) => crypto.getRandomValues(new Uint8Array(count)));
  const use = { purpose: 'join', channel: 'line', address: '' } as const;
  return { code, expiresAt: keepLink(monitor, use, code, { customerId, contactId }, now) };
}

/** The data that LINE posts back once the owner of a chat agreed in its dialog. */
export function createDialogNonce(
  monitor: Pick<Monitor, 'store'>,
  customerId: number,
  now: Instant,
): string {
  const nonce = drawSecret();
  const use = { purpose: 'agree', channel: 'line', address: '' } as const;
  keepLink(monitor, use, nonce, { customerId, contactId: null }, now);
  return nonce;
}

function keepLink(
  { store }: Pick<Monitor, 'store'>,
  use: LinkUse,
  token: string,
  whose: { readonly customerId: number; readonly contactId: number | null },
  now: Instant,
): number {
  return store.transaction(() => makeLink(store, use, token, whose, now));
}

/** The argument of /start that uses a link or a code. */
export function linkPayload(token: string): string {
  return payloadPrefix + token;
}

/** The token in what /start was called with, or null when it is no link of ours. */
export function readLinkPayload(payload: string): string | null {
  const token = payload.startsWith(payloadPrefix) ? payload.slice(payloadPrefix.length) : '';
  return /^[\w-]{43}$/.test(token) || findLinkCode(token) === token ? token : null;
}
