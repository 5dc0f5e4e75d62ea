import type { LinkPurpose, LinkUse } from '../../domain/alerts/link-use.ts';
import type { Instant } from '../../domain/instant.ts';
import {
  endOlderLinks,
  findLink,
  insertLink,
  type LinkOwner,
  pruneLinks,
  takeLink,
} from '../../store/alerts/messenger-links.ts';
import type { Store } from '../../store/engine/open.ts';
import { hashSecret } from '../engine/secrets.ts';

const minuteMs = 60_000;

/** A link can be used for so long. */
export const linkLifeMs: Readonly<Record<LinkPurpose, number>> = {
  join: 30 * minuteMs,
  agree: 30 * minuteMs,
  confirm: 30 * minuteMs,
  login: 10 * minuteMs,
};

/** Open links of one use that a customer may have. One more ends the oldest. */
const mostOpen: Readonly<Record<LinkPurpose, number>> = { join: 5, agree: 5, confirm: 5, login: 1 };

/**
 * Makes a one-time link or code: what is stored is the hash of its token, and what it was made for. Must run inside
 * a transaction.
 * @returns epoch ms
 */
export function makeLink(
  store: Store,
  use: LinkUse,
  token: string,
  owner: Pick<LinkOwner, 'customerId'> & Partial<LinkOwner>,
  { wallMs }: Instant,
): number {
  const expiresAt = wallMs + linkLifeMs[use.purpose];
  const tokenHash = hashSecret(token);
  pruneLinks(store, wallMs);
  const link = { contactId: null, recipientId: null, ...owner, ...use, tokenHash, expiresAt };
  insertLink(store, link);
  endOlderLinks(store, owner.customerId, use, mostOpen[use.purpose]);
  return expiresAt;
}

/** Looks a link up without using it. Undefined: unknown, used, expired, or made for something else. */
export function readLink(
  store: Store,
  use: LinkUse,
  token: string,
  { wallMs }: Instant,
): LinkOwner | undefined {
  return findLink(store, use, hashSecret(token), wallMs);
}

/** Uses a link up: of two tries at once, one gets it. Undefined: as of `readLink`. */
export function spendLink(
  store: Store,
  use: LinkUse,
  token: string,
  { wallMs }: Instant,
): LinkOwner | undefined {
  return takeLink(store, use, hashSecret(token), wallMs);
}
