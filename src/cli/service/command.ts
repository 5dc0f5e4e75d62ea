import { Command } from 'commander';
import { installCommand } from './install.ts';
import { uninstallCommand } from './uninstall.ts';

export function serviceCommand(): Command {
  const command = new Command('service').description('run as a systemd service');
  command.addCommand(installCommand());
  command.addCommand(uninstallCommand());
  return command;
}
