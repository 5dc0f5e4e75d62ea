/** A modem that smsd looks after: a message is a file. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, SetTimer } from '../../../domain/instant.ts';
import { SendError } from '../../channel.ts';
import { giveToSmsd, type SmsdFolder, takeBackFromSmsd } from '../../smsd.ts';
import { perNumber, type Sms, type SmsWay } from './sms-way.ts';

interface ModemOptions {
  /** The folder that holds smsd's folders. */
  readonly spool: string;
  readonly clock: Clock;
  readonly setTimer: SetTimer;
  /** For one message; default 90. */
  readonly timeoutSeconds?: number;
}

const lookEveryMs = 250;

/** Every try of a message writes the same file, so that smsd has it once. */
export function makeModem({ spool, clock, setTimer, timeoutSeconds = 90 }: ModemOptions): SmsWay {
  const at = (folder: SmsdFolder, key: string) => join(spool, folder, `faiwatch-${key}`);
  const isIn = (folder: SmsdFolder, key: string) => existsSync(at(folder, key));
  const sleep = () => new Promise<void>((resolve) => void setTimer(lookEveryMs, resolve));

  /** When smsd gave the message up. Null: it did not. The file is left alone, because it belongs to smsd. */
  const failedAt = (key: string) =>
    statSync(at('failed', key), { throwIfNoEntry: false })?.mtimeMs ?? null;

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
          if (takeBackFromSmsd(at('outgoing', key))) {
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
  giveToSmsd(path, Buffer.concat([Buffer.from(`${head.join('\n')}\n\n`), body]), 'SMS');
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
