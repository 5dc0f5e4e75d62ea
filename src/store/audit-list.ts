/** The audit log as the administrator reads it. */
import { and, count, desc, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm';
import type { Page } from './customer-list.ts';
import type { RowRange } from './export-ranges.ts';
import type { Store } from './open.ts';
import { auditLog } from './schema.ts';
import { holdsText } from './search.ts';

export interface AuditQuery {
  /** Part of who, of what was done, or of what it was done to; empty: all. */
  readonly q: string;
  /** Epoch ms; `to` is not part of it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export type AuditEntry = typeof auditLog.$inferSelect;

/**
 * One page of entries, in the order in which they were written, newest first.
 * @returns `total`: how many there are on all pages
 */
export function listAudit(
  store: Store,
  query: AuditQuery,
  { page, limit }: Page,
): { readonly rows: AuditEntry[]; readonly total: number } {
  const where = whereAudit(query);
  const total = store.db.select({ total: count() }).from(auditLog).where(where).get()?.total ?? 0;
  const offset = (page - 1) * limit;
  // Words that are nowhere are looked for once, not twice.
  if (offset >= total) return { rows: [], total };
  const rows = store.db
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .offset(offset)
    .all();
  return { rows, total };
}

/** The entries that are wanted with an id above `above` and up to `upTo`, newest first. */
export function readAuditRange(store: Store, query: AuditQuery, range: RowRange): AuditEntry[] {
  return store.db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.id, range.above), lte(auditLog.id, range.upTo), whereAudit(query)))
    .orderBy(desc(auditLog.id))
    .all();
}

function whereAudit({ q, from, to }: AuditQuery): SQL | undefined {
  const text = q.trim();
  return and(
    text === ''
      ? undefined
      : or(
          holdsText(auditLog.actor, text),
          holdsText(auditLog.action, text),
          holdsText(auditLog.subject, text),
        ),
    from === undefined ? undefined : gte(auditLog.at, from),
    to === undefined ? undefined : lt(auditLog.at, to),
  );
}
