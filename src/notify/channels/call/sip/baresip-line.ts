/**
 * One telephone line: a baresip that logs into an account, makes one call and ends. A call that goes wrong takes
 * nothing along, and its end is bounded by the process: it ends by itself after two minutes, whatever became of us.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SetTimer } from '../../../../domain/instant.ts';
import { wavOf } from '../../../../domain/wav.ts';
import { SendError } from '../../../channel.ts';
import { keySeconds, longestSeconds, ringSeconds } from '../call-way.ts';
import { soundPorts } from './false-ports.ts';
import { findBaresip } from './find-baresip.ts';
import { LineControl, type LineEvent } from './line-control.ts';
import { nameOf, type SipAccount } from './sip-account.ts';
import { isRefusal } from './sip-ends.ts';
import { SipTrace } from './sip-trace.ts';

interface LineOptions {
  readonly account: SipAccount;
  /** Lines have their folders in it. */
  readonly folder: string;
  readonly setTimer: SetTimer;
}

/** How long the far end may take to let us in. */
const logInMs = 10_000;
/** A line that was told to end says goodbye to the far end first. */
const goodbyeMs = 3_000;
/** Whatever happens, a line lasts no longer. */
const lineSeconds = logInMs / 1000 + ringSeconds + longestSeconds + keySeconds;
/** So much of what baresip writes is kept, to be told when it ends. */
const keptLength = 4_096;
/** Until somebody answers there is nothing to say; a file that ends would end the call. */
const silenceSeconds = ringSeconds + 15;

/** The event that somebody else is called, as the far end wants it. */
export const diverted = 'DIVERTED';

export const missing =
  'Call: baresip is not installed on this machine, or lacks its module mqtt (Debian: apt install baresip-core)';

export class BaresipLine {
  readonly #folder: string;
  readonly #setTimer: SetTimer;
  readonly #control: LineControl;
  readonly #child: Bun.Subprocess<'ignore', 'pipe', 'ignore'>;
  readonly #listeners = new Set<(event: LineEvent) => void>();
  readonly #unwatch: () => void;
  readonly #trace = new SipTrace(() => this.#tell({ type: diverted, param: '' }));
  readonly #isRead: Promise<void>;
  /** The end of what baresip wrote. */
  #written = '';
  #files = 0;

  private constructor(
    folder: string,
    setTimer: SetTimer,
    control: LineControl,
    child: Bun.Subprocess<'ignore', 'pipe', 'ignore'>,
  ) {
    this.#folder = folder;
    this.#setTimer = setTimer;
    this.#control = control;
    this.#child = child;
    this.#unwatch = endWithUs(child.pid);
    this.#isRead = this.#read();
  }

  /**
   * Starts one and logs it in.
   * @throws SendError, permanent where the account is refused; nothing runs then
   */
  static async open({ account, folder: parent, setTimer }: LineOptions): Promise<BaresipLine> {
    const baresip = findBaresip();
    if (baresip === null) throw new SendError(missing, { permanent: true });
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    const folder = mkdtempSync(join(parent, 'line-'));
    const password = crypto.randomUUID();
    const ready = Promise.withResolvers<void>();
    let line: BaresipLine | null = null;
    const control = new LineControl({
      password,
      setTimer,
      onReady: () => ready.resolve(),
      onEvent: (event) => {
        if (line !== null) line.#tell(event);
      },
    });
    try {
      const port = await control.open();
      writeSecret(join(folder, 'config'), configOf({ modules: baresip.modules, port, password }));
      writeSecret(join(folder, 'accounts'), accountOf(account));
      writeSecret(join(folder, 'silence.wav'), silence());
      const program = [baresip.program, '-s', '-f', folder, '-t', `${lineSeconds}`];
      const child = Bun.spawn(['sh', '-c', launch, 'sh', ...atOnce(), ...program], {
        ...{ cwd: folder, env: environment() },
        ...{ stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' },
      });
      writeSecret(join(folder, 'pid'), `${child.pid}`);
      line = new BaresipLine(folder, setTimer, control, child);
      await line.#logIn(ready.promise);
      return line;
    } catch (error) {
      await line?.end();
      control.close();
      removeLine(folder);
      if (error instanceof SendError) throw error;
      const reason = `Call: baresip cannot be started: ${sayShort(String(error))}`;
      throw new SendError(reason, { permanent: false });
    }
  }

  /** @returns what ends it */
  listen(onEvent: (event: LineEvent) => void): () => void {
    this.#listeners.add(onEvent);
    return () => void this.#listeners.delete(onEvent);
  }

  /** Resolves once the process has ended, for whatever reason. */
  get gone(): Promise<unknown> {
    return this.#child.exited;
  }

  dial(address: string): void {
    this.#trace.dial(address);
    this.#control.command('dial', address);
  }

  hangUp(): void {
    this.#control.command('hangup', '');
  }

  /** Says this to whoever listens, instead of what is being said. */
  play(samples: Int16Array): void {
    this.#files += 1;
    const name = `said-${this.#files}.wav`;
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    writeSecret(join(this.#folder, name), wavOf(bytes, 'pcm'));
    // It takes the name of a file up to 127 characters; the process is in the folder.
    this.#control.command('ausrc', `aufile,${name}`);
  }

  /** Hangs up, logs out and ends the process, by force where it does not. */
  async end(): Promise<void> {
    const cancel = this.#setTimer(goodbyeMs, () => this.#child.kill('SIGKILL'));
    this.#child.kill('SIGTERM');
    await this.#child.exited;
    await this.#isRead;
    cancel();
    this.#unwatch();
    this.#control.close();
    removeLine(this.#folder);
  }

  #tell(event: LineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** @throws SendError */
  async #logIn(ready: Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const hear = ({ type, param }: LineEvent) => {
      if (type === 'REGISTER_OK') resolve();
      if (type === 'REGISTER_FAIL') reject(refusalOf(param));
    };
    const stop = this.listen(hear);
    const cancel = this.#setTimer(logInMs, () => reject(refusalOf('no answer')));
    this.#child.exited.then(async () => reject(await this.#lastWords()));
    try {
      await Promise.all([promise, ready]);
    } finally {
      stop();
      cancel();
    }
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of this.#child.stdout) {
      const text = decoder.decode(bytes, { stream: true });
      this.#written = (this.#written + text).slice(-keptLength);
      this.#trace.read(text);
    }
  }

  async #lastWords(): Promise<SendError> {
    await this.#isRead;
    // Those of messages end with a carriage return.
    const isOwn = (text: string) => !text.endsWith('\r') && !/^(#|UDP .*|)$/.test(text);
    const lines = Bun.stripANSI(this.#written).split('\n').filter(isOwn);
    const fault = lines.findLast((text) => /fail|error|could not/i.test(text)) ?? lines.at(-1);
    return new SendError(`Call: baresip ended: ${sayShort(fault ?? '')}`, { permanent: false });
  }
}

/** What a far end says, as it fits into a line. */
export function sayShort(words: string): string {
  return words
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 120);
}

/** @param words of the far end, or of the system where there was no answer */
function refusalOf(words: string): SendError {
  const said = sayShort(words);
  const isNumbered = /^\d{3}\b/.test(said);
  const reason = isNumbered
    ? `Call: the account is refused: ${said}`
    : `Call: the provider does not answer: ${said}`;
  return new SendError(reason, { permanent: isRefusal(said) });
}

/** Removes what a line kept, and the folder of lines after its last. */
export function removeLine(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  try {
    rmdirSync(join(folder, '..'));
  } catch {
    // Others are in it.
  }
}

function writeSecret(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content, { mode: 0o600 });
  chmodSync(path, 0o600);
}

