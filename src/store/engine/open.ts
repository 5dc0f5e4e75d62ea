import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite';
import { type MigrationOptions, migrateStore } from './migrate-store.ts';
import { checkIntegrity, damagedStore, isDamage, StoreUnusable } from './unusable.ts';

export interface Store {
  /** Path of the database file, or `:memory:`. */
  readonly path: string;
  readonly db: BunSQLiteDatabase;
  readonly sqlite: Database;
  /**
   * Runs `work` in one write transaction; all of it is on the disk when this returns
   * (synchronous=FULL), or none of it. Everything on this store's connection belongs to it.
   * @throws StoreUnavailable when the disk is full or fails, or another process holds the lock
   */
  transaction<T>(work: () => T): T;
  /**
   * Like `transaction`, but without waiting for the disk: a power cut may undo it, a crash of this
   * process does not. For data that may be lost, so that the SD card is spared.
   */
  relaxedTransaction<T>(work: () => T): T;
  /** Whether the disk refused a write and none has been proved to succeed since; see `proveWritable`. */
  readonly disk: { isRefusing: boolean };
  /** Within a transaction: a savepoint, so that one failed piece of work can be undone. */
  savepoint(): { release(): void; rollback(): void };
  close(): void;
}

/** The database cannot take a write just now: full or failing disk, or locked for too long. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export interface OpenStoreOptions extends MigrationOptions {
  /** Whether the write-ahead log is somebody else's to empty, as in a cluster; default false. */
  readonly keepsWal?: boolean;
}

/** A statement waits so long for another process's write, in ms. */
const busyTimeoutMs = 5_000;

/**
 * Opens the database, checks it, and migrates it.
 * @throws StoreUnusable when the file is damaged or was written by a newer release
 */
export function openStore(path: string, options: OpenStoreOptions): Store {
  const isNew = path === ':memory:' || !existsSync(path);
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const checkIntegrity = !isNew && options.checkIntegrity !== false;
  return takeIntoUse(openFile(path), path, { ...options, checkIntegrity });
}

/** The rest of `openStore`, once SQLite has the file; closes it when it cannot be used. */
export function takeIntoUse(sqlite: SqliteFile, path: string, options: OpenStoreOptions): Store {
  try {
    setPragmas(sqlite, path);
    if (options.keepsWal === true) sqlite.run('PRAGMA wal_autocheckpoint = 0');
    if (options.checkIntegrity !== false) checkIntegrity(sqlite, path);
    const db = drizzle(sqlite);
    migrateStore(sqlite, db, path, options);
    if (path !== ':memory:') chmodSync(path, 0o600);
    return makeStore(path, db, sqlite);
  } catch (error) {
    sqlite.close();
    throw isDamage(error) ? damagedStore(path, error) : error;
  }
}

function openFile(path: string): SqliteFile {
  try {
    return new SqliteFile(path, { create: true, strict: true });
  } catch (error) {
    throw isDamage(error) ? damagedStore(path, error) : error;
  }
}

function setPragmas(sqlite: Database, path: string): void {
  // First, so that the pragmas below wait for a command that is writing rather than fail.
  sqlite.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run('PRAGMA synchronous = FULL');
  sqlite.run('PRAGMA foreign_keys = ON');
  // Deleted content is overwritten. FAST would leave it in pages that become free.
  sqlite.run('PRAGMA secure_delete = ON');
  sqlite.run('PRAGMA temp_store = MEMORY');
  sqlite.run('PRAGMA cache_size = -8000');
  const expected: readonly (readonly [string, string | number])[] = [
    ['journal_mode', path === ':memory:' ? 'memory' : 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    ['busy_timeout', busyTimeoutMs],
  ];
  for (const [pragma, value] of expected) {
    const row = sqlite.query(`PRAGMA ${pragma}`).values()[0];
    if (row?.[0] !== value) {
      throw new StoreUnusable(
        `The database ${path} refuses ${pragma}=${value} (it is ${row?.[0]}); it must lie on a local disk that supports write-ahead logging.`,
      );
    }
  }
}

/**
 * A connection whose `close` really closes. SQLite keeps a connection, its files and its locks until every
 * statement is finalized. If the garbage collector did that, long after `close`, nobody could take the database
 * out of WAL mode until then.
 */
export class SqliteFile extends Database {
  readonly #statements = new Set<WeakRef<{ finalize(): void }>>();
  readonly #collected = new FinalizationRegistry<WeakRef<{ finalize(): void }>>((gone) => {
    this.#statements.delete(gone);
    this.#hasGarbage = true;
  });
  /**
   * Whether statements were collected. They are finalized only when the collector sweeps their memory, which may be
   * long after.
   */
  #hasGarbage = false;

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
    for (const reference of this.#statements) {
      const statement = reference.deref();
      if (statement === undefined) this.#hasGarbage = true;
      else statement.finalize();
    }
    this.#statements.clear();
    super.close();
    // Sweeps now, in 10 ms or more: until then SQLite keeps the connection and the write-ahead log.
    if (this.#hasGarbage && this.filename !== ':memory:') Bun.gc(true);
  }
}

function makeStore(path: string, db: BunSQLiteDatabase, sqlite: Database): Store {
  const begin = sqlite.query('BEGIN IMMEDIATE');
  const commit = sqlite.query('COMMIT');
  const rollback = sqlite.query('ROLLBACK');
  const mark = sqlite.query('SAVEPOINT work');
  const release = sqlite.query('RELEASE work');
  const undo = sqlite.query('ROLLBACK TO work');
  const disk = { isRefusing: false };

  function refusal(error: unknown): unknown {
    const seen = asUnavailable(error);
    if (seen instanceof StoreUnavailable && !isLocked(error)) disk.isRefusing = true;
    return seen;
  }

  function transaction<T>(work: () => T): T {
    try {
      begin.run();
    } catch (error) {
      throw refusal(error);
    }
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      // Some failures (a full disk) have ended the transaction already.
      if (sqlite.inTransaction) rollback.run();
      throw refusal(error);
    }
  }

  return {
    path,
    db,
    sqlite,
    disk,
    transaction,
    relaxedTransaction(work) {
      sqlite.run('PRAGMA synchronous = NORMAL');
      try {
        return transaction(work);
      } finally {
        sqlite.run('PRAGMA synchronous = FULL');
      }
    },
    savepoint() {
      // Outside a transaction a savepoint would begin its own, and releasing it would commit.
      if (!sqlite.inTransaction) throw new Error('a savepoint needs a transaction');
      mark.run();
      return {
        release: () => void release.run(),
        rollback: () => {
          if (!sqlite.inTransaction) return;
          undo.run();
          release.run();
        },
      };
    },
    close() {
      sqlite.close();
    },
  };
}

function asUnavailable(error: unknown): unknown {
  return isTransient(error)
    ? new StoreUnavailable(`The database cannot be written: ${(error as Error).message}`, {
        cause: error,
      })
    : error;
}

/** Whether the disk or a lock is the reason, so that the same work may succeed later. */
export function isTransient(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  const isOfDisk = typeof code === 'string' && /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code);
  return isOfDisk || isLocked(error);
}

/** Whether another process holds the lock. */
function isLocked(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}

/**
 * Keeps a prepared statement (or any value derived from a store) per store, created at its first use.
 * Building a query costs more than running it; the paths that a storm takes use this.
 */
export function perStore<T>(make: (store: Store) => T): (store: Store) => T {
  const made = new WeakMap<Store, T>();
  return (store) => {
    const known = made.get(store);
    if (known !== undefined) return known;
    const value = make(store);
    made.set(store, value);
    return value;
  };
}
