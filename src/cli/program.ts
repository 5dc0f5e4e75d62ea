import { Command } from 'commander';
import { version } from '../../package.json';
import { adminCommand } from './admin.ts';
import { backupCommand } from './backup/command.ts';
import { clusterCommand } from './cluster/command.ts';
import { completionCommand } from './completion.ts';
import { doctorCommand } from './doctor/command.ts';
import { firmwareCommand } from './firmware/command.ts';
import { healthCommand } from './health.ts';
import { keysCommand } from './keys.ts';
import { serveCommand } from './serve.ts';
import { serviceCommand } from './service/command.ts';
import { simulateCommand } from './simulate/command.ts';
import { updateCommand } from './update/command.ts';
import { sayWrongUsage } from './wrong-usage.ts';

/**
 * Makes the program with all commands and their options.
 * @param complain where wrong usage is said; default stderr
 */
export function makeProgram(
  complain: (text: string) => unknown = (text) => process.stderr.write(text),
): Command {
  const program = new Command('faiwatch')
    .description(
      'Watches the mains at customers’ homes and tells people when it fails and when it is back.',
    )
    .version(version)
    .configureHelp({ showGlobalOptions: true });

  for (const command of [
    serveCommand(),
    adminCommand(),
    keysCommand(),
    simulateCommand(),
    backupCommand(),
    clusterCommand(),
    firmwareCommand(),
    doctorCommand(),
    healthCommand(),
    serviceCommand(),
    updateCommand(),
  ]) {
    program.addCommand(command);
  }

  program.addCommand(completionCommand(program));
  return withOwnWords(program, complain);
}

/**
 * Has every command throw, as commander would end the process with codes of its own, and say wrong usage in
 * this program's words.
 */
function withOwnWords(command: Command, complain: (text: string) => unknown): Command {
  command
    .exitOverride()
    .configureOutput({ outputError: (text) => void complain(sayWrongUsage(text)) });
  for (const child of command.commands) withOwnWords(child, complain);
  return command;
}
