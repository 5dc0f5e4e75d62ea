import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import {
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { laterMigrations } from '../../../tests/support/migrations.ts';
import { listReleaseDatabases } from '../../../tests/support/release-databases.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { finish } from '../../domain/steps.ts';
import { devices } from '../devices/tables.ts';
import { listEvents } from '../fleet/event-list.ts';
import { openStore, SqliteFile, StoreUnavailable } from './open.ts';
import { ServerRunning, takeServerLock } from './server-lock.ts';
import { meta } from './tables.ts';
import { StoreUnusable } from './unusable.ts';

const migrationsDir = 'drizzle';
const folder = () => tempDir('faiwatch-store');

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreUnusable);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
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

  test('migrates no damaged file, even if the file is to be walked through later', () => {
    const path = join(folder(), 'faiwatch.db');
    openStore(path, { migrationsDir }).close();
    writeSync(openSync(path, 'r+'), Buffer.alloc(9_000, 0xa5), 0, 9_000, 50_000);
    const later = { migrationsDir: laterMigrations(), checkIntegrity: false };
    expect(messageOf(() => openStore(path, later))).toContain('damaged');
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
    // That proves nothing against the disk.
    expect(two.disk.isRefusing).toBe(false);
    two.transaction(() => {});
  });
});

test('one server at a time works on a data directory', () => {
  const path = join(folder(), 'serve.lock');
  const release = takeServerLock(path);
  expect(() => takeServerLock(path)).toThrow(ServerRunning);
  release();
  takeServerLock(path)();
});

/** Opens a database of an earlier release, changed beforehand. */
function openEarlier(change: (old: Database) => void): ReturnType<typeof openStore> {
  const [release] = listReleaseDatabases();
  const path = join(folder(), 'faiwatch.db');
  writeFileSync(path, Bun.zstdDecompressSync(readFileSync(release?.file ?? '')));
  const old = new Database(path);
  change(old);
  old.close();
  return openStore(path, { migrationsDir });
}

test('a board of an earlier release may say the number that its owner had when it was set up', () => {
  const since = Date.UTC(2100, 0, 1);
  const store = openEarlier((old) => {
    const edit = (from: string, to: string, at: number) => {
      old.run('UPDATE customers SET phone = ? WHERE id = 1', [to]);
      old.run(
        `INSERT INTO audit_log (at, actor, action, subject, before, after)
        VALUES (?, 'admin:admin', 'customer.edit', 'customer:1', ?, ?)`,
        [at, JSON.stringify({ phone: from }), JSON.stringify({ phone: to })],
      );
    };
    edit('+66810000001', '+66899999998', since);
    edit('+66899999998', '+66899999999', since + 1);
  });
  const said = store.sqlite
    .query<{ customer: number; phone: string }, []>(
      `SELECT DISTINCT customer_id AS customer, enrolled_phone AS phone FROM activation_keys
      WHERE device_row IS NOT NULL AND customer_id IN (1, 2) ORDER BY 1`,
    )
    .all();
  store.close();
  expect(said).toEqual([
    { customer: 1, phone: '+66810000001' },
    { customer: 2, phone: '+66810000002' },
  ]);
});

test('a silence that an earlier release counted as a loss counts once it proves to be one', () => {
  const store = openEarlier((old) => {
    old.run('UPDATE outages SET flaps = 3');
    old.run(
      `UPDATE outages SET interrupted_at = down_at, interrupted_cause = 'mains'
      WHERE id = (SELECT max(id) FROM outages)`,
    );
  });
  const counts = store.sqlite.query<{ flaps: number }, []>(
    'SELECT flaps FROM outages ORDER BY id DESC LIMIT 2',
  );
  expect(counts.all()).toEqual([{ flaps: 2 }, { flaps: 3 }]);
  store.close();
});

test('closing lets go of the files, whatever was prepared', () => {
  const dir = folder();
  const path = join(dir, 'a.db');
  const sqlite = new SqliteFile(path, { create: true, strict: true });
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run('CREATE TABLE t (a)');
  const insert = sqlite.prepare('INSERT INTO t VALUES (?)');
  insert.run(1);
  const unread = sqlite.prepare('SELECT a FROM t');
  expect(unread.values()).toEqual([[1]]);
  expect(openFiles(dir)).not.toEqual([]);
  sqlite.close();
  expect(openFiles(dir)).toEqual([]);
  expect(readdirSync(dir)).toEqual(['a.db']);
});

