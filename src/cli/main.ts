/** The executable: `faiwatch COMMAND`. */
import { CommanderError } from 'commander';
import { reportFailure } from './output.ts';
import { makeProgram } from './program.ts';

/** Only this user may read new files: they contain keys, tokens and backups. */
process.umask(0o077);

const [, , first, second] = process.argv;
const showsAll = first === 'help' && second === 'all';
const program = await makeProgram({ isServing: first === 'serve', showsAll });
if (showsAll) {
  program.outputHelp();
  process.exit(0);
}

try {
  await program.parseAsync();
} catch (error) {
  // Help and version end this way, too, with code 0. All other errors of commander are wrong usage.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  process.exit(reportFailure(error));
}
