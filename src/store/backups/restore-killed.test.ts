import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMark } from '../../../tests/support/marked-database.ts';
import { testStart } from '../../../tests/support/monitor.ts';
import { backUpAside } from './back-up-aside.ts';
import { clearKilledRestore, restoreBackup } from './restore-backup.ts';

const script = join(import.meta.dir, '..', '..', '..', 'tests', 'support', 'killed-restore.ts');

/** A data directory as a killed server leaves it: `old` stands in the log only. And a backup with `new`. */
async function makeScene(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'faiwatch-killed-'));
  const write = (value: string) => `
    import { openStore } from './src/store/engine/open.ts';
    import { writeMeta } from './src/store/engine/meta.ts';
    const store = openStore(${JSON.stringify(join(dir, 'faiwatch.db'))}, { migrationsDir: 'drizzle' });
    writeMeta(store, 'alive_at', '${value}');
    store.sqlite.run("INSERT OR IGNORE INTO customers (id, name, phone, created_at) VALUES (1, 'A', '+66811111111', 0)");
    store.sqlite.run("INSERT INTO sessions (id, customer_id, method, created_at, last_used_at) VALUES ('${value}', 1, 'key', 0, 0)");
    process.kill(process.pid, 'SIGKILL');`;
  await Bun.spawn([process.execPath, '-e', write('new')]).exited;
  const origin = { appVersion: '1.2.3', nowMs: testStart };
  await backUpAside(join(dir, 'faiwatch.db'), join(dir, 'backup.db.zst'), origin);
  await Bun.spawn([process.execPath, '-e', write('old')]).exited;
  return dir;
}

function countSessions(path: string): number {
  const database = new Database(path, { strict: true });
  const statement = database.prepare('SELECT count(*) FROM sessions');
  const count = statement.values()[0]?.[0];
  statement.finalize();
  database.close(true);
  return Number(count);
}

test('a restore that is killed at whatever step leaves the old or the new database whole', async () => {
  const scene = await makeScene();
  const seen: string[] = [];
  let isKilled = true;
  for (let step = 1; isKilled; step += 1) {
    const dir = `${scene}-${step}`;
    cpSync(scene, dir, { recursive: true });
    const backup = join(dir, 'backup.db.zst');
    const path = join(dir, 'faiwatch.db');
    const child = Bun.spawn(
      [process.execPath, script, backup, path, join(dir, 'backups', 'kept.db'), String(step)],
      { stdout: 'ignore', stderr: 'ignore' },
    );
    isKilled = (await child.exited) !== 0;
    const mark = readMark(path);
    seen.push(mark);
    // Both databases have sessions: with the new one none of them is ever seen.
    expect(countSessions(path) > 0).toBe(mark === 'old');

    // The next start clears up, and the next try succeeds.
    clearKilledRestore(path, join(dir, 'backups'));
    const keepAs = join(dir, 'backups', 'kept-again.db');
    await restoreBackup(backup, { path, keepAs, migrationsDir: 'drizzle', nowMs: testStart });
    expect(readMark(path)).toBe('new');
    rmSync(dir, { recursive: true });
  }
  rmSync(scene, { recursive: true });
  const change = seen.indexOf('new');
  expect(seen).toEqual(seen.map((_, index) => (index < change ? 'old' : 'new')));
  // It was killed before the change as well as after.
  expect(change).toBeGreaterThan(5);
  expect(seen.length - change).toBeGreaterThan(2);
}, 120_000);
