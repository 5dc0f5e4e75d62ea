import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from './temp-dir.ts';

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/** The migrations as a later release would have them: with one more. */
export function laterMigrations(): string {
  return changeMigrations((journal, dir) => {
    const last = journal.entries.at(-1);
    if (last === undefined) throw new Error('there are no migrations');
    const tag = '9999_later';
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
    writeFileSync(join(dir, `${tag}.sql`), 'CREATE TABLE later (id INTEGER PRIMARY KEY);');
  });
}

/** The migrations as an earlier release had them: only the first so many. */
export function earlierMigrations(count: number): string {
  return changeMigrations((journal) => {
    journal.entries.length = count;
  });
}

/** The migrations before the one of this name. */
export function migrationsBefore(name: string): string {
  const place = readJournal('drizzle').entries.findIndex(({ tag }) => tag.endsWith(name));
  if (place < 0) throw new Error(`there is no migration ${name}`);
  return earlierMigrations(place);
}

/** How many there are now. */
export function countMigrations(): number {
  return readJournal('drizzle').entries.length;
}

function changeMigrations(change: (journal: Journal, dir: string) => void): string {
  const dir = join(tempDir('faiwatch-migrations'), 'drizzle');
  cpSync('drizzle', dir, { recursive: true });
  const journal = readJournal(dir);
  change(journal, dir);
  writeFileSync(join(dir, 'meta', '_journal.json'), JSON.stringify(journal));
  return dir;
}

function readJournal(dir: string): Journal {
  return JSON.parse(readFileSync(join(dir, 'meta', '_journal.json'), 'utf8'));
}
