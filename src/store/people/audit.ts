/** The audit log: how it is written, and how operators read it. */
import { and, desc, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../domain/people/actor.ts';
import {
  type AuditActor,
  type AuditFilter,
  auditActors,
  auditSubjects,
} from '../../domain/people/audit-filter.ts';
import type { Steps } from '../../domain/steps.ts';
import { type Counted, findRows, pageOf } from '../engine/index-walk.ts';
import type { Store } from '../engine/open.ts';
import { prepareRows } from '../engine/plain-sql.ts';
import { isInRange, type Page, type RowRange } from '../engine/row-walk.ts';
import { holdsText, type Words } from '../engine/search.ts';
import { auditLog } from './tables.ts';

/** Appends to the audit log who did what to what. Entries must not contain secrets. */
export function writeAudit(
  store: Store,
  entry: {
    readonly actor: Actor;
    /** A verb and its object: `key.revoke`, `admin.reset-password`. */
    readonly action: string;
    readonly subject: string;
    readonly before?: unknown;
    readonly after?: unknown;
  },
  nowMs: number,
): void {
  const { actor, ...what } = entry;
  store.db
    .insert(auditLog)
    .values({ ...what, actor: actor.name, address: actor.address, at: nowMs })
    .run();
}

/** `q`: part of the actor, the action or the subject. */
export interface AuditQuery extends Words {
  readonly filter?: AuditFilter | undefined;
  readonly who?: AuditActor | undefined;
  /** Epoch ms. `to` is not included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export type AuditEntry = typeof auditLog.$inferSelect & {
  /** The present names of actor and subject. Null: there is none. */
  readonly actorName: string | null;
  readonly subjectName: string | null;
  /** The device, when the subject is an outage. */
  readonly subjectDeviceId: string | null;
};

/** One page of entries, newest first, and the number on all pages as far as they are counted. */
export function* listAudit(
  store: Store,
  query: AuditQuery,
  page: Page,
): Steps<Counted & { readonly rows: AuditEntry[] }> {
  const line = { table: 'audit_log', at: 'at' } as const;
  const wanted = { where: whereEntries(query) };
  const { ids, isCapped } = yield* findRows(store, line, [{ index: 'audit_at' }], wanted, query);
  return { rows: readEntries(store, pageOf(ids, page)), total: ids.length, isCapped };
}

/** Prepares the read of wanted entries with ids in a range, newest first. */
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
        whereEntries(query),
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

const numberAfter = (column: SQL, start: number) =>
  sql`CAST(substr(${column}, ${sql.raw(String(start))}) AS INTEGER)`;
const customerNamed = (id: SQL) => sql`(SELECT c.name FROM customers c WHERE c.id = ${id})`;
const siteNamed = (deviceId: SQL) =>
  sql`(SELECT d.site_name FROM devices d WHERE d.device_id = ${deviceId})`;
const actor = sql`${auditLog.actor}`;
const subject = sql`${auditLog.subject}`;
const ofOutage = (column: 'site_name' | 'device_id') =>
  sql`(SELECT d.${sql.identifier(column)} FROM outages o JOIN devices d ON d.id = o.device_row
    WHERE o.id = ${numberAfter(subject, 8)})`;

const names = {
  actorName: sql<string | null>`CASE
    WHEN ${actor} GLOB 'customer:*' THEN ${customerNamed(numberAfter(actor, 10))}
    WHEN ${actor} GLOB 'device:*' THEN ${siteNamed(sql`substr(${actor}, 8)`)} END`,
  subjectName: sql<string | null>`CASE
    WHEN ${subject} GLOB 'customer:*' THEN ${customerNamed(numberAfter(subject, 10))}
    WHEN ${subject} GLOB 'device:*' THEN ${siteNamed(sql`substr(${subject}, 8)`)}
    WHEN ${subject} GLOB 'fw-*' THEN ${siteNamed(subject)}
    WHEN ${subject} GLOB 'outage:*' THEN ${ofOutage('site_name')}
    ELSE (SELECT c.name FROM activation_keys k JOIN customers c ON c.id = k.customer_id
      WHERE k.key_code = ${subject}) END`,
  subjectDeviceId: sql<string | null>`CASE
    WHEN ${subject} GLOB 'outage:*' THEN ${ofOutage('device_id')} END`,
};

function readEntries(store: Store, ids: readonly number[]): AuditEntry[] {
  return store.db
    .select({ ...getTableColumns(auditLog), ...names })
    .from(auditLog)
    .where(inArray(auditLog.id, [...ids]))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .all();
}

function whereEntries({ filter = 'all', who, ...words }: AuditQuery): SQL | undefined {
  return and(
    filter === 'all' ? undefined : beginsWith(sql`t.action`, auditSubjects[filter]),
    who === undefined ? undefined : beginsWith(sql`t.actor`, auditActors[who]),
    holdsWords(words),
  );
}

/** @param beginnings constants without wildcards of LIKE */
function beginsWith(column: SQL, beginnings: readonly string[]): SQL | undefined {
  return or(...beginnings.map((beginning) => sql`${column} GLOB ${`${beginning}*`}`));
}

function holdsWords({ q, hidden }: Words): SQL | undefined {
  const words = { q: q.trim(), hidden };
  if (words.q === '') return undefined;
  return or(
    holdsText(sql`t.actor`, words),
    holdsText(sql`t.action`, words),
    holdsText(sql`t.subject`, words),
  );
}
