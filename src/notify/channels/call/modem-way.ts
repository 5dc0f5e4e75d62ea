/**
 * Calls by the modem that sends SMS: smsd dials, plays tones, and hears no key. So nobody who answers is taken to have
 * heard, and a code, which cannot be said, comes by SMS. It rings while the internet line of the server is cut.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, SetTimer } from '../../../domain/instant.ts';
import type { Language } from '../../../domain/states.ts';
import { SendError } from '../../channel.ts';
import {
  forgetOfSmsd,
  giveToSmsd,
  readOfSmsd,
  type SmsdFolder,
  takeBackFromSmsd,
} from '../../smsd.ts';
import {
  type CallEnd,
  type CallOutcome,
  type CallWay,
  longestSeconds,
  ongoingWaitMs,
  type PlacedCall,
  ringSeconds,
} from './call-way.ts';
import type { Speech } from './conversation.ts';

interface ModemWayOptions {
  /** The folder that holds smsd's folders. */
  readonly spool: string;
  readonly clock: Clock;
  readonly setTimer: SetTimer;
  /** In seconds: until smsd takes a call, how long it rings, and how long all of it may last. */
  readonly bounds?: {
    readonly takenSeconds: number;
    readonly ringSeconds: number;
    readonly longestSeconds: number;
  };
}

const prefix = 'faiwatch-call-';
const doneFolders = ['sent', 'failed'] as const;
const lookEveryMs = 250;
/** A mobile network takes so long from a number that is dialled to a phone that rings. */
const setUpSeconds = 7;
const usualBounds = {
  /** A message that is being sent is waited for. */
  takenSeconds: 30,
  ringSeconds: ringSeconds + setUpSeconds,
  longestSeconds,
};
/** What is played, and how often: it is told from a wrong number, and is over in some seconds. */
const tones = '3 5,9,5,9,5,9';

export class ModemWay implements CallWay {
  readonly hearsKeys = false;
  readonly saysWords = false;
  readonly #options: ModemWayOptions;
  readonly #takenBack = new Set<string>();
  #isClosed = false;

