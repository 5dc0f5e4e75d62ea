/** The executable: `faiwatch COMMAND`. */
import { CommanderError } from 'commander';
import { reportFailure } from './output.ts';
import { makeProgram } from './program.ts';

/** What is written is readable by this user alone: keys, tokens and backups lie in the data. */
process.umask(0o077);

const program = makeProgram();

try {
  await program.parseAsync();
} catch (error) {
  // Help and version end this way, too, with code 0; whatever else commander says is wrong usage.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  process.exit(reportFailure(error));
}
