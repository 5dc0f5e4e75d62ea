import { and, desc, eq, gt, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Store } from './open.ts';
import { messengerLinks } from './schema.ts';

export function insertMessengerLink(
  store: Store,
  link: { readonly tokenHash: string; readonly customerId: number; readonly expiresAt: number },
): void {
  store.db.insert(messengerLinks).values(link).run();
}

function isUsable(tokenHash: string, nowMs: number) {
  return and(
    eq(messengerLinks.tokenHash, tokenHash),
    eq(messengerLinks.purpose, 'chat'),
    isNull(messengerLinks.usedAt),
    gt(messengerLinks.expiresAt, nowMs),
  );
}

/** The customer a link connects a chat to; null when it is unknown, used or expired. */
export function findMessengerLink(store: Store, tokenHash: string, nowMs: number): number | null {
  const row = store.db
    .select({ customerId: messengerLinks.customerId })
    .from(messengerLinks)
    .where(isUsable(tokenHash, nowMs))
    .get();
  return row?.customerId ?? null;
}

/** Uses a link up. */
export function takeMessengerLink(store: Store, tokenHash: string, nowMs: number): void {
  store.db.update(messengerLinks).set({ usedAt: nowMs }).where(isUsable(tokenHash, nowMs)).run();
}

/** Ends a customer's links that were not used yet, but for the newest. */
export function endOlderLinks(store: Store, customerId: number, kept: number): void {
  const unused = and(eq(messengerLinks.customerId, customerId), isNull(messengerLinks.usedAt));
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
