/**
 * The data directory as another process sees it. Every read opens and closes its own connection. An open one of
 * the test could change how the database recovers after the server was killed.
 */
import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { databasePath } from '../../src/installation/paths.ts';

export class Data {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** The rows a query gives, with the columns' names in the database. */
  read<Row>(sql: string, ...values: SQLQueryBindings[]): Row[] {
    return this.with((database) => database.query<Row, SQLQueryBindings[]>(sql).all(...values));
  }

  /** The first column of the first row: for counts. */
  readNumber(sql: string, ...values: SQLQueryBindings[]): number {
    return this.with((database) => {
      const value = database.query(sql).values(...values)[0]?.[0];
      if (typeof value !== 'number') throw new Error(`${sql} gives ${value}`);
      return value;
    });
  }

  /** Changes rows as a command does beside a running server, which looks for such changes every second. */
  write(sql: string, ...values: SQLQueryBindings[]): void {
    this.with((database) => database.query(sql).run(...values));
  }

  saveSettings(settings: Readonly<Record<string, number>>): void {
    for (const [key, value] of Object.entries(settings)) {
      this.write(
        'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        key,
        JSON.stringify(value),
      );
    }
  }

  /** Several reads at once through one connection, for less work. */
  with<T>(work: (database: Database) => T): T {
    const path = databasePath(this.dir);
    if (!existsSync(path)) throw new Error(`There is no database ${path}`);
    const database = new Database(path);
    try {
      database.run('PRAGMA busy_timeout = 5000');
      return work(database);
    } finally {
      database.close();
    }
  }
}
