/** The audit log as the administrator reads it. */
import { and, count, desc, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm';
import type { RowRange } from '../engine/export-ranges.ts';
import type { Store } from '../engine/open.ts';
import { auditLog } from '../engine/schema.ts';
import { holdsText, type Words } from '../engine/search.ts';
import type { Page } from './customer-list.ts';

/** `q`: part of who, of what was done, or of what it was done to. */
export interface AuditQuery extends Words {
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

function whereAudit({ q, isMasked, from, to }: AuditQuery): SQL | undefined {
  const words = { q: q.trim(), isMasked };
  return and(
    words.q === ''
      ? undefined
      : or(
          holdsText(auditLog.actor, words),
          holdsText(auditLog.action, words),
          holdsText(auditLog.subject, words),
        ),
    from === undefined ? undefined : gte(auditLog.at, from),
    to === undefined ? undefined : lt(auditLog.at, to),
  );
}
