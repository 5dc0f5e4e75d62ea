import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Subprocess } from 'bun';
import { CommandFailed } from '../output.ts';
import { FirmwareDevice } from './firmware-device.ts';
import { parseLogLine } from './firmware-log.ts';
import { type DeviceCredential, type Fleet, makeCounters } from './fleet.ts';
import type { DevicePlan } from './plan.ts';

interface FirmwareFleetOptions {
  /** The executable. */
  readonly program: string;
  readonly plan: readonly DevicePlan[];
  /** One for each device of the plan, in its order. */
  readonly credentials: readonly DeviceCredential[];
  readonly server: URL;
  readonly transport: 'mqtt' | 'http';
}

/**
 * Finds simdevice.
 * @param named the path that the user gave. Null: beside this program, or on the PATH
 * @throws CommandFailed when it is not there
 */
export function findSimdevice(named: string | null): string {
  const beside = join(dirname(process.execPath), 'simdevice');
  const path = named ?? (existsSync(beside) ? beside : Bun.which('simdevice'));
  if (path !== null && existsSync(path)) return path;
  throw new CommandFailed(
    `${path ?? 'simdevice'} was not found: build it with "sh firmware/build-simdevice.sh dist/simdevice", and name it with --firmware`,
  );
}

/** Boards that run the firmware, all in one process of `simdevice`. */
export class FirmwareFleet implements Fleet {
  readonly devices: readonly FirmwareDevice[];
  readonly counters = makeCounters();
  readonly #options: FirmwareFleetOptions;
  readonly #dir: string;
  #child: Subprocess<'pipe', 'pipe', 'pipe'> | null = null;
  #hasHeardAll: Promise<void> = Promise.resolve();
  #failure: string | null = null;

  constructor(options: FirmwareFleetOptions) {
    this.#options = options;
    this.#dir = mkdtempSync(join(tmpdir(), 'faiwatch-simulate-'));
    this.devices = options.plan.map(
      ({ deviceId }, index) =>
        new FirmwareDevice(deviceId, this.counters, (command) =>
          this.#say(`@${index + 1} ${command}`),
        ),
    );
  }

  get failure(): string | null {
    return this.#failure;
  }

  switchOn(): void {
    const { program, plan, credentials, server, transport } = this.#options;
    const boards = join(this.#dir, 'boards');
    const lines = plan.map((device, index) => describeBoard(device, credentials[index]));
    writeFileSync(boards, lines.join('\n'), { mode: 0o600 });
    const child = Bun.spawn(
      [
        ...[program, '--boards', boards, '--store', join(this.#dir, 'store')],
        ...['--server', server.href, '--quit-with-stdin'],
        // A firmware that was made to crash stays down until it is told to start again.
        ...['--watchdog-ms', '0'],
        ...(transport === 'http' ? ['--transport', 'http'] : []),
      ],
      { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' },
    );
    this.#child = child;
    this.#hasHeardAll = this.#listen(child);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    child?.kill();
    await this.#hasHeardAll;
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #say(command: string): void {
    const { stdin } = this.#child ?? {};
    stdin?.write(`${command}\n`);
    stdin?.flush();
  }

  async #listen(child: Subprocess<'pipe', 'pipe', 'pipe'>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of child.stdout) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#heed(line);
      }
    } catch (error) {
      this.#failure = `simdevice says what nobody understands: ${(error as Error).message}`;
      child.kill();
    }
    const complaint = await new Response(child.stderr).text();
    const code = await child.exited;
    // The end of the process is no failure after `stop`.
    if (this.#child === child) {
      this.#failure ??= complaint.trim() || `simdevice ended with ${code}`;
    }
  }

  #heed(text: string): void {
    const line = parseLogLine(text);
    if (line.board !== undefined) {
      this.devices[line.board - 1]?.heed(line);
      return;
    }
    const order = /^@(\d+) (.*)$/.exec(line.line ?? '');
    if (line.event !== 'control' || line.state !== 'begun' || order === null) return;
    this.devices[Number(order[1]) - 1]?.commanded(order[2] ?? '', line.t);
  }
}

function describeBoard(plan: DevicePlan, credential: DeviceCredential | undefined): string {
  if (credential === undefined) throw new Error('there are too few activation keys');
  return [
    ...['--device-id', plan.deviceId, '--board', plan.deviceType],
    ...['--key', credential.activationKey, '--phone', credential.phone],
    ...(plan.hasMainsSense ? ['--mains-sense'] : []),
  ].join(' ');
}
