import { Command } from 'commander';
import { boards } from '../../domain/devices/device-type.ts';
import { addCommand } from './add.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { rolloutCommand } from './rollout.ts';

export function firmwareCommand(): Command {
  const command = new Command('firmware').description('firmware of the boards').addHelpText(
    'after',
    `
A new image is used for flashing at once, and offered to no board until it is rolled out. Releases
are checked against a public key: firmware/release-key.pub.pem in the data directory, or what
firmware_public_key in the configuration says.

Boards: ${boards.join(', ')}; or the names on the serial line, such as esp32-s2-mini.
`,
  );
  command.addCommand(addCommand());
  command.addCommand(listCommand());
  command.addCommand(rolloutCommand());
  command.addCommand(removeCommand());
  return command;
}