  /** Takes back what an earlier run left: it may be hours old, and smsd would ring for it as soon as it runs. */
  constructor(options: ModemWayOptions) {
    this.#options = options;
    this.#takeBack();
    for (const folder of doneFolders) {
      for (const name of this.#namesIn(folder)) forgetOfSmsd(this.#at(folder, name));
    }
  }

  /** A modem carries one call, and nobody but smsd can end it. */
  async prepare(): Promise<void> {
    if (this.#isClosed) throw waiting('Call: these settings are not used any more');
    const isBusy = (['outgoing', 'checked'] as const).some(
      (folder) => this.#namesIn(folder).length > 0,
    );
    if (isBusy) throw waiting('Call: the modem makes a call already');
  }

  async place(speech: Speech): Promise<PlacedCall> {
    await this.prepare();
    const id = `${prefix}${crypto.randomUUID()}`;
    const path = this.#at('outgoing', id);
    giveToSmsd(path, fileOf(speech, this.#bounds.ringSeconds), 'Call');
    let isCalledOff = false;
    const ended = this.#watch(id, () => isCalledOff);
    // Nobody may wait for it, as where it sends a code.
    ended.catch(() => {});
    return {
      id,
      ended: () => ended,
      callOff: () => {
        isCalledOff = true;
      },
    };
  }

  /** A call that smsd has not begun is taken back. One that goes on ends by itself. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#takeBack();
  }

  get #bounds() {
    return this.#options.bounds ?? usualBounds;
  }

  #takeBack(): void {
    for (const name of this.#namesIn('outgoing')) {
      if (takeBackFromSmsd(this.#at('outgoing', name))) this.#takenBack.add(name);
    }
  }

  async #watch(id: string, isCalledOff: () => boolean): Promise<CallOutcome> {
    const { clock, setTimer } = this.#options;
    const bounds = this.#bounds;
    const givenMono = clock().monoMs;
    let takenMono: number | null = null;
    for (;;) {
      if (this.#takenBack.has(id)) return { end: 'broken-off', words: null, wish: null };
      const folder = doneFolders.find((one) => existsSync(this.#at(one, id)));
      if (folder !== undefined) {
        const outcome = readOutcome(this.#at(folder, id));
        // Who was called, and which code a phone got, is smsd's to keep for no longer.
        forgetOfSmsd(this.#at(folder, id));
        return outcome;
      }
      const now = clock().monoMs;
      if (takenMono === null && !existsSync(this.#at('outgoing', id))) takenMono = now;
      if (takenMono === null) {
        const isLate = now - givenMono > bounds.takenSeconds * 1000;
        const isOver = isLate || isCalledOff() || this.#isClosed;
        if (isOver && takeBackFromSmsd(this.#at('outgoing', id))) {
          if (isCalledOff()) return { end: 'called-off', words: null, wish: null };
          if (this.#isClosed) return { end: 'broken-off', words: null, wish: null };
          throw new SendError('Call: smsd did not take the call in time', { permanent: false });
        }
        // Somebody holds it there.
        if (now - givenMono > (bounds.takenSeconds + bounds.longestSeconds) * 1000) throw late();
      } else if (now - takenMono > bounds.longestSeconds * 1000) {
        throw late();
      }
      await new Promise<void>((resolve) => void setTimer(lookEveryMs, resolve));
    }
  }

  #at(folder: SmsdFolder, name: string): string {
    return join(this.#options.spool, folder, name);
  }

  #namesIn(folder: SmsdFolder): string[] {
    try {
      const names = readdirSync(join(this.#options.spool, folder));
      return names.filter((name) => name.startsWith(prefix) && !name.endsWith('.LOCK'));
    } catch {
      // What is wrong with it is said when a call is given to it.
      return [];
    }
  }
}

/** @throws SendError when it is no number: it would be a line of commands otherwise */
function fileOf({ to, subject, language, pieces }: Speech, ringsSeconds: number): Uint8Array {
  if (!/^\+[1-9]\d{6,14}$/.test(to)) {
    throw new SendError('Call: not a phone number', { permanent: true });
  }
  // Before messages that wait.
  const head = `To: ${to.slice(1)}\nPriority: HIGH\n`;
  if (subject === 'code') {
    const text = Buffer.from(codeTexts[language](digitsIn(pieces)), 'utf16le').swap16();
    return Buffer.concat([
      Buffer.from(`${head}Alphabet: UCS2\nAutosplit: 3\nReport: no\n\n`),
      text,
    ]);
  }
  return Buffer.from(`${head}Voicecall: yes\n\nTONE: TIME: ${ringsSeconds} ${tones}\n`);
}

const codeTexts: Readonly<Record<Language, (code: string) => string>> = {
  en: (code) => `FaiWatch code ${code}. It lets calls about power come to this number.`,
  th: (code) => `รหัส FaiWatch ${code} สำหรับรับสายแจ้งเตือนไฟดับ`,
};

function digitsIn(pieces: Speech['pieces']): string {
  return pieces.map((piece) => /^n(\d)$/.exec(String(piece))?.[1] ?? '').join('');
}

const ends: ReadonlyMap<string, CallEnd> = new Map([
  ['OK', 'unheard'],
  ['BUSY', 'busy'],
  ['NO ANSWER', 'no-answer'],
  // Of smsd: it rang for the time that was given.
  ['Timeout', 'no-answer'],
  ['NO CARRIER', 'unreachable'],
]);

function readOutcome(path: string): CallOutcome {
  const file = readOfSmsd(path)?.text ?? '';
  const said = /^(?:Result|Fail_reason): *(.*)$/m.exec(file)?.[1]?.trim() ?? '';
  const end = ends.get(said) ?? 'not-taken';
  if (end === 'unheard') return { end, words: 'a modem hears no keys', wish: null };
  const words = said.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 120);
  return { end, words: words === '' ? null : words, wish: null };
}

/** It may ring all the same. */
function late(): SendError {
  return waiting('Call: the modem did not end the call in time', 60_000);
}

function waiting(reason: string, retryAfterMs = ongoingWaitMs): SendError {
  return new SendError(reason, { permanent: false, retryAfterMs, isOwnLimit: true });
}
