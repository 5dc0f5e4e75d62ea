/**
 * The files of smsd, the daemon of Debian's smstools, which looks after a modem. What it is to do is a file: smsd takes
 * it from `outgoing`, has it in `checked` meanwhile, and puts it into `sent` or `failed`.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type ModemSignal, signalOf } from '../domain/system/modem-signal.ts';
import { SendError } from './channel.ts';

/** What smsd leaves has less. */
const mostBytes = 16_384;
/** The modem is asked every five minutes: it has missed two. */
const longestSignalAgeMs = 15 * 60_000;

export type SmsdFolder = 'outgoing' | 'checked' | 'sent' | 'failed';

/**
 * Gives smsd a file.
 * @param far what the channel is called
 * @throws SendError
 */
export function giveToSmsd(path: string, content: string | Uint8Array, far: string): void {
  // smsd does not see a file whose name begins with a dot.
  const hidden = path.replace(/([^/]+)$/, '.$1');
  try {
    writeFileSync(hidden, content);
    // Debian's smsd runs in another group than its folders have. It leaves its own files readable, too.
    chmodSync(hidden, 0o664);
    renameSync(hidden, path);
  } catch (error) {
    throw new SendError(`${far}: ${describe(error)}`, { permanent: false });
  }
}

/** @returns whether smsd had not taken it yet */
export function takeBackFromSmsd(path: string): boolean {
  const lock = `${path}.LOCK`;
  try {
    // smsd skips a locked file, and never takes over a lock that is there.
    closeSync(openSync(lock, 'wx'));
  } catch {
    return false;
  }
  const wasThere = existsSync(path);
  rmSync(path, { force: true });
  rmSync(lock, { force: true });
  return wasThere;
}

/** Forgets what smsd has done, which it keeps for good. A file that may not be removed stays. */
export function forgetOfSmsd(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is no file, or the folder is smsd's alone.
  }
}

/**
 * Looks whether smsd runs and its folders can be used.
 * @param far what the channel is called
 * @throws SendError
 */
export function checkSmsd(spool: string, pidFile: string, far: string): void {
  try {
    const { R_OK, W_OK, X_OK } = constants;
    accessSync(join(spool, 'outgoing'), R_OK | W_OK | X_OK);
    for (const folder of ['checked', 'sent', 'failed'])
      accessSync(join(spool, folder), R_OK | X_OK);
  } catch (error) {
    throw new SendError(`${far}: ${describe(error)}`, { permanent: true });
  }
  if (!isRunning(pidFile)) {
    throw new SendError(`${far}: smsd does not run, says ${pidFile}`, { permanent: false });
  }
}

/** Others may write into smsd's folders: only a plain file is read, and not all of it. Null: it cannot be read. */
export function readOfSmsd(path: string): { text: string; changedMs: number } | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let file: number | null = null;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const facts = fstatSync(file);
    if (!facts.isFile()) return null;
    const bytes = Buffer.alloc(mostBytes);
    const length = readSync(file, bytes, 0, mostBytes, 0);
    return { text: bytes.toString('latin1', 0, length), changedMs: facts.mtimeMs };
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/**
 * The signal as the modem last told smsd, which leaves its answer to AT+CSQ beside the file of its number.
 * @param now epoch ms
 * @returns undefined: smsd does not ask, or the modem has not answered for long
 */
export function readSignalOfSmsd(pidFile: string, now: number): ModemSignal | undefined {
  const file = readOfSmsd(join(dirname(pidFile), 'signal'));
  if (file === null || now - file.changedMs > longestSignalAgeMs) return undefined;
  const [, steps] = /\+CSQ: *(\d+)/.exec(file.text) ?? [];
  return steps === undefined ? undefined : signalOf(Number(steps));
}

function isRunning(pidFile: string): boolean {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').trim()), 0);
    return true;
  } catch (error) {
    // It belongs to another user, so it is there.
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

function describe(error: unknown): string {
  const { code, path } = error as { code?: unknown; path?: unknown };
  return `${String(code ?? 'failed')} ${String(path ?? '')}`.trim();
}
