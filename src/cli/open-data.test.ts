import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { openTestStore } from '../../tests/support/monitor.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { clusterDir, commandsDir, openedPath } from '../cluster/paths.ts';
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
