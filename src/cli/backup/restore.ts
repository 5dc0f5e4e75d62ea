import { mkdirSync } from 'node:fs';
import { Command } from 'commander';
import { restoreFromBackup } from '../../actions/backups/restore-from-backup.ts';
import { isClusterData } from '../../cluster/beside-the-leader.ts';
import { commandLine } from '../../domain/people/actor.ts';
import { migrationsDir } from '../../installation/assets.ts';
import { backupsDir, databasePath, lockPath, replacedPath } from '../../installation/paths.ts';
import { readClock } from '../../server/clock.ts';
import type { EndedAgain } from '../../store/backups/end-revived.ts';
import { clearKilledRestore } from '../../store/backups/restore-backup.ts';
import { ServerRunning, takeServerLock } from '../../store/engine/server-lock.ts';
import { loadCommandConfig } from '../command-config.ts';
import { CommandFailed, printJson } from '../output.ts';
import { withBackup } from './find-backup.ts';

export function restoreCommand(): Command {
  return new Command('restore')
    .description('put a backup in place of the database; the server must be stopped')
    .argument('<file>')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The database that is replaced is kept under backups/. A backup of an earlier release is brought up
to date; one of a newer release is refused. What happened since the backup is not in it: devices
that were enrolled later have to be enrolled again. What ended since stays ended, as far as the
database that is replaced can tell; the command says what that was.

Examples:
  systemctl stop faiwatch
  faiwatch backup restore faiwatch-20261121T200000Z-nightly.db.zst --data /var/lib/faiwatch
  faiwatch backup restore s3:faiwatch-20261121T200000Z-nightly.db.zst --data /var/lib/faiwatch
  systemctl start faiwatch
`,
    )
    .action(async (file: string, options: { data?: string; json?: boolean }) => {
      const config = loadCommandConfig(options);
      const path = databasePath(config.data);
      mkdirSync(config.data, { recursive: true, mode: 0o700 });
      const release = lockForRestore(config.data);
      try {
        clearKilledRestore(path, backupsDir(config.data));
        await withBackup(config, file, async (backup) => {
          const now = readClock();
          const keepAs = replacedPath(config.data, now.wallMs);
          const { keptAs, ended } = await restoreFromBackup(
            { backup, name: file, path, keepAs, migrationsDir: migrationsDir() },
            commandLine,
            now,
          );
          if (options.json) {
            const { isCompared, keys, questioned, devices, recipients, deletedCustomers } = ended;
            const again = { is_compared: isCompared, keys, questioned, devices, chats: recipients };
            const answer = { restored: backup, kept_as: keptAs, ended_again: again };
            printJson({ ...answer, deleted_customers: deletedCustomers });
          } else process.stdout.write(describeRestore(keptAs, ended));
        });
      } finally {
        release();
      }
    });
}

function describeRestore(keptAs: string | null, ended: EndedAgain): string {
  const kept = keptAs === null ? '' : `; the database before is kept as ${keptAs}`;
  const lines = [
    `restored${kept}`,
    'Everybody has to log in again. Operators and their passwords are those of the backup.',
    ...describeEnded(ended),
  ];
  return `${lines.join('\n')}\n`;
}

function* describeEnded({
  isCompared,
  keys,
  questioned,
  devices,
  recipients,
  deletedCustomers,
}: EndedAgain): Generator<string> {
  if (!isCompared) {
    yield 'Nothing is known about what has ended since the backup. Look through keys, devices and chats: those revoked, transferred, released or disconnected since then are back.';
  }
  if (keys.length > 0) {
    yield `Revoked or transferred since the backup, and so revoked again: ${keys.join(', ')}`;
  }
  if (questioned.length > 0) {
    yield `Not confirmed by the owner of the account, so they open nothing until confirmed: ${questioned.join(', ')}`;
  }
  if (devices.length > 0) {
    yield `Given another owner since the backup, so to be set up again with a valid key: ${devices.join(', ')}`;
  }
  if (deletedCustomers.length > 0) {
    yield `Deleted since the backup, and back with it: customers ${deletedCustomers.join(', ')}. The console lists them under "Asked to be deleted": delete them again.`;
  }
  if (recipients > 0)
    yield `Chats that were disconnected since the backup, and stay so: ${recipients}`;
}

function lockForRestore(dataDir: string): () => void {
  if (isClusterData(dataDir)) {
    throw new CommandFailed(
      'These are the data of one machine of a cluster. Restore the backup into a directory of its own, and begin a new cluster with it.',
    );
  }
  try {
    return takeServerLock(lockPath(dataDir));
  } catch (error) {
    if (!(error instanceof ServerRunning)) throw error;
    throw new CommandFailed('The server is running on this data directory; stop it first.');
  }
}
