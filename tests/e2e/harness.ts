/**
 * The binary alone in an empty directory, and what a story needs around it.
 *
 * E2E_BINARY: another executable than dist/faiwatch. E2E_KEEP: leave the directories for a look.
 */
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { copyFile, link, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findFreePort } from '../../scripts/bench/lib/ports.ts';
import {
  everyModule,
  type RunningServer,
  startServer,
  withoutOurVariables,
} from '../../scripts/bench/lib/server.ts';
import { enrolAnswerSchema } from '../../src/contract/fleet/device.ts';
import {
  type FakeTelegram,
  type FakeTelegramOptions,
  startFakeTelegram,
} from '../fakes/telegram/fake-telegram.ts';
import { Board } from './board.ts';
import { Data } from './data.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** An open file that the log goes to. */
  readonly stderr?: number;
  /** The messenger to talk to; default none. */
  readonly telegram?: { readonly token: string; readonly apiRoot: string };
}

export interface Server extends RunningServer {
  /** Of the pages and calls, without a slash at the end. */
  readonly url: string;
  /** A figure of /metrics; 0 when it is missing. */
  metric(name: string): Promise<number>;
}

/** The executable under test: the one `npm run build` makes, or the one E2E_BINARY names. */
export function findTestedBinary(): string {
  const path = process.env['E2E_BINARY'] ?? join(import.meta.dir, '..', '..', 'dist', 'faiwatch');
  if (!existsSync(path)) {
    throw new Error(`There is no executable ${path}; the stories need it: npm run build`);
  }
  return path;
}

/** Puts the executable, alone, into an empty directory. With `await using` all of it goes again. */
export async function installBinary(): Promise<Home> {
  copied ??= copyForRun(findTestedBinary());
  const source = await copied;
  const dir = await mkdtemp(join(tmpdir(), 'faiwatch-e2e-'));
  const binary = join(dir, 'faiwatch');
  await link(source, binary).catch(() => copyFile(source, binary, constants.COPYFILE_FICLONE));
  return new Home(dir, binary);
}

let copied: Promise<string> | undefined;

/** A run of all tests has one copy in its folder, for all of its processes: 150 MB for each home add up. */
async function copyForRun(tested: string): Promise<string> {
  const folder = process.env['TESTS_RUN_IN'];
  if (folder === undefined) return tested;
  const copy = join(folder, 'faiwatch');
  if (existsSync(copy)) return copy;
  const own = `${copy}.${process.pid}`;
  await copyFile(tested, own);
  await rename(own, copy);
  return copy;
}

export class Home implements AsyncDisposable {
  readonly dir: string;
  readonly binary: string;
  /** Where the server keeps its data: its own default, seen from the directory it starts in. */
  readonly data: Data;
  readonly #atEnd: (() => unknown)[] = [];

  constructor(dir: string, binary: string) {
    this.dir = dir;
    this.binary = binary;
    this.data = new Data(join(dir, 'faiwatch-data'));
  }

  /** Registers something to end with the story, even if the story fails. */
  defer(end: () => unknown): void {
    this.#atEnd.push(end);
  }

  /** Runs a command to its end. */
  async run(...args: string[]): Promise<CommandResult> {
    return runProgram([this.binary, ...args], this.dir);
  }

