/**
 * Where the machines of a test stand: all on this one's loopback; or, as root, each in a network namespace of its
 * own with three cables that can be pulled, and with a small disk that can be filled.
 */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What a machine reaches through a cable of its own. */
export const cables = ['nats', 'boards', 'messenger'] as const;
export type Cable = (typeof cables)[number];

export interface Place {
  /** Where boards and browsers reach the machine. */
  readonly host: string;
  /** What begins a command that runs there. */
  readonly command: readonly string[];
  pull(cable: Cable): void;
  plug(cable: Cable): void;
  fillDisk(): void;
  freeDisk(): void;
}

export interface Places {
  /** The address of the services behind a cable. */
  hostOf(cable: Cable): string;
  /** @param dataDir what its disk holds */
  place(index: number, dataDir: string): Place;
  remove(): void;
}

function never(): never {
  throw new Error('this takes machines of their own');
}

export const onLoopback: Places = {
  hostOf: () => '127.0.0.1',
  place: () => ({
    ...{ host: '127.0.0.1', command: [] },
    ...{ pull: never, plug: never, fillDisk: never, freeDisk: never },
  }),
  remove() {},
};

const diskBytes = 64 * 1_048_576;

function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
  });
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  return stdout.toString();
}

/** Names of interfaces have 15 letters at most. */
const nameOf = (pid: number, what: string) => `fw${pid.toString(36)}-${what}`;

/** The lines whose first word names something of a run that was killed. */
function leftOvers(lines: string): string[][] {
  return lines
    .split('\n')
    .map((line) => line.split(/[\s:@]+/))
    .filter(([name = '']) => {
      const [, pid] = /^fw([0-9a-z]+)-/.exec(name) ?? [];
      return pid !== undefined && !isAlive(Number.parseInt(pid, 36));
    });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes what runs that were killed have left, their machines' processes included. */
function clearDeadRuns(): void {
  for (const [name = ''] of leftOvers(run('ip', 'netns', 'list'))) {
    const pids = run('ip', 'netns', 'pids', name).split('\n').filter(Boolean);
    for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
    run('ip', 'netns', 'del', name);
  }
  for (const [, path = ''] of leftOvers(readFileSync('/proc/mounts', 'utf8'))) {
    run('umount', '-l', path);
  }
  const bridges = run('ip', '-brief', 'link', 'show', 'type', 'bridge');
  for (const [name = ''] of leftOvers(bridges)) run('ip', 'link', 'del', name);
}

/** A network for each cable, all of them on this machine. It takes root. */
export function inNamespaces(): Places {
  const { pid } = process;
  const undo: (() => void)[] = [];
  clearDeadRuns();
  const addressOf = (cable: Cable, host: number) =>
    `10.${128 + (pid & 127)}.${((pid >> 7) & 63) * 4 + cables.indexOf(cable)}.${host}`;
  const services = 254;
  const bridgeOf = (cable: Cable) => nameOf(pid, cable.slice(0, 1));
  for (const cable of cables) {
    run('ip', 'link', 'add', bridgeOf(cable), 'type', 'bridge');
    undo.push(() => run('ip', 'link', 'del', bridgeOf(cable)));
    run('ip', 'addr', 'add', `${addressOf(cable, services)}/24`, 'dev', bridgeOf(cable));
    run('ip', 'link', 'set', bridgeOf(cable), 'up');
  }
  return {
    hostOf: (cable) => addressOf(cable, services),
    place(index, dataDir) {
      const space = nameOf(pid, String(index));
      const plugOf = (cable: Cable) => nameOf(pid, `${index}${cable[0]}`);
      run('ip', 'netns', 'add', space);
      undo.push(() => run('ip', 'netns', 'del', space));
      run('ip', '-n', space, 'link', 'set', 'lo', 'up');
      for (const cable of cables) {
        const end = ['peer', 'name', cable, 'netns', space];
        run('ip', 'link', 'add', plugOf(cable), 'type', 'veth', ...end);
        run('ip', 'link', 'set', plugOf(cable), 'master', bridgeOf(cable), 'up');
        const address = `${addressOf(cable, index + 1)}/24`;
        run('ip', '-n', space, 'addr', 'add', address, 'dev', cable);
        run('ip', '-n', space, 'link', 'set', cable, 'up');
      }
      mkdirSync(dataDir, { recursive: true });
      const disk = nameOf(pid, 'disk');
      run('mount', '-t', 'tmpfs', '-o', `size=${diskBytes},mode=700`, disk, dataDir);
      // A failed story that is to be looked into leaves what was on the disks.
      if (process.env['E2E_KEEP'] === undefined) undo.push(() => run('umount', '-l', dataDir));
      const filler = join(dataDir, 'filler');
      return {
        host: addressOf('boards', index + 1),
        command: ['ip', 'netns', 'exec', space],
        pull: (cable) => run('ip', 'link', 'set', plugOf(cable), 'down'),
        plug: (cable) => run('ip', 'link', 'set', plugOf(cable), 'up'),
        fillDisk: () => fill(filler),
        freeDisk: () => rmSync(filler, { force: true }),
      };
    },
    remove() {
      for (const one of undo.splice(0).reverse()) {
        try {
          one();
        } catch (error) {
          // The rest still has to go.
          console.error(error);
        }
      }
    },
  };
}

/** Leaves no room on the disk, to the last page. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const bytes of [1_048_576, 4_096]) {
      const block = new Uint8Array(bytes);
      try {
        while (writeSync(file, block) === bytes);
      } catch {
        // It is full.
      }
    }
  } finally {
    closeSync(file);
  }
}
