import { Command } from 'commander';
import { addFirmware } from '../../actions/firmware/add-firmware.ts';
import { checkRelease } from '../../actions/firmware/check-firmware.ts';
import { AppError } from '../../domain/errors.ts';
import { commandLine } from '../../domain/people/actor.ts';
import { loadReleaseKey } from '../../installation/firmware.ts';
import { readClock } from '../../server/clock.ts';
import { withData } from '../open-data.ts';
import { CommandFailed, printJson } from '../output.ts';
import { openFirmwareShelf } from './options.ts';
import { readRelease } from './read-release.ts';

export function addCommand(): Command {
  return new Command('add')
    .description('check releases and add them; they are offered to no board yet')
    .argument('<file...>', 'the manifest of a release, its parts beside it')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Each must be signed by the release key and made for its board. If one of them is not, none is taken.

Example:
  faiwatch firmware add faiwatch-firmware-*-1.1.0.json
`,
    )
    .action((files: string[], options: { data?: string; json?: boolean }) =>
      withData(options, ({ config, dataDir, store }) => {
        const key = loadReleaseKey(config);
        const shelf = openFirmwareShelf(dataDir);
        const releases = files.map((file) => ({ file, release: readRelease(file) }));
        for (const { file, release } of releases) about(file, () => checkRelease(release, key));
        const added = releases.map(({ file, release }) => {
          const now = readClock();
          const isNew = about(file, () =>
            addFirmware({ store }, shelf, key, release, commandLine, now),
          );
          return { board: release.board, version: release.version, is_new: isNew };
        });
        if (options.json) printJson(added);
        else {
          for (const { board, version, is_new: isNew } of added) {
            process.stdout.write(`${board} ${version}: ${isNew ? 'added' : 'is there already'}\n`);
          }
        }
      }),
    );
}

/** Makes a fault of a file a failure that names the file, not wrong usage. @throws CommandFailed */
function about<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CommandFailed(`${file}: ${error.message}`);
  }
}
