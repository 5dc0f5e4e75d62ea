import { and, desc, eq, gt, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { messengerLinks } from './tables.ts';

type LinkRow = typeof messengerLinks.$inferSelect;

export function insertMessengerLink(
  store: Store,
  link: Pick<LinkRow, 'tokenHash' | 'customerId' | 'expiresAt'> &
    Partial<Pick<LinkRow, 'purpose' | 'recipientId' | 'contactId'>>,
): void {
  store.db.insert(messengerLinks).values(link).run();
}

function isUsable(tokenHash: string, nowMs: number, purpose: LinkRow['purpose'] = 'chat') {
  return and(
    eq(messengerLinks.tokenHash, tokenHash),
    eq(messengerLinks.purpose, purpose),
    isNull(messengerLinks.usedAt),
    gt(messengerLinks.expiresAt, nowMs),
  );
}

/** The customer a link connects a chat to. Null: the link is unknown, used or expired. */
export function findMessengerLink(store: Store, tokenHash: string, nowMs: number): number | null {
  const row = store.db
    .select({ customerId: messengerLinks.customerId })
    .from(messengerLinks)
    .where(isUsable(tokenHash, nowMs))
    .get();
  return row?.customerId ?? null;
}

/**
 * Marks a link as used.
 * @returns the contact that it was made for; null: the account's own
 */
export function takeMessengerLink(store: Store, tokenHash: string, nowMs: number): number | null {
  const taken = store.db
    .update(messengerLinks)
    .set({ usedAt: nowMs })
    .where(isUsable(tokenHash, nowMs))
    .returning({ contactId: messengerLinks.contactId })
    .get();
  return taken?.contactId ?? null;
}

/**
 * Uses a log-in link: of two tries at once, one gets it.
 * @returns the customer, and the chat that asked for the link. Undefined: the link is unknown, used or
 * expired
 */
export function takeLoginLink(
  store: Store,
  tokenHash: string,
  nowMs: number,
): Pick<LinkRow, 'customerId' | 'recipientId'> | undefined {
  return store.db
    .update(messengerLinks)
    .set({ usedAt: nowMs })
    .where(isUsable(tokenHash, nowMs, 'login'))
    .returning({ customerId: messengerLinks.customerId, recipientId: messengerLinks.recipientId })
    .get();
}

/** Ends a customer's unused links, except the newest. */
export function endOlderLinks(
  store: Store,
  customerId: number,
  kept: number,
  purpose: LinkRow['purpose'] = 'chat',
): void {
  const unused = and(
    eq(messengerLinks.customerId, customerId),
    eq(messengerLinks.purpose, purpose),
    isNull(messengerLinks.usedAt),
  );
  const newest = store.db
    .select({ tokenHash: messengerLinks.tokenHash })
    .from(messengerLinks)
    .where(unused)
    .orderBy(desc(messengerLinks.expiresAt), desc(sql`rowid`))
    .limit(kept);
  store.db
    .delete(messengerLinks)
    .where(and(unused, notInArray(messengerLinks.tokenHash, newest)))
    .run();
}

export function pruneMessengerLinks(store: Store, nowMs: number): void {
  store.db.delete(messengerLinks).where(lte(messengerLinks.expiresAt, nowMs)).run();
}
