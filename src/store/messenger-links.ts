import { and, desc, eq, gt, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Store } from './open.ts';
import { messengerLinks } from './schema.ts';

export function insertMessengerLink(
  store: Store,
  link: { readonly tokenHash: string; readonly customerId: number; readonly expiresAt: number },
): void {
  store.db.insert(messengerLinks).values(link).run();
}

/**
 * Uses a link up: of two who try at once, one gets it.
 * @returns the customer it connects to, or null when it is unknown, used or expired
 */
export function takeMessengerLink(store: Store, tokenHash: string, nowMs: number): number | null {
  const row = store.db
    .update(messengerLinks)
    .set({ usedAt: nowMs })
    .where(
      and(
        eq(messengerLinks.tokenHash, tokenHash),
        isNull(messengerLinks.usedAt),
        gt(messengerLinks.expiresAt, nowMs),
      ),
    )
    .returning({ customerId: messengerLinks.customerId })
    .get();
  return row?.customerId ?? null;
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
