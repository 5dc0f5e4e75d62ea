import { expect, test } from 'bun:test';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { loadConfig } from '../installation/config.ts';
import { databasePath } from '../installation/paths.ts';
import { realTime } from '../server/clock.ts';
import type { Closer } from '../server/close-all.ts';
import { readMeta } from '../store/engine/meta.ts';
import type { Store } from '../store/engine/open.ts';
import { markDeleted } from '../store/engine/sweep-file.ts';
import { openData } from './open-data.ts';

async function close(closers: Closer[]): Promise<void> {
  for (const end of closers.reverse()) await end();
}

test('a file that was found damaged is judged before the next start opens it, and left as it was', async () => {
  const data = tempDir('open-data');
  const config = loadConfig({ data }, {});
  const path = databasePath(data);
  const open = (closers: Closer[]) => openData(config, realTime, closers, undefined);

  const first: Closer[] = [];
  await open(first);
  await close(first);
  const whole = readFileSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(9_000, 0xa5), 0, 9_000, 50_000);
  closeSync(file);
  const damaged = readFileSync(path);

  const second: Closer[] = [];
  const { store, damage } = await open(second);
  store.transaction(() => store.sqlite.run("INSERT INTO meta VALUES ('alive_at', '1')"));
  expect((await damage).message).toContain('backup restore');
  await close(second);

  const third: Closer[] = [];
  await expect(open(third)).rejects.toThrow('is damaged');
  await close(third);
  expect(readFileSync(path).equals(damaged)).toBe(true);

  for (const left of [`${path}-wal`, `${path}-shm`]) rmSync(left, { force: true });
  writeFileSync(path, whole);
  for (let start = 0; start < 2; start += 1) {
    const later: Closer[] = [];
    await open(later);
    await close(later);
  }
});

test('the start after a deletion rewrites the file, once', async () => {
  const config = loadConfig({ data: tempDir('open-data') }, {});
  const start = async (work: (store: Store) => void = () => {}) => {
    const closers: Closer[] = [];
    const { store, sweep } = await openData(config, realTime, closers, undefined);
    work(store);
    await close(closers);
    return sweep;
  };
  const erase = (store: Store) =>
    store.transaction(() => {
      store.sqlite.run("INSERT INTO meta VALUES ('alive_at', '7')");
      markDeleted(store);
    });
  expect(await start(erase)).toBe(null);
  expect(await start()).toBe('swept');
  const keep = (store: Store) => expect(readMeta(store, 'alive_at')).toBe('7');
  expect(await start(keep)).toBe(null);
});
