import { Database, type SQLQueryBindings } from 'bun:sqlite';

/**
 * Where rows are sorted, SQLite looks at the value that a column is compared with, in case an index is
 * for just that one, and plans the statement anew at every run. That takes up to forty times as long as
 * the run itself. Behind a plus it cannot look: the plan is kept. What has `LIMIT ?` is left alone, for
 * there the value may make for a better plan.
 */
function keepPlan(sql: string): string {
  if (/\blimit *[?$]/i.test(sql)) return sql;
  return sql.replace(
    /('[^']*')|(?<![<>!])(=|\bis) *(?=[?$])/gi,
    (_, literal: string | undefined, operator: string) => literal ?? `${operator} +`,
  );
}

/**
 * A connection whose statements keep their plan, and whose `close` closes it. SQLite keeps a connection, its files and its locks as long as
 * a statement of it is not finalized; left to the garbage collector, that may be long after `close`,
 * and nobody else can take the database out of WAL mode until then.
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
