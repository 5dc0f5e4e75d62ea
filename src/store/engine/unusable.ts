import type { Database } from 'bun:sqlite';

/** The database cannot be used at all; the message is one sentence for the operator. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/** @throws StoreUnusable, and what SQLite says of a file that is no database */
export function checkIntegrity(sqlite: Database, path: string): void {
  const rows = sqlite.query('PRAGMA quick_check(1)').values();
  if (rows[0]?.[0] !== 'ok') throw damagedStore(path, rows[0]?.[0]);
}

/** The words to an operator about a damaged database. @param cause the words of SQLite */
export function damagedStore(path: string, cause: unknown): StoreUnusable {
  const text = cause instanceof Error ? cause.message : String(cause);
  // SQLite reports over several lines; the last says what is wrong.
  const detail = text.split('\n').at(-1);
  return new StoreUnusable(
    `The database ${path} is damaged (${detail}). Restore the last good copy with: faiwatch backup restore FILE`,
  );
}

/** Whether SQLite says that a file is damaged. */
export function isDamage(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}
