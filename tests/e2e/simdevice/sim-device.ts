/**
 * The firmware's core on the desk: the program `simdevice`, started, read and told what happens around
 * it. Its --help explains flags, commands and events.
 *
 * SIMDEVICE_BINARY: another executable than the one that is built here. SIMDEVICE_SANITIZE: build it
 * with AddressSanitizer and UndefinedBehaviorSanitizer.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSink, Subprocess } from 'bun';
import { z } from 'zod';
import { readLines } from '../../../scripts/bench/lib/child-lines.ts';
import { repositoryDir } from '../../../scripts/lib/paths.ts';
import { runProgram } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
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
  /** All it said so far. */
  readonly log: LogEvent[] = [];
  readonly store: string;
  readonly #dir: string;
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>;
  readonly #stderr: Promise<string>;
  /** Settles when all it said has been read. */
  readonly #reading: Promise<void>;
  #serial: SerialLine | null = null;
  /** Where in the log the next expected event is looked for. */
  #read = 0;

  private constructor(dir: string, store: string, child: Subprocess<'pipe', 'pipe', 'pipe'>) {
    this.#dir = dir;
    this.store = store;
    this.#child = child;
    this.#stderr = new Response(child.stderr).text();
    this.#reading = this.#readLog();
  }

  static async start(options: SimDeviceOptions = {}): Promise<SimDevice> {
    const binary = await buildSimDevice();
    const dir = await mkdtemp(join(tmpdir(), 'simdevice-'));
    const store = options.store ?? join(dir, 'store');
    const { server, key, phone } = options;
    const child = Bun.spawn(
      [
        ...[binary, '--store', store, '--pty-link', join(dir, 'tty')],
        ...(server === undefined ? [] : ['--server', server]),
        ...(key === undefined ? [] : ['--key', key]),
        ...(phone === undefined ? [] : ['--phone', phone]),
        ...(options.args ?? []),
      ],
      { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' },
    );
    const device = new SimDevice(dir, store, child);
    await device.expectEvent({ event: 'started' });
    return device;
  }

  get pid(): number {
    return this.#child.pid;
  }

  get deviceId(): string {
    const id = this.events({ event: 'started' })[0]?.['device_id'];
    if (typeof id !== 'string') throw new Error('It has not said who it is');
    return id;
  }

  /** The serial port; the first use opens it, and it stays open over restarts. */
  get serial(): SerialLine {
    this.#serial ??= new SerialLine(join(this.#dir, 'tty'));
    return this.#serial;
  }

  /** Makes happen what a control command says: `mains off`. */
  tell(command: string): void {
    const stdin: FileSink = this.#child.stdin;
    stdin.write(`${command}\n`);
    void stdin.flush();
  }

  /** The same, and waits until it has happened. @throws Error when it is no command */
  async make(command: string): Promise<LogEvent> {
    this.tell(command);
    return this.expectEvent({ event: 'control', line: command, ok: true });
  }

  /**
   * The next event that looks so, counted from the one that was expected last.
   * @throws Error with the end of the log when there is none in time
   */
  async expectEvent(match: Match, timeoutMs = 15_000): Promise<LogEvent> {
    try {
      return await waitFor(JSON.stringify(match), () => this.#next(match), timeoutMs);
    } catch (error) {
      throw new Error(`${error}. The device said last:\n${await this.#describe()}`);
    }
  }

  /** All events so far that look so. */
  events(match: Match): LogEvent[] {
    return this.log.filter((event) => isMatch(event, match));
  }

  /** From here on: what was said before is not expected any more. */
  forgetLog(): void {
    this.#read = this.log.length;
  }

  /** Pulls the plug on the whole program. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#child.exited;
    await this.#reading;
  }

  /** @returns its exit code */
  async stop(): Promise<number> {
    this.#child.kill('SIGTERM');
    const code = await this.#child.exited;
    await this.#reading;
    return code;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Also fails the test when the firmware itself broke. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#serial?.close();
    await this.stop();
    const broken = this.events({ event: 'died' });
    const said = await this.#describe();
    if (process.env['E2E_KEEP'] === undefined) {
      await rm(this.#dir, { recursive: true, force: true });
    } else {
      await Bun.write(
        join(this.#dir, 'log.json'),
        this.log.map((e) => JSON.stringify(e)).join('\n'),
      );
      console.info(`kept: ${this.#dir}`);
    }
    if (broken.length > 0) throw new Error(`The firmware broke:\n${said}`);
  }

  async #readLog(): Promise<void> {
    for await (const line of readLines(this.#child.stdout)) {
      if (line !== '') this.log.push(logEventSchema.parse(JSON.parse(line)));
    }
  }

  #next(match: Match): LogEvent | undefined {
    for (let at = this.#read; at < this.log.length; at++) {
      const event = this.log[at];
      if (event === undefined || !isMatch(event, match)) continue;
      this.#read = at + 1;
      return event;
    }
    return undefined;
  }

  async #describe(): Promise<string> {
    const last = this.log.slice(-25).map((event) => JSON.stringify(event));
    const stderr = this.#child.exitCode === null ? '' : await this.#stderr;
    return [...last, stderr].join('\n');
  }
}

function isMatch(event: LogEvent, match: Match): boolean {
  return Object.entries(match).every(([name, wanted]) => {
    const value = event[name];
    if (!(wanted instanceof RegExp)) return value === wanted;
    return typeof value === 'string' && wanted.test(value);
  });
}
