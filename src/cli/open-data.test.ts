import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestStore } from '../../tests/support/monitor.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { noteShipped } from '../cluster/beside-the-leader.ts';
import { clusterDir, commandsDir, openedPath } from '../cluster/paths.ts';
import { WalReader } from '../cluster/wal.ts';
import { databasePath, lockPath } from '../installation/paths.ts';
import { takeServerLock } from '../store/engine/server-lock.ts';
import { withData } from './open-data.ts';

test('what a command in a cluster may have written and not shipped is left for the node to judge', async () => {
  const data = tempDir('command');
  openTestStore(databasePath(data)).close();
  mkdirSync(clusterDir(data));
  const leave = takeServerLock(lockPath(data));
  const working = withData({ data }, ({ store }) => {
    expect(readdirSync(commandsDir(data))).toHaveLength(1);
    store.transaction(() => {});
    throw new Error('halfway');
  });
  await expect(working).rejects.toThrow('halfway');
  expect(existsSync(openedPath(data))).toBe(true);
  expect(readdirSync(commandsDir(data))).toEqual([]);
  leave();
});

test('a command on a machine that follows does not open its database', async () => {
  const data = tempDir('command');
  mkdirSync(clusterDir(data));
  await expect(withData({ data }, () => {})).rejects.toThrow('does not lead its cluster');
  expect(existsSync(databasePath(data))).toBe(false);
  expect(readdirSync(commandsDir(data))).toEqual([]);
});

test('a command in a cluster is done once the files that it changed are in the log, too', async () => {
  const data = tempDir('command');
  openTestStore(databasePath(data)).close();
  mkdirSync(clusterDir(data));
  const leave = takeServerLock(lockPath(data));
  const written = Promise.withResolvers<void>();
  let isDone = false;
  const working = withData({ data }, ({ store }) => {
    store.transaction(() => store.sqlite.run('CREATE TABLE t (v)'));
    mkdirSync(join(data, 'firmware'));
    writeFileSync(join(data, 'firmware', 'app.bin'), 'an image');
    written.resolve();
  }).then(() => {
    isDone = true;
  });
  await written.promise;
  const reader = new WalReader(`${databasePath(data)}-wal`);
  reader.read();
  if (reader.position === null) throw new Error('nothing was committed');
  const wal = { salts: [...reader.position.salts] as [number, number], frames: 1_000 };
  noteShipped(data, { wal, filesAt: 0 });
  // Several of its looks.
  await Bun.sleep(200);
  expect(isDone).toBe(false);
  noteShipped(data, { wal, filesAt: Date.now() + 60_000 });
  await working;
  leave();
});
