import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../../installation/config.ts';
import { serviceDataDir } from '../command-config.ts';
import { CommandFailed, printJson } from '../output.ts';
import { assertRoot, hasProgram, isSystemdRunning, makeUser, runProgram } from './system.ts';
import { makeUnit, unitName } from './unit.ts';

interface InstallOptions {
  readonly data: string;
  readonly user: string;
  readonly print?: boolean;
  readonly start: boolean;
  readonly json?: boolean;
}

export const unitPath = join('/etc/systemd/system', unitName);

export function installCommand(): Command {
  return new Command('install')
    .description('run as a systemd service, from now on and after every boot')
    .option('--data <dir>', 'data directory', serviceDataDir)
    .option('--user <name>', 'the user it runs as; made if it is not there', 'faiwatch')
    .option('--no-start', 'do not start it now')
    .option('--print', 'only print the unit')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
May be run again at any time: after a change of a port below 1024, or of [backup] directory, the unit
has to be written anew. Settings stand in faiwatch.toml in the data directory.

Example:
  sudo faiwatch service install
`,
    )
    .action((options: InstallOptions) => {
      const binary = findBinary(options.print === true);
      const dataDir = resolve(options.data);
      const unit = makeUnit({ binary, dataDir, user: options.user, ...readNeeds(dataDir) });
      if (options.print) {
        process.stdout.write(unit);
        return;
      }
      install(unit, dataDir, options);
    });
}

/** The rights that the configuration needs beyond the data directory. */
function readNeeds(dataDir: string): { writable: string[]; isLowPort: boolean } {
  // The service will not have the environment of this command.
  const config = loadConfig({ data: dataDir }, {});
  const ports = [
    ...[config.port, config.mqtt_port, config.mqtts_port],
    ...(config.domain === undefined ? [] : [config.https_port, config.acme_port]),
  ];
  return {
    writable: config.backup_directory === undefined ? [] : [resolve(config.backup_directory)],
    isLowPort: ports.some((port) => port !== null && port > 0 && port < 1024),
  };
}

function findBinary(isOnlyShown: boolean): string {
  if (!Bun.isStandaloneExecutable && !isOnlyShown) {
    throw new CommandFailed('This runs from source; build the executable first: npm run build');
  }
  const binary = Bun.isStandaloneExecutable ? process.execPath : '/usr/local/bin/faiwatch';
  // The service cannot see these folders (ProtectHome, PrivateTmp).
  if (/^\/(home|root|tmp|var\/tmp|run\/user)\//.test(binary)) {
    throw new CommandFailed(
      `The service cannot run ${binary}; put it into /usr/local/bin first: sudo install -m 755 ${binary} /usr/local/bin/faiwatch`,
    );
  }
  return binary;
}

function install(unit: string, dataDir: string, options: InstallOptions): void {
  assertRoot();
  if (!hasProgram('systemctl')) {
    throw new CommandFailed(
      `There is no systemd here. Let your own init system run, as the user ${options.user}: faiwatch serve --data ${dataDir}`,
    );
  }
  const { uid, gid } = makeUser(options.user, dataDir);
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chownSync(dataDir, uid, gid);
  chmodSync(dataDir, 0o700);

  const isChanged = !existsSync(unitPath) || readFileSync(unitPath, 'utf8') !== unit;
  if (isChanged) {
    mkdirSync(dirname(unitPath), { recursive: true });
    writeFileSync(`${unitPath}.part`, unit, { mode: 0o644 });
    // By this program's umask, systemd's own tools could not read the unit.
    chmodSync(`${unitPath}.part`, 0o644);
    renameSync(`${unitPath}.part`, unitPath);
  }
  const isRunning = isSystemdRunning();
  if (isRunning) runProgram('systemctl', 'daemon-reload');
  runProgram('systemctl', 'enable', unitName);
  const isStarted = isRunning && options.start;
  // Restarted even if the unit is unchanged, as the executable may be new.
  if (isStarted) runProgram('systemctl', 'restart', unitName);
  if (options.json) printJson({ unit: unitPath, changed: isChanged, started: isStarted });
  else {
    process.stdout.write(
      `${unitPath} is ${isChanged ? 'written' : 'as it was'}; the service ${isStarted ? 'runs' : 'will run after the next boot, or: systemctl start faiwatch'}\n`,
    );
  }
}
