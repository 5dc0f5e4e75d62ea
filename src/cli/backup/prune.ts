import { Command } from 'commander';
import { pruneBackups } from '../../actions/backups/prune-backups.ts';
import { commandLine } from '../../domain/people/actor.ts';
import { openBackupShelf } from '../../installation/backups.ts';
import { readClock } from '../../server/clock.ts';
import { withData } from '../open-data.ts';
import { printJson } from '../output.ts';
import { wholeNumber } from '../whole-number.ts';

export function pruneCommand(): Command {
  return new Command('prune')
    .description('remove old backups from the data directory')
    .requiredOption('--keep <n>', 'how many of the newest are kept', wholeNumber(1, 10_000))
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  faiwatch backup prune --keep 5\n')
    .action((options: { keep: number; data?: string; json?: boolean }) =>
      withData(options, ({ dataDir, store }) => {
        const shelf = openBackupShelf(dataDir);
        const removed = pruneBackups({ store }, shelf, options.keep, commandLine, readClock());
        if (options.json) printJson({ removed });
        else if (removed.length === 0) process.stdout.write('There is nothing to remove.\n');
        else process.stdout.write(`removed:\n${removed.map((name) => `  ${name}\n`).join('')}`);
      }),
    );
}
