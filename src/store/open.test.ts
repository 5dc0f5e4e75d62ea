import { describe, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, restoreBackup } from './backup.ts';
import { openStore, StoreUnavailable, StoreUnusable } from './open.ts';
import { meta } from './schema.ts';
import { ServerRunning, takeServerLock } from './server-lock.ts';

const migrationsDir = 'drizzle';
const folder = () => mkdtempSync(join(tmpdir(), 'faiwatch-store-'));

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreUnusable);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

/** The migrations as a later release would have them: with one more. */
function laterMigrations(): string {
  const path = join(folder(), 'drizzle');
  cpSync(migrationsDir, path, { recursive: true });
  const file = join(path, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const last = journal.entries.at(-1);
  const tag = '9999_later';
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(path, `${tag}.sql`), 'CREATE TABLE later (id INTEGER PRIMARY KEY);');
  return path;
}

describe('opening the store', () => {
  test('sets what durability needs, and lets nobody else read it', () => {
    const path = join(folder(), 'deep', 'faiwatch.db');
    const { sqlite } = openStore(path, { migrationsDir });
    const read = (pragma: string) => sqlite.query(`PRAGMA ${pragma}`).values()[0]?.[0];
    expect(read('journal_mode')).toBe('wal');
    expect(read('synchronous')).toBe(2);
    expect(read('foreign_keys')).toBe(1);
    expect(read('busy_timeout')).toBe(5000);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('a relaxed transaction leaves the next one as durable as before', () => {
    const store = openStore(':memory:', { migrationsDir });
    store.relaxedTransaction(() => {
      expect(store.sqlite.query('PRAGMA synchronous').values()[0]?.[0]).toBe(1);
    });
    expect(store.sqlite.query('PRAGMA synchronous').values()[0]?.[0]).toBe(2);
  });

  test('copies the database before a migration changes it', () => {
    const dir = folder();
    const path = join(dir, 'faiwatch.db');
    const first = openStore(path, { migrationsDir });
    first.db.insert(meta).values({ key: 'alive_at', value: '5' }).run();
    first.close();
    const copy = join(dir, 'backups', 'before.db');
    const second = openStore(path, { migrationsDir: laterMigrations(), backupPath: () => copy });
    expect(
      second.sqlite.query("SELECT name FROM sqlite_master WHERE name = 'later'").all(),
    ).toHaveLength(1);
    second.close();
    const kept = openStore(copy, { migrationsDir });
    expect(kept.db.select().from(meta).all()).toEqual([{ key: 'alive_at', value: '5' }]);
  });

  test('refuses a database of a newer release', () => {
    const path = join(folder(), 'faiwatch.db');
    openStore(path, { migrationsDir: laterMigrations() }).close();
    expect(messageOf(() => openStore(path, { migrationsDir }))).toContain('newer release');
  });

  test.each([0, 50_000])('refuses a file damaged at byte %d and names the way out', (offset) => {
    const path = join(folder(), 'faiwatch.db');
    const store = openStore(path, { migrationsDir });
    store.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)');
    store.close();
    writeSync(openSync(path, 'r+'), Buffer.alloc(9_000, 0xa5), 0, 9_000, offset);
    const message = messageOf(() => openStore(path, { migrationsDir }));
    expect(message).toContain('backup restore');
    expect(message).not.toContain('\n');
  });

  test('takes a failed piece back without the rest', () => {
    const store = openStore(':memory:', { migrationsDir });
    expect(() =>
      store.transaction(() => {
        store.db.insert(meta).values({ key: 'alive_at', value: '1' }).run();
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.db.select().from(meta).all()).toEqual([]);
  });

  test('says that it is unavailable while another process writes', () => {
    const path = join(folder(), 'faiwatch.db');
    const one = openStore(path, { migrationsDir });
    const two = openStore(path, { migrationsDir });
    two.sqlite.run('PRAGMA busy_timeout = 0');
    one.transaction(() => {
      expect(() => two.transaction(() => {})).toThrow(StoreUnavailable);
    });
    two.transaction(() => {});
  });
});

describe('a backup', () => {
  test('made in the middle of writes comes back whole, and what was there is kept', () => {
    const dir = folder();
    const path = join(dir, 'faiwatch.db');
    const store = openStore(path, { migrationsDir });
    store.db.insert(meta).values({ key: 'alive_at', value: 'then' }).run();
    const copy = join(dir, 'copy.db');
    expect(backUp(store, copy)).toBeGreaterThan(0);
    store.db.update(meta).set({ value: 'later' }).run();
    store.close();
    const kept = join(dir, 'kept.db');
    restoreBackup(copy, path, kept, { migrationsDir });
    const restored = openStore(path, { migrationsDir });
    expect(restored.db.select().from(meta).get()?.value).toBe('then');
    const before = openStore(kept, { migrationsDir });
    expect(before.db.select().from(meta).get()?.value).toBe('later');
  });

  test('that is damaged, foreign or missing changes nothing', () => {
    const dir = folder();
    const path = join(dir, 'faiwatch.db');
    openStore(path, { migrationsDir }).close();
    const before = readFileSync(path);
    const wrong = join(dir, 'wrong.db');
    writeFileSync(wrong, 'this is no database, though it is long enough to look at');
    const restore = (file: string) =>
      messageOf(() => restoreBackup(file, path, join(dir, 'kept.db'), { migrationsDir }));
    expect(restore(wrong)).toContain('not a readable database');
    expect(restore(join(dir, 'missing.db'))).toContain('There is no file');
    expect(readFileSync(path)).toEqual(before);
    expect(existsSync(join(dir, 'kept.db'))).toBe(false);
  });

  test('is not written over a file that is there', () => {
    const dir = folder();
    const store = openStore(join(dir, 'faiwatch.db'), { migrationsDir });
    expect(messageOf(() => backUp(store, store.path))).toContain('is there already');
  });
});

test('one server at a time works on a data directory', () => {
  const path = join(folder(), 'serve.lock');
  const release = takeServerLock(path);
  expect(() => takeServerLock(path)).toThrow(ServerRunning);
  release();
  takeServerLock(path)();
});
