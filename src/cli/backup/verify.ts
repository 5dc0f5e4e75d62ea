import { Command } from 'commander';
import { migrationsDir } from '../../installation/assets.ts';
import { backupPath } from '../../installation/paths.ts';
import { checkBackup } from '../../store/backups/check-backup.ts';
import { loadCommandConfig } from '../command-config.ts';
import { printJson } from '../output.ts';
import { withBackup } from './find-backup.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('read a backup from end to end: checksum, database, and whether it can be used')
    .argument('<file>')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  faiwatch backup verify /mnt/usb/before-the-move.db.zst\n')
    .action((file: string, options: { data?: string; json?: boolean }) => {
      const config = loadCommandConfig(options);
      return withBackup(config, file, async (path) => {
        const scratch = `${backupPath(config.data, 'verify', Date.now())}.plain.part`;
        const checked = await checkBackup(path, scratch, migrationsDir());
        const { manifest, databaseBytes, schemaVersion } = checked;
        if (options.json) {
          printJson({
            file: path,
            is_whole: true,
            has_checksum: manifest !== null,
            created_at: manifest?.created_at ?? null,
            app_version: manifest?.app_version ?? null,
            schema_version: schemaVersion,
            database_bytes: databaseBytes,
          });
          return;
        }
        const origin =
          manifest === null
            ? 'a plain database, of which no checksum is known'
            : `made ${manifest.created_at} by release ${manifest.app_version}`;
        process.stdout.write(`${file} is whole: ${origin}; ${databaseBytes} bytes\n`);
      });
    });
}
