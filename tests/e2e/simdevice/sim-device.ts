/**
 * The program `simdevice`, which runs the firmware's core on a computer: starts it, reads its log and controls what
 * happens around it. Its --help explains flags, commands and events.
 *
 * SIMDEVICE_BINARY: another executable than the one that is built here. SIMDEVICE_SANITIZE: build it
 * with AddressSanitizer and UndefinedBehaviorSanitizer.
 */
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { z } from 'zod';
import { repositoryDir } from '../../../scripts/lib/paths.ts';
import { runProgram } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { GrowingFile } from './growing-file.ts';
import { SerialLine } from './serial-line.ts';

const logEventSchema = z.looseObject({
  /** Epoch ms. */
  t: z.int(),
  /** ms since boot, by the board's own clock; not there while it is off. */
  up: z.int().optional(),
  event: z.string(),
});
export type LogEvent = z.infer<typeof logEventSchema>;

/** Fields an event must have; a regular expression is matched against a text. */
export type Match = Readonly<Record<string, string | number | boolean | RegExp>>;

export interface SimDeviceOptions {
  /** Where the board keeps what it keeps; default: a directory that goes with the device. */
  readonly store?: string;
  /** Written into the configuration before the first boot. */
  readonly server?: string;
  readonly key?: string;
  readonly phone?: string;
  readonly args?: readonly string[];
}

/** The executable, built once and again when a source changed. */
export async function buildSimDevice(): Promise<string> {
  const given = process.env['SIMDEVICE_BINARY'];
  if (given !== undefined) return given;
  building ??= build();
  return building;
}

let building: Promise<string> | undefined;

