import { existsSync } from 'node:fs';
import { CommandFailed } from '../output.ts';

/** Whether systemd runs this machine (sd_booted(3)), unlike in a container or while an image is made. */
export function isSystemdRunning(): boolean {
  return existsSync('/run/systemd/system');
}

export function assertRoot(): void {
  if (process.getuid?.() !== 0) throw new CommandFailed('This needs root: use sudo.');
}

/** Runs a program. @throws CommandFailed with what the program said */
export function runProgram(...command: string[]): void {
  const child = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' });
  if (child.exitCode === 0) return;
  const [said = ''] = child.stderr.toString().trim().split('\n');
  throw new CommandFailed(`${command.join(' ')} failed${said === '' ? '' : `: ${said}`}`);
}

export function hasProgram(name: string): boolean {
  return Bun.which(name) !== null;
}

/** The ids of a user. Null: there is no user of this name. */
export function findUser(name: string): { readonly uid: number; readonly gid: number } | null {
  const asked = Bun.spawnSync(['id', '-u', name], { stderr: 'ignore' });
  const group = Bun.spawnSync(['id', '-g', name], { stderr: 'ignore' });
  if (asked.exitCode !== 0 || group.exitCode !== 0) return null;
  return { uid: Number(asked.stdout.toString()), gid: Number(group.stdout.toString()) };
}

/** Makes a user for the service who cannot log in, unless there is a user of this name. */
export function makeUser(name: string, home: string): { uid: number; gid: number } {
  const found = findUser(name);
  if (found !== null) return { ...found };
  if (hasProgram('useradd')) {
    runProgram(
      ...['useradd', '--system', '--user-group', '--no-create-home'],
      ...['--home-dir', home, '--shell', '/usr/sbin/nologin', name],
    );
  } else if (hasProgram('adduser')) {
    // BusyBox has other programs, as on Alpine.
    runProgram('addgroup', '-S', name);
    runProgram('adduser', '-S', '-D', '-H', '-h', home, '-s', '/sbin/nologin', '-G', name, name);
  } else {
    throw new CommandFailed(`There is no useradd here; create the system user ${name} by hand.`);
  }
  const made = findUser(name);
  if (made === null) throw new CommandFailed(`The user ${name} was created, but does not exist.`);
  return { ...made };
}
