import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestStore } from '../../tests/support/monitor.ts';
import { backUpAside } from './back-up-aside.ts';
import { readMeta, writeMeta } from './meta.ts';
import { openStore, StoreUnusable } from './open.ts';

let dir: string;
const path = (name: string) => join(dir, name);

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-aside-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

test('copies what was written, while more is being written', async () => {
  const store = openTestStore(path('a.db'));
  writeMeta(store, 'alive_at', '1');
  const copying = backUpAside(path('a.db'), path('copies/one.db'));
  writeMeta(store, 'alive_at', '2');
  expect(await copying).toBe(statSync(path('copies/one.db')).size);
  store.close();

  expect(statSync(path('copies/one.db')).mode & 0o777).toBe(0o600);
  expect(readdirSync(path('copies'))).toEqual(['one.db']);
  const copy = openStore(path('copies/one.db'), { migrationsDir: 'drizzle' });
  expect(['1', '2']).toContain(readMeta(copy, 'alive_at') ?? 'missing');
  copy.close();
});

test('never writes over a copy', async () => {
  openTestStore(path('b.db')).close();
  await backUpAside(path('b.db'), path('b-copy.db'));
  const again = backUpAside(path('b.db'), path('b-copy.db'));
  await expect(again).rejects.toThrow(StoreUnusable);
});

test('leaves nothing behind when it fails', async () => {
  const copying = backUpAside(path('nowhere.db'), path('none/copy.db'));
  await expect(copying).rejects.toThrow(/unable to open/);
  expect(readdirSync(path('none'))).toEqual([]);
  expect(existsSync(path('nowhere.db'))).toBe(false);
});
