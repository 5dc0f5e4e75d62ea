import { Command } from 'commander';
import { version } from '../../package.json';
import { serveCommand } from './serve.ts';
import { sayWrongUsage } from './wrong-usage.ts';

interface ProgramOptions {
  /** The service alone is asked for: it does without all other commands and what they import. */
  readonly isServing?: boolean;
  /** Whether the help lists every command, and not only what an operator needs in a month. */
  readonly showsAll?: boolean;
  /** Where wrong usage is said; default stderr. */
  readonly complain?: (text: string) => unknown;
}

/** Makes the program with its commands and their options. */
export async function makeProgram({
  isServing = false,
  showsAll = false,
  complain = (text) => process.stderr.write(text),
}: ProgramOptions = {}): Promise<Command> {
  const program = new Command('faiwatch')
    .description(
      'Watches the mains at customers’ homes and tells people when it fails and when it is back.',
    )
    .version(version)
    .configureHelp({ showGlobalOptions: true })
    .addCommand(serveCommand());
  if (!isServing) {
    const { otherCommands, rareCommands } = await import('./other-commands.ts');
    for (const command of otherCommands(program)) {
      const hidden = !showsAll && rareCommands.has(command.name());
      program.addCommand(command, { hidden });
    }
    if (!showsAll) program.addHelpText('after', '\n`faiwatch help all` lists all commands.');
  }
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
