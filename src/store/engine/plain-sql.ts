import type { SQLQueryBindings } from 'bun:sqlite';
import type { SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Store } from './open.ts';

const dialect = new SQLiteSyncDialect();

/**
 * Runs a composed SELECT. The statement is kept by its text, unlike one that drizzle runs, which is
 * made anew every time and lives until the garbage is collected.
 */
export function selectRows<Row>({ sqlite }: Store, query: SQL): Row[] {
  const { sql, params } = dialect.sqlToQuery(query);
  return sqlite.query<Row, SQLQueryBindings[]>(sql).all(...(params as SQLQueryBindings[]));
}
