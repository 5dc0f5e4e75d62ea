import { Command } from 'commander';
import { removeFirmware } from '../../actions/firmware/remove-firmware.ts';
import type { Board } from '../../domain/devices/device-type.ts';
import { commandLine } from '../../domain/people/actor.ts';
import { readClock } from '../../server/clock.ts';
import { withData } from '../open-data.ts';
import { printJson } from '../output.ts';
import { boardOption, openFirmwareShelf } from './options.ts';

export function removeCommand(): Command {
  return new Command('remove')
    .description('remove an image; not while it is being rolled out')
    .argument('<version>')
    .requiredOption('--board <board>', 'which board it is for', boardOption)
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Boards that run it go on with it. What is known of its failures is forgotten.

Example:
  faiwatch firmware remove 1.0.3 --board s2-mini
`,
    )
    .action((version: string, options: { board: Board; data?: string; json?: boolean }) =>
      withData(options, ({ dataDir, store }) => {
        const { board } = options;
        const shelf = openFirmwareShelf(dataDir);
        removeFirmware({ store }, shelf, { board, version }, commandLine, readClock());
        if (options.json) printJson({ board, version, removed: true });
        else process.stdout.write(`${board} ${version}: removed\n`);
      }),
    );
}