test('closing lets go of the files when statements are garbage that was not cleared away', async () => {
  const dir = folder();
  // In a process of its own, since the test runner clears away what it collects at once.
  const script = `
    import { SqliteFile } from ${JSON.stringify(join(import.meta.dir, 'open.ts'))};
    for (let round = 0; round < 10; round++) {
      const sqlite = new SqliteFile(${JSON.stringify(join(dir, 'a.db'))}, { create: true });
      sqlite.run('PRAGMA journal_mode = WAL');
      sqlite.run('CREATE TABLE IF NOT EXISTS t (a)');
      for (let n = 0; n < 300; n++) sqlite.prepare('SELECT ' + n).all();
      // References hold until their turn of the event loop ends.
      await Bun.sleep(1);
      Bun.gc(false);
      await Bun.sleep(1);
      sqlite.close();
      console.log((await Array.fromAsync(new Bun.Glob('*').scan(${JSON.stringify(dir)}))).join(' '));
    }`;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' });
  const left = (await new Response(child.stdout).text()).trim().split('\n');
  expect(left).toEqual(Array.from({ length: 10 }, () => 'a.db'));
});

test('statements that drizzle prepared do not keep a closed store open', () => {
  const dir = folder();
  const path = join(dir, 'a.db');
  const store = openStore(path, { migrationsDir });
  store.transaction(() => store.db.select().from(devices).all());
  store.close();
  expect(openFiles(dir)).toEqual([]);
  const other = new Database(path);
  expect(other.query('PRAGMA journal_mode = DELETE').values()).toEqual([['delete']]);
  other.close();
});

test('a plus before a value keeps the plan of a statement, and changes no comparison', () => {
  const sqlite = new SqliteFile(':memory:');
  sqlite.run('CREATE TABLE t (a INTEGER, b TEXT)');
  sqlite.run('CREATE INDEX ones ON t (b) WHERE a = 1');
  const planFor = (where: string, value: number) =>
    sqlite.query(`EXPLAIN QUERY PLAN SELECT b FROM t WHERE ${where} ORDER BY b`).values(value);
  expect(planFor('a = ?', 1)).not.toEqual(planFor('a = ?', 2));
  expect(planFor('a = +?', 1)).toEqual(planFor('a = +?', 2));
  sqlite.run("INSERT INTO t VALUES (1, '1'), (NULL, NULL)");
  const count = (where: string, value: string | number | null) =>
    sqlite.query(`SELECT count(*) FROM t WHERE ${where}`).values(value)[0]?.[0];
  expect(count('a = +?', '1')).toBe(1);
  expect(count('b = +?', 1)).toBe(1);
  expect(count('a IS +?', null)).toBe(1);
  sqlite.close();
});

/** Files of a directory that this process holds open. */
function openFiles(dir: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(join('/proc/self/fd', descriptor));
      return file.startsWith(dir) ? [file] : [];
    } catch {
      return [];
    }
  });
}

test('hourly heartbeats of an earlier release still belong to who had the board then', () => {
  let former: readonly unknown[] = [];
  const store = openEarlier((old) => {
    const add =
      old.query(`INSERT INTO events (device_row, customer_id, event_type, occurred_at, created_at)
      SELECT id, ?1, 'HEARTBEAT', ?2, ?2 FROM devices WHERE id = 1 RETURNING id`);
    old.run('UPDATE devices SET customer_id = 1, owned_since = 5000 WHERE id = 1');
    former = [add.values(2, 4_000), add.values(1, 6_000)].flat(2);
  });
  const ofEach = [2, 1].map((customerId) =>
    finish(
      listEvents(
        store,
        { q: '', filter: 'HEARTBEAT', customerId, to: 10_000 },
        { page: 1, limit: 10 },
      ),
    ).rows.map(({ id }) => id),
  );
  const marked = store.sqlite
    .query('SELECT customer_id FROM events WHERE occurred_at IN (4000, 6000) ORDER BY occurred_at')
    .values();
  store.close();
  expect(ofEach).toEqual(former.map((id) => [Number(id)]));
  expect(marked).toEqual([[2], [null]]);
});
