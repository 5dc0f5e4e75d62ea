/** The audit log as the administrator reads it. */
import { and, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Steps } from '../../domain/steps.ts';
import { type Counted, findRows, pageOf } from '../engine/index-walk.ts';
import type { Store } from '../engine/open.ts';
import { prepareRows } from '../engine/plain-sql.ts';
import { isInRange, type Page, type RowRange } from '../engine/row-walk.ts';
import { auditLog } from '../engine/schema.ts';
import { holdsText, type Words } from '../engine/search.ts';

/** `q`: part of who, of what was done, or of what it was done to. */
export interface AuditQuery extends Words {
  /** Epoch ms; `to` is not part of it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export type AuditEntry = typeof auditLog.$inferSelect;

/** One page of entries, newest first, and how many there are on all pages, as far as they are counted. */
export function* listAudit(
  store: Store,
  query: AuditQuery,
  page: Page,
): Steps<Counted & { readonly rows: AuditEntry[] }> {
  const line = { table: 'audit_log', at: 'at' } as const;
  const wanted = { where: holdsWords(query) };
  const { ids, isCapped } = yield* findRows(store, line, [{ index: 'audit_at' }], wanted, query);
  return { rows: readEntries(store, pageOf(ids, page)), total: ids.length, isCapped };
}

/** @returns what reads the entries that are wanted with ids in a range, newest first */
export function prepareAuditRange(
  store: Store,
  query: AuditQuery,
): (range: RowRange) => AuditEntry[] {
  const { from, to } = query;
  const find = prepareRows<{ id: number }>(
    store,
    sql`SELECT t.id FROM audit_log t NOT INDEXED
      WHERE ${and(
        isInRange('t'),
        holdsWords(query),
        from === undefined ? undefined : sql`t.at >= ${from}`,
        to === undefined ? undefined : sql`t.at < ${to}`,
      )}`,
  );
  return (range) =>
    readEntries(
      store,
      find({ ...range }).map(({ id }) => id),
    );
}

function readEntries(store: Store, ids: readonly number[]): AuditEntry[] {
  return store.db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, [...ids]))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .all();
}

function holdsWords({ q, isMasked }: AuditQuery): SQL | undefined {
  const words = { q: q.trim(), isMasked };
  if (words.q === '') return undefined;
  return or(
    holdsText(sql`t.actor`, words),
    holdsText(sql`t.action`, words),
    holdsText(sql`t.subject`, words),
  );
}
