import type { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The migrations that a database has, or that a release has. */
interface SchemaVersion {
  readonly count: number;
  /** When the newest migration was generated: epoch ms of drizzle-kit's journal. 0: none. */
  readonly newest: number;
}

/** The migrations of this release. */
export function readOurSchema(migrationsDir: string): SchemaVersion {
  const text = readFileSync(join(migrationsDir, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(text) as { entries: readonly { when: number }[] };
  return { count: entries.length, newest: entries.at(-1)?.when ?? 0 };
}

/** The migrations of a database. Null: it has no tables of this program. */
export function readSchema(sqlite: Database): SchemaVersion | null {
  const hasTable =
    sqlite
      .query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '__drizzle_migrations'")
      .values().length > 0;
  if (!hasTable) return null;
  const [count, newest] =
    sqlite.query('SELECT count(*), max(created_at) FROM __drizzle_migrations').values()[0] ?? [];
  return { count: Number(count ?? 0), newest: Number(newest ?? 0) };
}
