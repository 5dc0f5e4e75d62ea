import type { SQLQueryBindings } from 'bun:sqlite';
import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Store } from './open.ts';

const dialect = new SQLiteSyncDialect();

/**
 * Runs a composed SELECT. The statement is kept by its text, unlike one that drizzle runs, which is
 * made anew every time and lives until the garbage is collected.
 */
export function selectRows<Row>(store: Store, query: SQL): Row[] {
  return prepareRows<Row>(store, query)({});
}

/** The same for one that is run many times: with values for what `sql.placeholder` names in it. */
export function prepareRows<Row>(
  { sqlite }: Store,
  query: SQL,
): (values: Readonly<Record<string, SQLQueryBindings>>) => Row[] {
  const { sql, params } = dialect.sqlToQuery(query);
  const statement = sqlite.query<Row, SQLQueryBindings[]>(sql);
  return (values) => statement.all(...(fillPlaceholders(params, values) as SQLQueryBindings[]));
}
