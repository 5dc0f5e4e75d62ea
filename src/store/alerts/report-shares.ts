/** Reports at secret addresses: how they end, without what makes and reads them. */
import { and, eq, lte } from 'drizzle-orm';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Store } from '../engine/open.ts';
import { writeAudit } from '../people/audit.ts';
import { reportShares } from './tables.ts';

export type ReportShareRow = typeof reportShares.$inferSelect;

/** Ends one of a customer's. Inside a transaction. @throws AppError NOT_FOUND */
export function endReportShare(
  store: Store,
  customerId: number,
  id: number,
  actor: Actor,
  now: Instant,
): void {
  const share = store.db
    .delete(reportShares)
    .where(and(eq(reportShares.id, id), eq(reportShares.customerId, customerId)))
    .returning()
    .get();
  if (share === undefined) throw new AppError('NOT_FOUND', 'There is no such shared report.');
  const entry = { actor, action: 'report.unshare', subject: `customer:${customerId}` };
  writeAudit(store, { ...entry, before: describeReportShare(share) }, now.wallMs);
}

/** For the audit log. */
export function describeReportShare({
  firstDate,
  lastDate,
  deviceId,
}: ReportShareRow): Record<string, unknown> {
  return { days: `${firstDate} – ${lastDate}`, sites: deviceId ?? 'all' };
}

/** Ends all of a customer. */
export function deleteReportShares(store: Store, customerId: number): void {
  store.db.delete(reportShares).where(eq(reportShares.customerId, customerId)).run();
}

/** Forgets those that have ended. */
export function pruneReportShares(store: Store, nowMs: number): void {
  store.db.delete(reportShares).where(lte(reportShares.expiresAt, nowMs)).run();
}
