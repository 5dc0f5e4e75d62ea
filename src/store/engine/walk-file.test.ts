import { expect, test } from 'bun:test';
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../../../tests/e2e/wait-for.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { openStore, type Store } from './open.ts';
import { walkFile } from './walk-file.ts';

const options = { migrationsDir: 'drizzle', checkIntegrity: false };

function makeDatabase(): string {
  const path = join(tempDir('walk'), 'faiwatch.db');
  openStore(path, options).close();
  return path;
}

function write(store: Store): void {
  store.transaction(() => store.sqlite.run("INSERT INTO meta VALUES ('alive_at', '1')"));
}

/** @returns whether all of the log was copied into the file */
function checkpoint(store: Store): boolean {
  return store.sqlite.query('PRAGMA wal_checkpoint(TRUNCATE)').values()[0]?.[0] === 0;
}

test('damage is found, and nothing is written over it, not even at the end', async () => {
  const path = makeDatabase();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(9_000, 0xa5), 0, 9_000, 50_000);
  closeSync(file);
  const before = readFileSync(path);
  const store = openStore(path, options);
  const walk = walkFile(path);
  store.sqlite.run('PRAGMA busy_timeout = 0');
  write(store);
  const { message } = await walk.damage;
  expect(message).toContain('backup restore');
  expect(message).not.toContain('\n');

  expect(checkpoint(store)).toBe(false);
  store.close();
  await walk.close();
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(existsSync(`${path}-wal`)).toBe(true);
});

test('a whole file is written to as usual once it is judged', async () => {
  const path = makeDatabase();
  const store = openStore(path, options);
  const walk = walkFile(path);
  store.sqlite.run('PRAGMA busy_timeout = 0');
  write(store);
  await waitFor('the walk to end', () => checkpoint(store));
  store.close();
  await walk.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
});
