import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { customers } from '../people/tables.ts';
import { reportShares } from './tables.ts';

export type ReportShareRow = typeof reportShares.$inferSelect;

export function insertReportShare(
  store: Store,
  share: typeof reportShares.$inferInsert,
): ReportShareRow {
  return store.db.insert(reportShares).values(share).returning().get();
}

/** Those that have not ended, the one that ends first first. */
export function readReportShares(store: Store, customerId: number, now: number): ReportShareRow[] {
  return store.db
    .select()
    .from(reportShares)
    .where(and(eq(reportShares.customerId, customerId), gt(reportShares.expiresAt, now)))
    .orderBy(asc(reportShares.expiresAt), asc(reportShares.id))
    .all();
}

/** @returns undefined: there is none, it has ended, or the account is switched off */
export function findReportShare(
  store: Store,
  secretHash: string,
  now: number,
): ReportShareRow | undefined {
  return store.db
    .select({ share: reportShares })
    .from(reportShares)
    .innerJoin(customers, eq(customers.id, reportShares.customerId))
    .where(
      and(
        eq(reportShares.secretHash, secretHash),
        gt(reportShares.expiresAt, now),
        eq(customers.isActive, true),
      ),
    )
    .get()?.share;
}

/** @returns undefined: it is not theirs */
export function deleteReportShare(
  store: Store,
  customerId: number,
  id: number,
): ReportShareRow | undefined {
  return store.db
    .delete(reportShares)
    .where(and(eq(reportShares.id, id), eq(reportShares.customerId, customerId)))
    .returning()
    .get();
}

/** Ends all of a customer. */
export function deleteReportShares(store: Store, customerId: number): void {
  store.db.delete(reportShares).where(eq(reportShares.customerId, customerId)).run();
}

/** Forgets those of a customer that have ended. */
export function pruneReportShares(store: Store, customerId: number, now: number): void {
  store.db
    .delete(reportShares)
    .where(and(eq(reportShares.customerId, customerId), lte(reportShares.expiresAt, now)))
    .run();
}
