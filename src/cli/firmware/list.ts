import { Command } from 'commander';
import { describeImages } from '../../actions/firmware/describe-firmware.ts';
import { finish } from '../../domain/steps.ts';
import { readImages } from '../../store/firmware/firmware-images.ts';
import { countVersions } from '../../store/firmware/firmware-outcomes.ts';
import { withData } from '../open-data.ts';
import { printJson, printTable } from '../output.ts';
import { openFirmwareShelf } from './options.ts';

export function listCommand(): Command {
  return new Command('list')
    .description('list the firmware, its roll-out and its failures')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action((options: { data?: string; json?: boolean }) =>
      withData(options, ({ dataDir, store }) => {
        const shelf = openFirmwareShelf(dataDir);
        const images = describeImages(
          { store },
          shelf,
          readImages(store),
          finish(countVersions(store)),
        );
        if (options.json) printJson(images);
        else if (images.length === 0) process.stdout.write('There is no firmware yet.\n');
        else {
          printTable(
            ['BOARD', 'VERSION', 'ROLLED OUT', 'INSTALLED', 'FAILED', 'FLASHED', 'ADDED'],
            images.map((image) => [
              image.board,
              image.version,
              describeRollout(image),
              String(image.installed_count),
              String(image.failed_count),
              image.is_for_flashing ? 'yes' : 'no',
              image.added_at,
            ]),
          );
        }
      }),
    );
}

/** A roll-out in words: `10 % and 2 devices, paused`. */
export function describeRollout(image: {
  readonly percent: number;
  readonly device_ids: readonly string[];
  readonly is_paused: boolean;
  readonly is_missing: boolean;
}): string {
  if (image.is_missing) return 'its files are lost; add it again';
  const { length } = image.device_ids;
  const named = length === 0 ? '' : ` and ${length} ${length === 1 ? 'device' : 'devices'}`;
  return `${image.percent} %${named}${image.is_paused ? ', paused' : ''}`;
}
