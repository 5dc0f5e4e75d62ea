import { and, desc, eq, gt, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { LinkUse } from '../../domain/alerts/link-use.ts';
import type { Store } from '../engine/open.ts';
import { messengerLinks } from './tables.ts';

type LinkRow = typeof messengerLinks.$inferSelect;

/** The owner of a link. */
export type LinkOwner = Pick<LinkRow, 'customerId' | 'contactId' | 'recipientId'>;

export function insertLink(
  store: Store,
  link: LinkUse & LinkOwner & Pick<LinkRow, 'tokenHash' | 'expiresAt'>,
): void {
  store.db.insert(messengerLinks).values(link).run();
}

function isFor({ purpose, channel, address }: LinkUse) {
  return and(
    eq(messengerLinks.purpose, purpose),
    eq(messengerLinks.channel, channel),
    eq(messengerLinks.address, address),
  );
}

function isUsable(use: LinkUse, tokenHash: string, nowMs: number) {
  return and(
    eq(messengerLinks.tokenHash, tokenHash),
    isFor(use),
    isNull(messengerLinks.usedAt),
    gt(messengerLinks.expiresAt, nowMs),
  );
}

const owner = {
  customerId: messengerLinks.customerId,
  contactId: messengerLinks.contactId,
  recipientId: messengerLinks.recipientId,
};

/** Undefined: the link is unknown, used, expired, or for something else. */
export function findLink(
  store: Store,
  use: LinkUse,
  tokenHash: string,
  nowMs: number,
): LinkOwner | undefined {
  return store.db
    .select(owner)
    .from(messengerLinks)
    .where(isUsable(use, tokenHash, nowMs))
    .get();
}

/** Marks a link as used: of two tries at once, one gets it. Undefined: as of `findLink`. */
export function takeLink(
  store: Store,
  use: LinkUse,
  tokenHash: string,
  nowMs: number,
): LinkOwner | undefined {
  return store.db
    .update(messengerLinks)
    .set({ usedAt: nowMs })
    .where(isUsable(use, tokenHash, nowMs))
    .returning(owner)
    .get();
}

/** Ends a customer's unused links of one use, except the newest. */
export function endOlderLinks(store: Store, customerId: number, use: LinkUse, kept: number): void {
  const unused = and(
    eq(messengerLinks.customerId, customerId),
    isFor(use),
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

/** Ends a customer's unused links and codes that let somebody join. */
export function endJoiningLinks(store: Store, customerId: number): void {
  store.db
    .delete(messengerLinks)
    .where(
      and(
        eq(messengerLinks.customerId, customerId),
        ne(messengerLinks.purpose, 'login'),
        isNull(messengerLinks.usedAt),
      ),
    )
    .run();
}

/** Ends the unused links to log in with that a chat has asked for. */
export function endLinksOfChat(store: Store, recipientId: number): void {
  store.db
    .delete(messengerLinks)
    .where(and(eq(messengerLinks.recipientId, recipientId), isNull(messengerLinks.usedAt)))
    .run();
}

export function pruneLinks(store: Store, nowMs: number): void {
  store.db.delete(messengerLinks).where(lte(messengerLinks.expiresAt, nowMs)).run();
}
