import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { version } from '../../../package.json';
import { sendBackup } from '../../actions/backups/keep-backups.ts';
import { makeBackup } from '../../actions/backups/make-backup.ts';
import { commandLine } from '../../domain/people/actor.ts';
import { reserveBytes, spaceForBackup } from '../../domain/system/system-problems.ts';
import { backupRules, openBackupShelf, openBackupTargets } from '../../installation/backups.ts';
import { databasePath } from '../../installation/paths.ts';
import { readClock } from '../../server/clock.ts';
import { backUpAside } from '../../store/backups/back-up-aside.ts';
import { TargetFailed } from '../../store/backups/backup-target.ts';
import { assertRoom, readDatabaseBytes } from '../../store/engine/disk-space.ts';
import { type CommandData, withData } from '../open-data.ts';
import { CommandFailed, printJson } from '../output.ts';

interface CreateOptions {
  readonly data?: string;
  readonly json?: boolean;
}

interface Sent {
  readonly kind: string;
  readonly where: string;
  /** Null: the backup arrived. */
  readonly error: string | null;
}

export function createCommand(): Command {
  return new Command('create')
    .description('copy the database, whether or not the server runs')
    .argument('[file]', 'where to; default: into the data directory, and to the targets')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The copy is compressed, and carries a checksum. A FILE that ends in .db gets a plain SQLite
database instead.

Examples:
  faiwatch backup create
  faiwatch backup create /mnt/usb/before-the-move.db.zst
`,
    )
    .action((file: string | undefined, options: CreateOptions) =>
      withData(options, (data) =>
        file === undefined ? createOnShelf(data, options) : createAt(data, resolve(file), options),
      ),
    );
}

async function createAt({ dataDir }: CommandData, path: string, options: CreateOptions) {
  const database = databasePath(dataDir);
  const { file, wal } = readDatabaseBytes(database);
  assertRoom(dirname(path), spaceForBackup(file + wal) + reserveBytes, 'a backup');
  const origin = { appVersion: version, nowMs: readClock().wallMs };
  const bytes = await backUpAside(database, path, origin);
  if (options.json) printJson({ file: path, bytes });
  else process.stdout.write(`${path}  ${bytes} bytes\n`);
}

async function createOnShelf(data: CommandData, options: CreateOptions) {
  const { config, dataDir, store } = data;
  const shelf = openBackupShelf(dataDir);
  const made = await makeBackup({ store }, shelf, commandLine, readClock());
  const sent: Sent[] = [];
  for (const target of openBackupTargets(config)) {
    const { kind, where } = target;
    try {
      await sendBackup(target, shelf, made, backupRules(config));
      sent.push({ kind, where, error: null });
    } catch (error) {
      if (!(error instanceof TargetFailed)) throw error;
      sent.push({ kind, where, error: error.message });
    }
  }
  const path = shelf.pathOf(made.name);
  if (options.json) {
    printJson({ file: path, bytes: made.bytes, name: made.name, targets: sent });
  } else {
    process.stdout.write(`${path}  ${made.bytes} bytes\n`);
    for (const { where, error } of sent) {
      if (error === null) process.stdout.write(`brought to ${where}\n`);
    }
  }
  const failed = sent.flatMap(({ error }) => error ?? []);
  if (failed.length > 0) throw new CommandFailed(`${failed.join(' ')} The backup itself is made.`);
}
