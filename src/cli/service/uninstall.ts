import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { serviceDataDir } from '../command-config.ts';
import { CommandFailed, printJson } from '../output.ts';
import { unitPath } from './install.ts';
import { assertRoot, findUser, hasProgram, isSystemdRunning, runProgram } from './system.ts';
import { unitName } from './unit.ts';

interface UninstallOptions {
  readonly data: string;
  readonly user: string;
  readonly purge?: boolean;
  readonly json?: boolean;
}

export function uninstallCommand(): Command {
  return new Command('uninstall')
    .description('stop the systemd service and remove it; the data stays')
    .option('--data <dir>', 'data directory', serviceDataDir)
    .option('--user <name>', 'the user it runs as', 'faiwatch')
    .option('--purge', 'remove the data, all backups in it, and the user, too')
    .option('--json', 'print JSON')
    .action((options: UninstallOptions) => {
      assertRoot();
      const dataDir = resolve(options.data);
      const wasInstalled = existsSync(unitPath);
      if (wasInstalled && hasProgram('systemctl')) {
        if (isSystemdRunning()) runProgram('systemctl', 'stop', unitName);
        runProgram('systemctl', 'disable', unitName);
      }
      rmSync(unitPath, { force: true });
      if (wasInstalled && isSystemdRunning()) runProgram('systemctl', 'daemon-reload');
      if (options.purge) purge(dataDir, options.user);
      const isKept = existsSync(dataDir);
      if (options.json) printJson({ removed: wasInstalled, data: isKept ? dataDir : null });
      else {
        process.stdout.write(
          wasInstalled ? 'The service is removed.\n' : 'There was no service.\n',
        );
        if (isKept) process.stdout.write(`The data is kept in ${dataDir}.\n`);
      }
    });
}

function purge(dataDir: string, user: string): void {
  // A folder that was named by mistake must not be deleted.
  const isOurs = ['faiwatch.db', 'serve.lock'].some((name) => existsSync(`${dataDir}/${name}`));
  if (existsSync(dataDir) && !isOurs && dataDir !== serviceDataDir) {
    throw new CommandFailed(`${dataDir} does not look like a data directory; remove it by hand.`);
  }
  rmSync(dataDir, { recursive: true, force: true });
  if (findUser(user) === null) return;
  if (hasProgram('userdel')) runProgram('userdel', user);
  else if (hasProgram('deluser')) runProgram('deluser', user);
}
