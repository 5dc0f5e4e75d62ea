import { Database, type SQLQueryBindings } from 'bun:sqlite';

/**
 * A connection whose `close` closes it. SQLite keeps a connection, its files and its locks as long as
 * a statement of it is not finalized; left to the garbage collector, that may be long after `close`,
 * and nobody else can take the database out of WAL mode until then.
 */
export class SqliteFile extends Database {
  readonly #statements = new Set<WeakRef<{ finalize(): void }>>();
  readonly #collected = new FinalizationRegistry<WeakRef<{ finalize(): void }>>((gone) => {
    this.#statements.delete(gone);
  });

  override prepare<Row, Values extends SQLQueryBindings | SQLQueryBindings[]>(
    sql: string,
    values?: Values,
  ) {
    const statement = super.prepare<Row, Values>(sql, values);
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
