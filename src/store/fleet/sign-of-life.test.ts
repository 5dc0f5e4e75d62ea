import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { readMeta } from '../engine/meta.ts';
import { openStore, type Store } from '../engine/open.ts';
import { noteAlive, readAlive, storeAlive } from './sign-of-life.ts';

const at = Date.UTC(2026, 0, 15, 5, 0, 0);
const migrationsDir = join(import.meta.dir, '../../../drizzle');
let store: Store;
const note = () => `${store.path}-alive`;

beforeEach(() => {
  store = openStore(join(tempDir('sign-of-life'), 'faiwatch.db'), { migrationsDir });
});
afterEach(() => store.close());

const say = (ms: number, isShared = false) => noteAlive(store, at + ms, isShared);
const stored = () => Number(readMeta(store, 'alive_at')) - at;
const read = () => (readAlive(store) ?? Number.NaN) - at;

test('a server that never ran has given no sign', () => {
  expect(readAlive(store)).toBeNull();
});

test('the database has it once a minute, the file each time in between', () => {
  const seen = [0, 10_000, 50_000, 60_000, 70_000].map((ms) => {
    say(ms);
    return [read(), stored()];
  });
  expect(seen).toEqual([
    [0, 0],
    [10_000, 0],
    [50_000, 0],
    [60_000, 60_000],
    [70_000, 60_000],
  ]);
  expect(readFileSync(note()).length).toBe(40);
});

test('a note counts only after the entry of the database that it follows', () => {
  say(0);
  say(20_000);
  store.transaction(() => storeAlive(store, at + 30_000));
  expect(read()).toBe(30_000);
  // As a backup has it that is restored.
  store.transaction(() => storeAlive(store, at - 86_400_000));
  expect(read()).toBe(-86_400_000);
  store.transaction(() => storeAlive(store, at));
  expect(read()).toBe(20_000);
});

test('a clock that was set back is believed at once', () => {
  say(0);
  say(10_000);
  say(-3_600_000);
  expect([read(), stored()]).toEqual([-3_600_000, -3_600_000]);
});

test('a note that a power cut left unfinished says nothing', () => {
  say(0);
  say(10_000);
  for (const left of ['', String(at), `${at} `, `${at} 17x`, 'damaged', '\0'.repeat(40)]) {
    writeFileSync(note(), left);
    expect(read()).toBe(0);
  }
});

test('where the file cannot be written the database is', () => {
  say(0);
  mkdirSync(note());
  say(10_000);
  expect([read(), stored()]).toEqual([10_000, 10_000]);
});

test('a database that other machines follow has it each time', () => {
  say(0, true);
  say(10_000, true);
  expect([read(), stored()]).toEqual([10_000, 10_000]);
  expect(existsSync(note())).toBe(false);
});
