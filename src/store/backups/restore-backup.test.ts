import { Database } from 'bun:sqlite';
import { beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMark, writeMark } from '../../../tests/support/marked-database.ts';
import {
  countMigrations,
  earlierMigrations,
  laterMigrations,
} from '../../../tests/support/migrations.ts';
import { testStart } from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { readMeta, writeMeta } from '../engine/meta.ts';
import { openStore, type Store } from '../engine/open.ts';
import { backUpAside } from './back-up-aside.ts';
import { clearKilledRestore, restoreBackup } from './restore-backup.ts';

const migrationsDir = 'drizzle';
const origin = { appVersion: '1.2.3', nowMs: testStart };

let dir: string;
let path: string;
let keepAs: string;

beforeEach(() => {
  dir = tempDir('faiwatch-restore');
  path = join(dir, 'faiwatch.db');
  keepAs = join(dir, 'backups', 'kept.db');
});

const restore = (backup: string) =>
  restoreBackup(backup, { path, keepAs, migrationsDir, nowMs: testStart });

describe('a restored backup', () => {
  test.each(['copy.db.zst', 'copy.db'])(
    '%s takes the place of the database, which is kept',
    async (name) => {
      writeMark(path, 'then');
      await backUpAside(path, join(dir, name), origin);
      writeMark(path, 'later');
      await restore(join(dir, name));
      expect(readMark(path)).toBe('then');
      expect(readMark(keepAs)).toBe('later');
      expect(readdirSync(dir).filter((file) => file.includes('incoming'))).toEqual([]);
    },
  );

  test('takes with it what stood only in the log of the database before', async () => {
    writeMark(join(dir, 'other.db'), 'then');
    await backUpAside(join(dir, 'other.db'), join(dir, 'copy.db.zst'), origin);
    // As a killed server leaves it: the change is in the log alone.
    const script = `
      import { openStore } from './src/store/engine/open.ts';
      import { writeMeta } from './src/store/engine/meta.ts';
      const store = openStore(${JSON.stringify(path)}, { migrationsDir: 'drizzle' });
      writeMeta(store, 'alive_at', 'in the log');
      process.kill(process.pid, 'SIGKILL');`;
    await Bun.spawn([process.execPath, '-e', script]).exited;
    expect(existsSync(`${path}-wal`)).toBe(true);
    await restore(join(dir, 'copy.db.zst'));
    expect(readMark(path)).toBe('then');
    expect(readMark(keepAs)).toBe('in the log');
  });

  test('needs no database to replace', async () => {
    writeMark(join(dir, 'other.db'), 'then');
    await backUpAside(join(dir, 'other.db'), join(dir, 'copy.db.zst'), origin);
    await restore(join(dir, 'copy.db.zst'));
    expect(readMark(path)).toBe('then');
    expect(existsSync(keepAs)).toBe(false);
  });

  test('replaces a database that is damaged where the restore reads it', async () => {
    writeMark(path, 'then');
    await backUpAside(path, join(dir, 'copy.db.zst'), origin);
    const database = new Database(path);
    const root = database.query("SELECT rootpage FROM sqlite_master WHERE name = 'admins'");
    const page = Number(root.values()[0]?.[0]);
    database.run('PRAGMA wal_checkpoint(TRUNCATE)');
    root.finalize();
    database.close();
    const bytes = readFileSync(path);
    const [from, to] = [(page - 1) * 4096, page * 4096];
    bytes.fill(0xa5, from, to);
    writeFileSync(path, bytes);
    await restore(join(dir, 'copy.db.zst'));
    expect(readMark(path)).toBe('then');
    expect(readFileSync(keepAs).subarray(from, to)).toEqual(bytes.subarray(from, to));
  });

  test('replaces a damaged database, which is kept', async () => {
    writeMark(join(dir, 'other.db'), 'then');
    await backUpAside(join(dir, 'other.db'), join(dir, 'copy.db.zst'), origin);
    writeFileSync(path, `SQLite format 3\0${'x'.repeat(9_000)}`);
    await restore(join(dir, 'copy.db.zst'));
    expect(readMark(path)).toBe('then');
    expect(readFileSync(keepAs, 'utf8')).toContain('xxx');
  });

  test('can be changed before it is in place', async () => {
    writeMark(path, 'then');
    await backUpAside(path, join(dir, 'copy.db.zst'), origin);
    await restoreBackup(join(dir, 'copy.db.zst'), {
      ...{ path, keepAs, migrationsDir, nowMs: testStart },
      onReady: (store) => writeMeta(store, 'alive_at', 'restored'),
    });
    expect(readMark(path)).toBe('restored');
    expect(readMark(keepAs)).toBe('then');
  });
});

