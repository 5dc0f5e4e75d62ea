import { Database, type SQLQueryBindings } from 'bun:sqlite';

/**
 * Keeps SQLite from planning a statement again at every run. When a statement sorts, SQLite looks at each
 * new value in case another index suits it, which takes up to forty times as long as the run. A plus before
 * the column prevents that. Statements with `LIMIT ?` stay as they are, since the value may give a better
 * plan.
 */
function keepPlan(sql: string): string {
  if (/\blimit *[?$]/i.test(sql)) return sql;
  return sql.replace(
    /('[^']*')|(?<![<>!])(=|\bis) *(?=[?$])/gi,
    (_, literal: string | undefined, operator: string) => literal ?? `${operator} +`,
  );
}

/**
 * A connection whose statements keep their plan, and whose `close` really closes. SQLite keeps a
 * connection, its files and its locks until every statement is finalized. If the garbage collector did
 * that, long after `close`, nobody could take the database out of WAL mode until then.
 */
export class SqliteFile extends Database {
  readonly #statements = new Set<WeakRef<{ finalize(): void }>>();
  readonly #collected = new FinalizationRegistry<WeakRef<{ finalize(): void }>>((gone) => {
    this.#statements.delete(gone);
  });

  override query<Row, Values extends SQLQueryBindings | SQLQueryBindings[]>(sql: string) {
    return super.query<Row, Values>(keepPlan(sql));
  }

  override prepare<Row, Values extends SQLQueryBindings | SQLQueryBindings[]>(
    sql: string,
    values?: Values,
  ) {
    const statement = super.prepare<Row, Values>(keepPlan(sql), values);
    const reference = new WeakRef<{ finalize(): void }>(statement);
    this.#statements.add(reference);
    this.#collected.register(statement, reference);
    return statement;
  }

  override close(): void {
    for (const reference of this.#statements) reference.deref()?.finalize();
    this.#statements.clear();
    super.close();
  }
}
