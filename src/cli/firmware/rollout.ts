import { Command, Option } from 'commander';
import { describeImages } from '../../actions/firmware/describe-firmware.ts';
import { getImage } from '../../actions/firmware/get-firmware.ts';
import { rollOutFirmware } from '../../actions/firmware/roll-out-firmware.ts';
import type { Board } from '../../domain/devices/device-type.ts';
import { commandLine } from '../../domain/people/actor.ts';
import { finish } from '../../domain/steps.ts';
import { readClock } from '../../server/clock.ts';
import { countVersions } from '../../store/firmware/firmware-outcomes.ts';
import { withData } from '../open-data.ts';
import { CommandFailed, printJson } from '../output.ts';
import { wholeNumber } from '../whole-number.ts';
import { describeRollout } from './list.ts';
import { boardOption, openFirmwareShelf } from './options.ts';

interface RolloutOptions {
  readonly board: Board;
  readonly percent?: number;
  readonly device?: string[];
  /** False after --no-devices. */
  readonly devices: boolean;
  readonly pause?: boolean;
  readonly resume?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export function rolloutCommand(): Command {
  return new Command('rollout')
    .description('set which boards an image is offered to')
    .argument('<version>')
    .requiredOption('--board <board>', 'which board it is for', boardOption)
    .option('--percent <n>', 'per cent of the boards', wholeNumber(0, 100))
    .addOption(
      new Option('--device <id...>', 'to these besides, in place of those named before').conflicts(
        'devices',
      ),
    )
    .option('--no-devices', 'to no single devices any more')
    .addOption(new Option('--pause', 'stop offering it; the rest stays').conflicts('resume'))
    .option('--resume', 'offer it again')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
What is not given stays as it is. Boards that are reached at 10 per cent are reached at 50, too. A
board on which the version has failed is not offered it again.

Examples:
  faiwatch firmware rollout 1.1.0 --board s2-mini --device fw-a1b2c3d4e5f6
  faiwatch firmware rollout 1.1.0 --board s2-mini --percent 10
  faiwatch firmware rollout 1.1.0 --board s2-mini --pause
`,
    )
    .action((version: string, options: RolloutOptions) => {
      const change = readChange(options);
      return withData(options, ({ dataDir, store }) => {
        const { board } = options;
        rollOutFirmware({ store }, { board, version }, change, commandLine, readClock());
        const shelf = openFirmwareShelf(dataDir);
        const changed = [getImage(store, board, version)];
        const versions = finish(countVersions(store));
        for (const image of describeImages({ store }, shelf, changed, versions)) {
          if (options.json) printJson(image);
          else process.stdout.write(`${board} ${version}: ${describeRollout(image)}\n`);
        }
      });
    });
}

function readChange({ percent, device, devices, pause, resume }: RolloutOptions) {
  const isPaused = pause === true ? true : resume === true ? false : undefined;
  const deviceIds = devices ? device : [];
  if (percent === undefined && deviceIds === undefined && isPaused === undefined) {
    throw new CommandFailed(
      'say what to change: --percent, --device, --no-devices, --pause or --resume',
      2,
    );
  }
  return { percent, deviceIds, isPaused };
}
