import { Command } from 'commander';
import { createCommand } from './create.ts';
import { listCommand } from './list.ts';
import { pruneCommand } from './prune.ts';
import { restoreCommand } from './restore.ts';
import { verifyCommand } from './verify.ts';

export function backupCommand(): Command {
  const command = new Command('backup').description('copies of the database').addHelpText(
    'after',
    `
The running server makes a backup every night and keeps 7 daily, 4 weekly and 6 monthly ones in the
data directory, under backups/. [backup] in faiwatch.toml sets the time, how many are kept, and a
folder or bucket to which each backup is brought besides.

FILE is a path, or the name of a backup as "list" shows it; "directory:NAME" and "s3:NAME" take it
from there.
`,
  );
  command.addCommand(createCommand());
  command.addCommand(listCommand());
  command.addCommand(verifyCommand());
  command.addCommand(restoreCommand());
  command.addCommand(pruneCommand());
  return command;
}