async function build(): Promise<string> {
  const isSanitized = process.env['SIMDEVICE_SANITIZE'] !== undefined;
  const out = join(repositoryDir, 'dist', isSanitized ? 'simdevice-sanitized' : 'simdevice');
  const script = join(repositoryDir, 'firmware', 'build-simdevice.sh');
  const { code, stdout, stderr } = await runProgram([
    ...['sh', script, out],
    ...(isSanitized ? ['--sanitize'] : []),
  ]);
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${stdout}${stderr}`);
  return out;
}

export class SimDevice implements AsyncDisposable {
  readonly store: string;
  readonly #dir: string;
  readonly #child: Subprocess<number, number, number>;
  readonly #stdin: number;
  readonly #stdout: GrowingFile;
  readonly #stderr: GrowingFile;
  readonly #log: LogEvent[] = [];
  #serial: SerialLine | null = null;
  #isKilled = false;
  /** Where in the log the next expected event is looked for. */
  #read = 0;

  private constructor(binary: string, dir: string, options: SimDeviceOptions) {
    const { server, key, phone, store = join(dir, 'store') } = options;
    this.#dir = dir;
    this.store = store;
    this.#stdout = new GrowingFile(join(dir, 'stdout'));
    this.#stderr = new GrowingFile(join(dir, 'stderr'));
    const [readEnd, writeEnd] = makePipe(join(dir, 'stdin'));
    this.#stdin = writeEnd;
    this.#child = Bun.spawn(
      [
        // The program ends with this process, even if this one is killed.
        ...[binary, '--quit-with-stdin', '--store', store, '--pty-link', join(dir, 'tty')],
        ...(server === undefined ? [] : ['--server', server]),
        ...(key === undefined ? [] : ['--key', key]),
        ...(phone === undefined ? [] : ['--phone', phone]),
        ...(options.args ?? []),
      ],
      { stdin: readEnd, stdout: this.#stdout.fd, stderr: this.#stderr.fd },
    );
    closeSync(readEnd);
  }

  static async start(options: SimDeviceOptions = {}): Promise<SimDevice> {
    const binary = await buildSimDevice();
    const dir = await mkdtemp(join(tmpdir(), 'simdevice-'));
    const device = new SimDevice(binary, dir, options);
    await device.expectEvent({ event: 'started' });
    return device;
  }

  /** All it said so far. */
  get log(): LogEvent[] {
    for (const line of this.#stdout.readLines()) {
      this.#log.push(logEventSchema.parse(JSON.parse(line)));
    }
    return this.#log;
  }

  get pid(): number {
    return this.#child.pid;
  }

  get deviceId(): string {
    const id = this.events({ event: 'started' })[0]?.['device_id'];
    if (typeof id !== 'string') throw new Error('It has not said who it is');
    return id;
  }

  /** The path of its serial port, for programs that open it themselves. */
  get serialPath(): string {
    return join(this.#dir, 'tty');
  }

  /** The serial port; the first use opens it, and it stays open over restarts. */
  get serial(): SerialLine {
    this.#serial ??= new SerialLine(this.serialPath);
    return this.#serial;
  }

  /** Makes happen what a control command says: `mains off`. */
  tell(command: string): void {
    writeSync(this.#stdin, `${command}\n`);
  }

  /**
   * The same, and waits until it has happened; what follows from it is expected from here on.
   * @throws Error when it is no command
   */
  async make(command: string): Promise<LogEvent> {
    this.tell(command);
    const begun = await this.expectEvent({ event: 'control', state: 'begun', line: command });
    await waitFor(`end of ${command}`, () =>
      this.log
        .slice(this.#read)
        .some((event) => isMatch(event, { event: 'control', state: 'done', line: command })),
    );
    return begun;
  }

  /**
   * The next event that looks so, counted from the one that was expected last.
   * @throws Error with the end of the log when there is none in time
   */
  async expectEvent(match: Match, timeoutMs = 15_000): Promise<LogEvent> {
    try {
      return await waitFor(JSON.stringify(match), () => this.#next(match), timeoutMs);
    } catch (error) {
      throw new Error(`${error}. The device said last:\n${this.#describe()}`);
    }
  }

  /** All events so far that look so. */
  events(match: Match): LogEvent[] {
    return this.log.filter((event) => isMatch(event, match));
  }

  /** Skips everything logged so far: only later events are expected. */
  forgetLog(): void {
    this.#read = this.log.length;
  }

  /** Pulls the plug on the whole program. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
    await this.#child.exited;
  }

  /** @returns its exit code */
  async stop(): Promise<number> {
    this.#child.kill('SIGTERM');
    return this.#child.exited;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Ends the program, and fails the test if the firmware itself crashed it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#serial?.close();
    const code = await this.stop();
    const said = this.#describe();
    closeSync(this.#stdin);
    this.#stdout.close();
    this.#stderr.close();
    if (process.env['E2E_KEEP'] !== undefined) console.info(`kept: ${this.#dir}`);
    else await rm(this.#dir, { recursive: true, force: true });
    if (code !== 0 && !this.#isKilled) {
      throw new Error(`The firmware broke, the program ended with ${code}:\n${said}`);
    }
  }

  #next(match: Match): LogEvent | undefined {
    const { log } = this;
    for (let at = this.#read; at < log.length; at++) {
      const event = log[at];
      if (event === undefined || !isMatch(event, match)) continue;
      this.#read = at + 1;
      return event;
    }
    return undefined;
  }

  #describe(): string {
    const last = this.log.slice(-25).map((event) => JSON.stringify(event));
    return [...last, ...this.#stderr.readLines()].join('\n');
  }
}

/**
 * Both ends of a pipe, and files for what is said: with pipes of its own to many children at once Bun
 * 1.4 now and then stops to look at one.
 */
function makePipe(path: string): [number, number] {
  const { success, stderr } = Bun.spawnSync(['mkfifo', path]);
  if (!success) throw new Error(stderr.toString());
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return [readEnd, openSync(path, constants.O_WRONLY)];
}

function isMatch(event: LogEvent, match: Match): boolean {
  return Object.entries(match).every(([name, wanted]) => {
    const value = event[name];
    if (!(wanted instanceof RegExp)) return value === wanted;
    return typeof value === 'string' && wanted.test(value);
  });
}
