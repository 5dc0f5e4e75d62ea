import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { migrationsDir } from '../assets.ts';
import { loadConfig } from '../config.ts';
import { backupPath, databasePath, lockPath } from '../paths.ts';
import { backUp, restoreBackup } from '../store/backup.ts';
import { ServerRunning, takeServerLock } from '../store/server-lock.ts';
import { withData } from './open-data.ts';
import { CommandFailed, printJson } from './output.ts';

export function backupCommand(): Command {
  const command = new Command('backup').description('copies of the database');
  command
    .command('create')
    .description('copy the database, while the server runs or not')
    .argument('[file]', 'default: a dated file in the data directory under backups/')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action((file: string | undefined, options: { data?: string; json?: boolean }) =>
      withData(options, ({ dataDir, store }) => {
        const path = resolve(file ?? backupPath(dataDir, 'manual', Date.now()));
        const bytes = backUp(store, path);
        if (options.json) printJson({ file: path, bytes });
        else process.stdout.write(`${path}  ${bytes} bytes\n`);
      }),
    );
  command
    .command('restore')
    .description('put a backup in place of the database; the server must be stopped')
    .argument('<file>')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action((file: string, options: { data?: string; json?: boolean }) => {
      const { data } = loadConfig({ data: options.data }, process.env);
      const keptAs = backupPath(data, 'before-restore', Date.now());
      restore(data, resolve(file), keptAs);
      if (options.json) printJson({ restored: resolve(file), kept_as: keptAs });
      else process.stdout.write(`restored; the database before is kept as ${keptAs}\n`);
    });
  return command;
}

function restore(dataDir: string, file: string, keptAs: string): void {
  mkdirSync(dirname(keptAs), { recursive: true, mode: 0o700 });
  const release = lockForRestore(dataDir);
  try {
    restoreBackup(file, databasePath(dataDir), keptAs, { migrationsDir: migrationsDir() });
  } finally {
    release();
  }
}

function lockForRestore(dataDir: string): () => void {
  try {
    return takeServerLock(lockPath(dataDir));
  } catch (error) {
    if (!(error instanceof ServerRunning)) throw error;
    throw new CommandFailed('The server is running on this data directory; stop it first.');
  }
}