function silence(): Uint8Array {
  return wavOf(new Uint8Array(2 * 8_000 * silenceSeconds), 'pcm');
}

/** What it writes is read by us. Without us it has to say goodbye all the same. */
const launch = 'trap "" PIPE; exec "$@" 2>&1';

/** Has a program write each line at once, and not once there are many: what is called elsewhere rings meanwhile. */
function atOnce(): readonly string[] {
  const stdbuf = Bun.which('stdbuf', { PATH: process.env['PATH'] ?? '' });
  return stdbuf === null ? [] : [stdbuf, '-oL'];
}

/** Nothing of ours but where programs and temporary files are. */
function environment(): Record<string, string> {
  const names = ['PATH', 'TMPDIR'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/**
 * Has a process end after this one, be it by `kill -9`: then nobody holds the other end of what the shell reads. It is
 * told once, since a second signal ends baresip before it has hung up; those of prctl(2) come for each thread of ours.
 * @returns what ends the watch
 */
function endWithUs(pid: number): () => void {
  const watch = Bun.spawn(['sh', '-c', 'read -r _; kill "$0"', `${pid}`], {
    ...{ env: environment(), stdin: 'pipe', stdout: 'ignore', stderr: 'ignore' },
  });
  watch.unref();
  return () => watch.kill('SIGKILL');
}

/**
 * Only these modules: no sound card is touched, nothing listens but to the far end, and what the phone says goes to
 * a player that there is not.
 */
function configOf(at: {
  readonly modules: string;
  readonly port: number;
  readonly password: string;
}): string {
  return [
    `module_path ${at.modules}`,
    'module g711.so',
    'module aufile.so',
    'audio_source aufile,silence.wav',
    'audio_player none,none',
    'audio_alert none,none',
    'ausrc_srate 8000',
    'ausrc_channels 1',
    'call_max_calls 1',
    `rtp_ports ${soundPorts.first}-${soundPorts.last + 1}`,
    'statmode_default off',
    'mqtt_broker_host 127.0.0.1',
    `mqtt_broker_port ${at.port}`,
    'mqtt_broker_user faiwatch',
    `mqtt_broker_password ${at.password}`,
    'mqtt_broker_clientid call',
    'mqtt_basetopic call',
    // The first is connected before the second logs in.
    'module_app mqtt.so',
    'module_app menu.so',
    'module_app account.so',
    '',
  ].join('\n');
}

/** Calls that come in are not answered, and nobody can have this line call somebody else. */
function accountOf(account: SipAccount): string {
  const { password, login } = account;
  const fields = [
    `<sip:${nameOf(account)};transport=udp>`,
    `auth_user=${login}`,
    `auth_pass=${password}`,
    ...['regint=300', 'answermode=manual', 'call_transfer=no', 'mwi=no', 'ptime=20'],
    'audio_codecs=PCMU/8000/1,PCMA/8000/1',
  ];
  return `${fields.join(';')}\n`;
}
