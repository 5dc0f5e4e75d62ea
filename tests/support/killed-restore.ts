/**
 * Restores a backup, and kills itself right before the k-th call of node:fs that changes something.
 *
 *   bun killed-restore.ts BACKUP DATABASE KEEP_AS K
 *
 * Ends with 0 when there was no k-th call.
 */
import { mock } from 'bun:test';
import * as fs from 'node:fs';

const [backup = '', path = '', keepAs = '', k = '0'] = process.argv.slice(2);
const changing = [
  'chmodSync',
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
] as const;

let calls = 0;
function before(): void {
  calls += 1;
  if (calls === Number(k)) process.kill(process.pid, 'SIGKILL');
}

const real = { ...fs };
const watched = Object.fromEntries(
  changing.map((name) => [
    name,
    (...args: unknown[]) => {
      before();
      return Reflect.apply(real[name], real, args);
    },
  ]),
);
await mock.module('node:fs', () => ({ ...real, ...watched }));
// Only now, so that it gets the watched functions.
const { restoreBackup } = await import('../../src/store/backups/restore-backup.ts');
await restoreBackup(backup, { path, keepAs, migrationsDir: 'drizzle', nowMs: 0 });
