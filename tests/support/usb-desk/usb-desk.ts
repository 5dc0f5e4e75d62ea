/**
 * A desk with a USB socket for a browser: what is plugged in Chromium finds with its own serial stack,
 * over udev, opens it, and pulls its lines. Behind the port is a pseudo-terminal, of `simdevice` for
 * example.
 *
 * Needs root (for Chromium's policy), a C compiler and libumockdev.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSink, Subprocess } from 'bun';
import { type Browser, chromium } from 'playwright-core';
import { readLines } from '../../../scripts/bench/lib/child-lines.ts';

/** Where Debian's Chromium looks for policies; nothing else grants a page a port without a window. */
const policyDir = '/etc/chromium/policies/managed';

export function canHaveUsbDesk(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/umockdev-wrapper');
}

/** DTR and RTS, as they were after a change. */
export interface Lines {
  readonly dtr: boolean;
  readonly rts: boolean;
}

export class UsbDesk implements AsyncDisposable {
  /** What stands for the port's device node; to be made a link to a pseudo-terminal. */
  readonly portPath: string;
  readonly #dir: string;
  readonly #root: string;
  readonly #helper: Subprocess<'pipe', 'pipe', 'inherit'>;
  readonly #answers: AsyncIterator<string>;
  #policy: string | null = null;
  /** One line at a time. */
  #told: Promise<unknown> = Promise.resolve();

  private constructor(
    dir: string,
    root: string,
    helper: Subprocess<'pipe', 'pipe', 'inherit'>,
    answers: AsyncIterator<string>,
  ) {
    this.#dir = dir;
    this.#root = root;
    this.#helper = helper;
    this.#answers = answers;
    this.portPath = join(root, 'dev', 'ttyACM0');
  }

  static async build(): Promise<UsbDesk> {
    const dir = await mkdtemp(join(tmpdir(), 'usb-desk-'));
    const source = (name: string) => join(import.meta.dir, name);
    const flags = (await run(['pkg-config', '--cflags', '--libs', 'umockdev-1.0']))
      .trim()
      .split(/\s+/);
    const helperPath = join(dir, 'usb-port');
    await run(['cc', '-Wall', '-O2', source('usb-port.c'), '-o', helperPath, ...flags]);
    const lines = ['-Wall', '-O2', '-shared', '-fPIC', source('modem-lines.c')];
    await run(['cc', ...lines, '-o', join(dir, 'modem-lines.so'), '-ldl']);
    const helper = Bun.spawn(['umockdev-wrapper', helperPath], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    });
    const answers = readLines(helper.stdout)[Symbol.asyncIterator]();
    const { value = '' } = await answers.next();
    if (!value.startsWith('dir ')) throw new Error(`The desk said ${value}`);
    const root = value.slice(4);
    await mkdir(join(root, 'dev'), { recursive: true });
    // As the default for all files below /dev it would follow each that Chromium opens, and end the browser at the
    // fiftieth; the port itself must have one.
    await mkdir(join(root, 'ioctl', 'dev'), { recursive: true });
    await rename(join(root, 'ioctl', '_default'), join(root, 'ioctl', 'dev', 'ttyACM0'));
    return new UsbDesk(dir, root, helper, answers);
  }

  plug = () => this.#tell('plug');
  unplug = () => this.#tell('unplug');

  /** A browser at this desk, in which the pages of `origin` may use whatever is plugged in. */
  async launchBrowser(origin: string): Promise<Browser> {
    await mkdir(policyDir, { recursive: true });
    this.#policy = join(policyDir, `faiwatch-usb-desk-${process.pid}.json`);
    await writeFile(this.#policy, JSON.stringify({ SerialAllowAllPortsForUrls: [origin] }));
    return chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: [
        ...['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync'],
      ],
      env: {
        ...definedOnly(process.env),
        UMOCKDEV_DIR: this.#root,
        USB_DESK_LINES: this.#linesPath,
        // Ours first: it knows which terminals are meant.
        LD_PRELOAD: `${join(this.#dir, 'modem-lines.so')}:libumockdev-preload.so.0`,
      },
    });
  }

  /** Every change of the port's lines so far. */
  async readLineChanges(): Promise<readonly Lines[]> {
    const text = existsSync(this.#linesPath) ? await readFile(this.#linesPath, 'utf8') : '';
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ dtr: line.startsWith('1'), rts: line.endsWith('1') }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#helper.kill();
    await this.#helper.exited;
    if (this.#policy !== null) await rm(this.#policy, { force: true });
    await rm(this.#dir, { recursive: true, force: true });
    await rm(this.#root, { recursive: true, force: true });
  }

  get #linesPath(): string {
    return join(this.#dir, 'lines');
  }

  #tell(line: string): Promise<void> {
    const told = this.#told.then(async () => {
      const stdin: FileSink = this.#helper.stdin;
      stdin.write(`${line}\n`);
      await stdin.flush();
      await this.#answers.next();
    });
    this.#told = told;
    return told;
  }
}

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
