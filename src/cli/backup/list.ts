import { Command, Option } from 'commander';
import { openBackupShelf, openBackupTargets } from '../../installation/backups.ts';
import type { Config } from '../../installation/config.ts';
import type { StoredBackup } from '../../store/backups/backup-target.ts';
import { loadCommandConfig } from '../command-config.ts';
import { CommandFailed, printJson, printTable } from '../output.ts';

export function listCommand(): Command {
  return new Command('list')
    .description('list the backups, newest first')
    .addOption(
      new Option('--target <target>', 'those brought elsewhere').choices(['directory', 's3']),
    )
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action(async (options: { target?: string; data?: string; json?: boolean }) => {
      const config = loadCommandConfig(options);
      const found = await readBackups(config, options.target);
      const rows = found
        .sort((one, other) => other.createdAt - one.createdAt)
        .map(({ name, bytes, createdAt, reason }) => ({
          name,
          size_bytes: bytes,
          created_at: new Date(createdAt).toISOString(),
          reason,
        }));
      if (options.json) printJson(rows);
      else if (rows.length === 0) process.stdout.write('There are no backups.\n');
      else {
        printTable(
          ['NAME', 'BYTES', 'MADE', 'WHY'],
          rows.map((row) => [row.name, String(row.size_bytes), row.created_at, row.reason]),
        );
      }
    });
}

async function readBackups(config: Config, kind: string | undefined): Promise<StoredBackup[]> {
  if (kind === undefined) return openBackupShelf(config.data).list();
  const target = openBackupTargets(config).find((one) => one.kind === kind);
  if (target === undefined) throw new CommandFailed(`No ${kind} is set under [backup].`);
  return target.list();
}
