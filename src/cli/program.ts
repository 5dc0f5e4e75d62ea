import { Command } from 'commander';
import { version } from '../../package.json';
import { adminCommand } from './admin.ts';
import { backupCommand } from './backup/command.ts';
import { completionCommand } from './completion.ts';
import { doctorCommand } from './doctor/command.ts';
import { firmwareCommand } from './firmware/command.ts';
import { healthCommand } from './health.ts';
import { keysCommand } from './keys.ts';
import { serveCommand } from './serve.ts';
import { serviceCommand } from './service/command.ts';
import { simulateCommand } from './simulate/command.ts';
import { updateCommand } from './update/command.ts';

/** Makes the program with all commands and their options. */
export function makeProgram(): Command {
  const program = new Command('faiwatch')
    .description(
      'Watches the mains at customers’ homes and tells people on Telegram when it fails.',
    )
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });

  for (const command of [
    serveCommand(),
    adminCommand(),
    keysCommand(),
    simulateCommand(),
    backupCommand(),
    firmwareCommand(),
    doctorCommand(),
    healthCommand(),
    serviceCommand(),
    updateCommand(),
  ]) {
    program.addCommand(exitsOverridden(command));
  }

  program.addCommand(exitsOverridden(completionCommand(program)));
  return program;
}

/** Has every command throw, as commander would end the process with codes of its own. */
function exitsOverridden(command: Command): Command {
  command.exitOverride();
  for (const child of command.commands) exitsOverridden(child);
  return command;
}
