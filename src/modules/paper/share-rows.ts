import { and, asc, eq, gt } from 'drizzle-orm';
import type { ReportShareRow } from '../../store/alerts/report-shares.ts';
import { reportShares } from '../../store/alerts/tables.ts';
import type { Store } from '../../store/engine/open.ts';
import { customers } from '../../store/people/tables.ts';

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