  /** Runs a command that prints JSON. @throws Error when it fails */
  async runForJson(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.run(...args, '--json');
    if (code !== 0) throw new Error(`faiwatch ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Starts the server, on ports of its own choice unless `args` say others. */
  async serve(options: ServeOptions = {}): Promise<Server> {
    const { args = [] } = options;
    const server = await startServer({
      binary: this.binary,
      cwd: this.dir,
      dataDir: this.data.dir,
      args,
      stderr: options.stderr,
      env: environmentOf(options),
    });
    this.defer(async () => {
      await server.kill();
      await server.removeData();
    });
    const scheme = args.includes('--tls-cert') ? 'https' : 'http';
    const url = `${scheme}://127.0.0.1:${server.http}`;
    return { ...server, url, metric: (name) => readMetric(server, url, name) };
  }

  /** Starts the server and does not wait until it is ready; what it says goes to server.log. */
  spawnServer(options: ServeOptions): Bun.Subprocess {
    const { args = [] } = options;
    const log = openSync(join(this.dir, 'server.log'), 'a');
    const child = Bun.spawn([this.binary, 'serve', '--host', '127.0.0.1', ...args], {
      cwd: this.dir,
      env: { ...withoutOurVariables(process.env), ...everyModule, ...environmentOf(options) },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: log,
    });
    closeSync(log);
    this.defer(() => child.kill('SIGKILL'));
    return child;
  }

  /** Starts the strict fake messenger. */
  async startTelegram(options?: FakeTelegramOptions): Promise<FakeTelegram> {
    const telegram = await startFakeTelegram(options);
    this.defer(() => telegram.stop());
    return telegram;
  }

  /** Makes keys with the command, as an operator does. */
  async createKeys(count: number): Promise<readonly string[]> {
    const made = await this.runForJson(
      ...['keys', 'create', '--count', String(count), '--type', 'key_only'],
    );
    return z
      .array(z.object({ key_code: z.string() }))
      .parse(made)
      .map((key) => key.key_code);
  }

  /** Names in the directory. */
  async list(): Promise<readonly string[]> {
    return (await readdir(this.dir)).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#atEnd.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        // The rest still has to be ended.
        console.error(error);
      }
    }
    // E2E_KEEP leaves the folder, so that a failed story can be looked into.
    if (process.env['E2E_KEEP'] === undefined) await rm(this.dir, { recursive: true, force: true });
    else console.info(`kept: ${this.dir}`);
  }
}

/** Enrols a board over HTTP. @throws Error with the answer when it is refused */
export async function enrolBoard(
  server: Server,
  board: { readonly deviceId: string; readonly key: string; readonly phone: string },
): Promise<Board> {
  const response = await fetch(`${server.url}/api/device/v1/enrol`, {
    method: 'POST',
    body: JSON.stringify({
      device_id: board.deviceId,
      activation_key: board.key,
      phone: board.phone,
      device_type: 's2-mini',
      firmware_version: '1.0.0',
    }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`Enrolment answered ${response.status}: ${text}`);
  const { device_token } = enrolAnswerSchema.parse(JSON.parse(text));
  return new Board({ device_id: board.deviceId, device_token });
}

/**
 * Runs a program to its end, without any FAIWATCH_ variable of the caller's. Its output goes through files: with
 * pipes to many children at once, Bun 1.4 sometimes stops reading one.
 */
export async function runProgram(
  command: readonly string[],
  cwd: string = tmpdir(),
): Promise<CommandResult> {
  const dir = await mkdtemp(join(tmpdir(), 'faiwatch-said-'));
  try {
    const [stdout, stderr] = [Bun.file(join(dir, 'stdout')), Bun.file(join(dir, 'stderr'))];
    const child = Bun.spawn([...command], {
      cwd,
      env: withoutOurVariables(process.env),
      stdin: 'ignore',
      stdout,
      stderr,
    });
    const code = await child.exited;
    return { code, stdout: await stdout.text(), stderr: await stderr.text() };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/**
 * A port for a server that has to come back on it. It is below the range from which the kernel takes ports for
 * outgoing connections, since one of those could be in use when the server returns.
 */
export async function findLastingPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true);
      return port;
    } catch {
      // The port is in use; try another.
    }
  }
  return findFreePort();
}

function environmentOf({ env, telegram }: ServeOptions): Record<string, string> {
  return {
    // Nothing outside of this machine is asked.
    FAIWATCH_UPLINK_TARGETS: 'none',
    ...(telegram !== undefined && {
      FAIWATCH_TELEGRAM_TOKEN: telegram.token,
      FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot,
      FAIWATCH_UPLINK_TARGETS: telegram.apiRoot,
    }),
    ...env,
  };
}

async function readMetric(server: RunningServer, url: string, name: string): Promise<number> {
  const text = await server.readMetrics(url);
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}
