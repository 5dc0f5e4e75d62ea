import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openTestStore, testStart } from '../../../tests/support/monitor.ts';
import type { SteadyWriterData } from '../../../tests/support/steady-writer.ts';
import { backUpAside } from './back-up-aside.ts';
import { restoreBackup } from './restore-backup.ts';

/** The rows a database has: how many, and the number of the last. */
function readWritten(path: string): { readonly count: number; readonly last: number } {
  const database = new Database(path);
  const [count, last] = database.query('SELECT count(*), max(n) FROM written').values()[0] ?? [];
  database.close();
  return { count: Number(count), last: Number(last) };
}

test('a backup taken under 2,000 writes a second loses nothing acknowledged before it began', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'faiwatch-load-'));
  const path = join(dir, 'faiwatch.db');
  const store = openTestStore(path);
  // Enough that a copy takes a while.
  store.sqlite.run('CREATE TABLE filler (content BLOB)');
  const insert = store.sqlite.query('INSERT INTO filler VALUES (randomblob(1000000))');
  for (let i = 0; i < 30; i += 1) insert.run();

  const workerData: SteadyWriterData = { path, acknowledged: new SharedArrayBuffer(4) };
  const counter = new Int32Array(workerData.acknowledged);
  const writer = new Worker(new URL('../../../tests/support/steady-writer.ts', import.meta.url), {
    workerData,
  });
  const failed = new Promise<never>((_resolve, reject) => writer.once('error', reject));
  const progress = async (beyond: number) => {
    while (Atomics.load(counter, 0) <= beyond) await Promise.race([Bun.sleep(1), failed]);
  };
  await progress(0);

  for (let round = 1; round <= 3; round += 1) {
    const acknowledged = Atomics.load(counter, 0);
    const backup = join(dir, `round-${round}.db.zst`);
    await backUpAside(path, backup, { appVersion: '1.2.3', nowMs: testStart });
    // It went on meanwhile.
    await progress(acknowledged);
    const restored = join(dir, `restored-${round}`, 'faiwatch.db');
    const keepAs = join(dir, 'kept.db');
    await restoreBackup(backup, { path: restored, keepAs, migrationsDir: 'drizzle', nowMs: 0 });
    const { count, last } = readWritten(restored);
    expect(last).toBeGreaterThanOrEqual(acknowledged);
    // Nor is there a hole before the last.
    expect(count).toBe(last);
  }

  const ended = new Promise((resolve) => writer.once('message', resolve));
  writer.postMessage('end');
  await ended;
  await writer.terminate();
  store.close();
  rmSync(dir, { recursive: true });
}, 60_000);
