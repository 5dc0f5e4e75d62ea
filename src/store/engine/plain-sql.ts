import type { SQLQueryBindings } from 'bun:sqlite';
import { is, Param, Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Store } from './open.ts';

const dialect = new SQLiteSyncDialect();

/** Values for each `sql.placeholder` of a statement, by name. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Runs a composed SELECT and keeps the statement by its text. drizzle would prepare a new statement every
 * time, which lives until it is garbage-collected.
 */
export function selectRows<Row>(store: Store, query: SQL): Row[] {
  return prepareRows<Row>(store, query)({});
}

/**
 * The same for a query that runs many times. With a statement that drizzle prepared, a third of the time
 * goes into looking for its placeholders anew.
 */
export function prepareRows<Row>(store: Store, query: SQLWrapper): (values: Values) => Row[] {
  const { sql, params } = dialect.sqlToQuery(query.getSQL());
  const readers = params.map(readerOf);
  const statement = store.sqlite.query<Row, SQLQueryBindings[]>(sql);
  return (values) => statement.all(...readers.map((read) => read(values)));
}

/** Columns of a table by the names of their fields, for a SELECT. */
export function selectAs(table: string, columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, column]) => `${table}.${column} AS ${name}`)
    .join(', ');
}

/** The source of one parameter of a statement. */
function readerOf(param: unknown): (values: Values) => SQLQueryBindings {
  if (is(param, Placeholder)) return (values) => valueFor(values, param);
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { value: placeholder, encoder } = param;
    return (values) => encoder.mapToDriverValue(valueFor(values, placeholder)) as SQLQueryBindings;
  }
  return () => param as SQLQueryBindings;
}

function valueFor(values: Values, { name }: Placeholder): SQLQueryBindings {
  const value = values[name];
  if (value === undefined) throw new Error(`No value for ${name}`);
  return value as SQLQueryBindings;
}
