/** What smsd does with files, at once and without a modem; it takes no file that smsd would not take. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export type SmsdFault =
  /** It does not look at its folder for one message. */
  | { readonly kind: 'asleep' }
  /** The network refuses it, with this code of +CMS ERROR. */
  | { readonly kind: 'error'; readonly code: number }
  /** It is sent, and `checked` keeps it for so many ms. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface SmsdSms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

interface SmsdCall {
  /** E.164. */
  readonly to: string;
  /** How often they are played, and which: `3 5,9`. */
  readonly tones: string;
}

const lookEveryMs = 10;

export class FakeSmsd {
  readonly sent: SmsdSms[] = [];
  /** Whoever is called answers. */
  readonly calls: SmsdCall[] = [];
  readonly #spool: string;
  readonly #faults: SmsdFault[] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  /** When those that it leaves in its folder were written. */
  readonly #overlooked = new Set<number>();

  /** @param spool an empty folder */
  constructor(spool: string) {
    this.#spool = spool;
    for (const folder of ['outgoing', 'checked', 'sent', 'failed']) mkdirSync(join(spool, folder));
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  failNext(fault: SmsdFault): void {
    this.#faults.push(fault);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const names = readdirSync(join(this.#spool, 'outgoing'));
    for (const name of names) {
      const isFree = !name.startsWith('.') && !name.endsWith('.LOCK');
      if (!isFree || names.includes(`${name}.LOCK`)) continue;
      const path = join(this.#spool, 'outgoing', name);
      const file = statSync(path, { throwIfNoEntry: false });
      if (file === undefined || this.#overlooked.has(file.mtimeMs)) continue;
      const fault = this.#faults.shift();
      if (fault?.kind === 'asleep') {
        this.#overlooked.add(file.mtimeMs);
        continue;
      }
      renameSync(path, join(this.#spool, 'checked', name));
      this.#send(name, fault);
    }
  }

  #send(name: string, fault: SmsdFault | undefined): void {
    const file = readFileSync(join(this.#spool, 'checked', name));
    const call = readCall(file);
    if (call !== null && fault?.kind !== 'error') {
      this.calls.push(call);
      this.#finish(name, file, 'sent', 'Result: OK');
      return;
    }
    const sms = readFile(file);
    if (sms === null || fault?.kind === 'error') {
      const code = fault?.kind === 'error' ? fault.code : 304;
      this.#finish(name, file, 'failed', `Fail_reason: +CMS ERROR: ${code} (as the test wants it)`);
      return;
    }
    this.sent.push(sms);
    if (fault?.kind === 'slow') setTimeout(() => this.#finish(name, file, 'sent'), fault.ms);
    else this.#finish(name, file, 'sent');
  }

  /** smsd writes what became of it below the other headers. */
  #finish(name: string, file: Buffer, folder: 'sent' | 'failed', line = 'Sent: now'): void {
    const end = file.indexOf('\n\n');
    const said = Buffer.from(`\n${line}`);
    const from = join(this.#spool, 'checked', name);
    if (!existsSync(from)) return;
    writeFileSync(from, Buffer.concat([file.subarray(0, end), said, file.subarray(end)]));
    renameSync(from, join(this.#spool, folder, name));
  }
}

/** Null: smsd would not know what to do with it. */
function readFile(file: Buffer): SmsdSms | null {
  const end = file.indexOf('\n\n');
  const headers = new Map(
    file
      .subarray(0, end)
      .toString('latin1')
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  const to = headers.get('To') ?? '';
  const body = file.subarray(end + 2);
  if (end === -1 || !/^[1-9]\d{6,14}$/.test(to) || body.length === 0) return null;
  switch (headers.get('Alphabet')) {
    case 'UTF-8':
      return { to: `+${to}`, text: body.toString() };
    case 'UCS2':
      return { to: `+${to}`, text: Buffer.from(body).swap16().toString('utf16le') };
    default:
      return null;
  }
}

/** Null: it is no call. */
function readCall(file: Buffer): SmsdCall | null {
  const call =
    /^To: (?<to>[1-9]\d{6,14})\nPriority: HIGH\nVoicecall: yes\n\nTONE: TIME: \d+ (?<tones>\d [\d,]+)\n$/.exec(
      file.toString('latin1'),
    );
  const { to, tones } = call?.groups ?? {};
  return to === undefined || tones === undefined ? null : { to: `+${to}`, tones };
}
