import type { SQLQueryBindings } from 'bun:sqlite';
import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Store } from './open.ts';

const dialect = new SQLiteSyncDialect();

/**
 * Runs a composed SELECT and keeps the statement by its text. drizzle would prepare a new statement every
 * time, which lives until it is garbage-collected.
 */
export function selectRows<Row>(store: Store, query: SQL): Row[] {
  return prepareRows<Row>(store, query)({});
}

/** The same for a query that runs many times, with values for each `sql.placeholder`. */
export function prepareRows<Row>(
  { sqlite }: Store,
  query: SQL,
): (values: Readonly<Record<string, SQLQueryBindings>>) => Row[] {
  const { sql, params } = dialect.sqlToQuery(query);
  const statement = sqlite.query<Row, SQLQueryBindings[]>(sql);
  return (values) => statement.all(...(fillPlaceholders(params, values) as SQLQueryBindings[]));
}
