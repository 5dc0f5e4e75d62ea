/**
 * A modem that smsd, the daemon of Debian's smstools, looks after. A message is a file: smsd takes it from
 * `outgoing`, has it in `checked` while it is on its way, and puts it into `sent` or `failed`.
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
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Clock, SetTimer } from '../../../domain/instant.ts';
import { SendError } from '../../channel.ts';
import { perNumber, type Sms, type SmsWay } from './sms-way.ts';

interface ModemOptions {
  /** The folder that holds smsd's folders. */
  readonly spool: string;
  readonly clock: Clock;
  readonly setTimer: SetTimer;
  /** For one message; default 90. */
  readonly timeoutSeconds?: number;
}

type Folder = 'outgoing' | 'checked' | 'sent' | 'failed';

const lookEveryMs = 250;

/** Every try of a message writes the same file, so that smsd has it once. */
export function makeModem({ spool, clock, setTimer, timeoutSeconds = 90 }: ModemOptions): SmsWay {
  const at = (folder: Folder, key: string) => join(spool, folder, `faiwatch-${key}`);
  const isIn = (folder: Folder, key: string) => existsSync(at(folder, key));
  const sleep = () => new Promise<void>((resolve) => void setTimer(lookEveryMs, resolve));

  /** When smsd gave the message up. Null: it did not. The file is left alone, because it belongs to smsd. */
  const failedAt = (key: string) =>
    statSync(at('failed', key), { throwIfNoEntry: false })?.mtimeMs ?? null;

  /** @returns whether smsd had not taken it yet */
  function takeBack(key: string): boolean {
    const path = at('outgoing', key);
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

  return {
    // One message takes a modem some seconds.
    limits: { overall: { perSecond: 0.3, burst: 3 }, perRecipient: perNumber },
    keepsKeys: true,
    knows: (key) => (['outgoing', 'checked', 'sent'] as const).some((folder) => isIn(folder, key)),

    async send(sms) {
      const { key } = sms;
      const failedBefore = failedAt(key);
      if (this.knows?.(key) !== true) place(at('outgoing', key), sms);
      const startMono = clock().monoMs;
      for (;;) {
        if (isIn('sent', key)) return null;
        const failed = failedAt(key);
        if (failed !== null && failed !== failedBefore) throw readFailure(at('failed', key));
        if (clock().monoMs - startMono > timeoutSeconds * 1000) {
          if (takeBack(key)) {
            throw new SendError('SMS: smsd did not take the message in time', { permanent: false });
          }
          const reason = 'SMS: the modem did not finish in time';
          throw new SendError(reason, { permanent: false, isAmbiguous: true });
        }
        await sleep();
      }
    },
  };
}

/** @throws SendError */
function place(path: string, { to, text, alphabet }: Sms): void {
  const isUnicode = alphabet === 'ucs2';
  const head = [
    `To: ${to.slice(1)}`,
    `Alphabet: ${isUnicode ? 'UCS2' : 'UTF-8'}`,
    'Autosplit: 3',
    'Report: no',
  ];
  const body = isUnicode ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text);
  // smsd does not see a file whose name begins with a dot.
  const hidden = path.replace(/([^/]+)$/, '.$1');
  try {
    writeFileSync(hidden, Buffer.concat([Buffer.from(`${head.join('\n')}\n\n`), body]));
    // Debian's smsd runs in another group than its folders have. It leaves its own files readable, too.
    chmodSync(hidden, 0o664);
    renameSync(hidden, path);
  } catch (error) {
    throw new SendError(`SMS: ${describe(error)}`, { permanent: false });
  }
}

/** 3GPP TS 27.005, 3.2.5: 1 unassigned number, 8 barred, 21 rejected, 28 unidentified, 30 unknown subscriber. */
const goneCodes = [1, 28, 30];
const refusedCodes = [8, 21, 304];

function readFailure(path: string): SendError {
  const [, said = 'failed'] = /^Fail_reason: *(.*)$/m.exec(readFileSync(path, 'latin1')) ?? [];
  const code = Number(/\+CMS ERROR: *(\d+)/.exec(said)?.[1]);
  const isRecipientGone = goneCodes.includes(code);
  const permanent = isRecipientGone || refusedCodes.includes(code);
  return new SendError(`SMS: ${said.trim().slice(0, 180)}`, { permanent, isRecipientGone });
}

/**
 * Looks whether smsd runs and its folders can be used.
 * @throws SendError
 */
export function checkSmsd(spool: string, pidFile: string): void {
  try {
    const { R_OK, W_OK, X_OK } = constants;
    accessSync(join(spool, 'outgoing'), R_OK | W_OK | X_OK);
    for (const folder of ['checked', 'sent', 'failed'])
      accessSync(join(spool, folder), R_OK | X_OK);
  } catch (error) {
    throw new SendError(`SMS: ${describe(error)}`, { permanent: true });
  }
  if (!isRunning(pidFile)) {
    throw new SendError(`SMS: smsd does not run, says ${pidFile}`, { permanent: false });
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
