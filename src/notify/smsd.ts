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
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SendError } from './channel.ts';

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