describe('from an earlier release', () => {
  const countOf = (store: Store) =>
    store.sqlite.query('SELECT count(*) FROM __drizzle_migrations').values()[0]?.[0];

  test.each(['copy.db.zst', 'copy.db'])('%s is brought up to date by a later one', async (name) => {
    writeMark(path, 'then');
    await backUpAside(path, join(dir, name), origin);
    writeMark(path, 'now');
    const later = laterMigrations();
    await restoreBackup(join(dir, name), { path, keepAs, migrationsDir: later, nowMs: testStart });
    const store = openStore(path, { migrationsDir: later, mayMigrate: false });
    expect(countOf(store)).toBe(countMigrations() + 1);
    expect(readMeta(store, 'alive_at')).toBe('then');
    store.close();
    expect(readMark(keepAs)).toBe('now');
  });

  test('every state of the database there ever was can be restored', async () => {
    for (let count = 1; count <= countMigrations(); count += 1) {
      const old = join(dir, `release-${count}.db`);
      const earlier = openStore(':memory:', { migrationsDir: earlierMigrations(count) });
      await backUpAside(earlier, old, origin);
      earlier.close();
      const restored = join(dir, `restored-${count}.db`);
      await restoreBackup(old, { path: restored, keepAs, migrationsDir, nowMs: testStart });
      const store = openStore(restored, { migrationsDir, mayMigrate: false });
      expect(countOf(store)).toBe(countMigrations());
      store.close();
    }
  });
});

describe('changes nothing', () => {
  const refusals: [string, () => Promise<string>, RegExp][] = [
    [
      'for a backup of a newer release',
      async () => {
        openStore(join(dir, 'newer.db'), { migrationsDir: laterMigrations() }).close();
        const file = join(dir, 'newer.db.zst');
        await backUpAside(join(dir, 'newer.db'), file, { ...origin, appVersion: '9.0.0' });
        return file;
      },
      /made by release 9\.0\.0 of FaiWatch.*install that release first/,
    ],
    [
      'for a file that is no backup',
      async () => {
        writeFileSync(join(dir, 'wrong'), 'this is no database');
        return join(dir, 'wrong');
      },
      /is not a backup of FaiWatch/,
    ],
    ['for a file that is not there', async () => join(dir, 'missing'), /There is no file/],
  ];

  test.each(refusals)('%s', async (_name, make, expected) => {
    writeMark(path, 'now');
    const before = readFileSync(path);
    await expect(restore(await make())).rejects.toThrow(expected);
    expect(readFileSync(path)).toEqual(before);
    expect(existsSync(keepAs)).toBe(false);
    expect(readdirSync(dir).filter((file) => file.includes('incoming'))).toEqual([]);
  });

  test('while a command works on the database', async () => {
    writeMark(path, 'now');
    await backUpAside(path, join(dir, 'copy.db.zst'), origin);
    const command = new Database(path);
    command.run('BEGIN IMMEDIATE');
    await expect(restore(join(dir, 'copy.db.zst'))).rejects.toThrow(/Another command is working/);
    command.run('ROLLBACK');
    command.close();
    expect(readMark(path)).toBe('now');
    expect(existsSync(keepAs)).toBe(false);
  });

  test('where something is kept under that name already', async () => {
    writeMark(path, 'now');
    await backUpAside(path, join(dir, 'copy.db.zst'), origin);
    mkdirSync(join(dir, 'backups'));
    writeFileSync(keepAs, 'earlier');
    await expect(restore(join(dir, 'copy.db.zst'))).rejects.toThrow(/EEXIST/);
    expect(readFileSync(keepAs, 'utf8')).toBe('earlier');
    expect(readMark(path)).toBe('now');
  });
});

test('remains of a killed restore are removed, and no backups', () => {
  writeMark(path, 'now');
  mkdirSync(join(dir, 'backups'));
  linkSync(path, keepAs);
  writeFileSync(join(dir, 'backups', 'other.db'), 'a backup');
  writeFileSync(`${path}.incoming`, 'half of it');
  clearKilledRestore(path, join(dir, 'backups'));
  expect(readdirSync(join(dir, 'backups'))).toEqual(['other.db']);
  expect(existsSync(`${path}.incoming`)).toBe(false);
  expect(readMark(path)).toBe('now');
});
