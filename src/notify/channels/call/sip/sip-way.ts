import { sampleRate } from '../../../../domain/wav.ts';
import { SendError } from '../../../channel.ts';
import type { ChannelTools } from '../../../channel-kind.ts';
import {
  type CallOutcome,
  type CallWay,
  endOfRung,
  keySeconds,
  longestSeconds,
  ongoingWaitMs,
  type PlacedCall,
  ringSeconds,
} from '../call-way.ts';
import { answerKey, type Speech, type Wish } from '../conversation.ts';
import type { Voice } from '../voice.ts';
import { BaresipLine, diverted, sayShort } from './baresip-line.ts';
import { endLeftBehind } from './end-left-behind.ts';
import { FalsePorts } from './false-ports.ts';
import type { LineEvent } from './line-control.ts';
import { addressOf, nameOf, type SipAccount } from './sip-account.ts';
import { endOf } from './sip-ends.ts';

interface SipWayOptions
  extends Pick<ChannelTools, 'setTimer' | 'leftAlone' | 'acknowledge' | 'log'> {
  readonly account: SipAccount;
  /** The calling code of the account's own country. */
  readonly homeCode: string;
  readonly voice: Voice;
  /** Lines have their folders in it. */
  readonly folder: string;
  readonly atOnce: number;
  /** How long a phone rings, and how long a call lasts at most, in ms; default 25 s and a minute. */
  readonly bounds?: { readonly ringMs: number; readonly longestMs: number };
}

/** Calls through an account at a provider or an exchange, a baresip for each. */
export class SipWay implements CallWay {
  readonly hearsKeys = true;
  readonly saysWords = true;
  readonly #options: SipWayOptions;
  /** By number: calls that go on. */
  readonly #calls = new Map<string, SipCall | null>();
  readonly #isSwept: Promise<void>;
  readonly #falsePorts: FalsePorts;
  #isClosed = false;

  constructor(options: SipWayOptions) {
    this.#options = options;
    this.#isSwept = this.#sweep();
    this.#falsePorts = new FalsePorts(() =>
      options.log.warn(
        {},
        'strangers send sound to all ports: keys do not count in calls that go on',
      ),
    );
  }

  async prepare(to: string): Promise<void> {
    await this.#isSwept;
    this.#check(to);
  }

  /** @throws SendError */
  #check(to: string): void {
    if (this.#calls.has(to)) throw waiting('Call: a call to this phone goes on already');
    if (this.#calls.size >= this.#options.atOnce) throw waiting('Call: all lines are in use');
    if (this.#isClosed) throw waiting('Call: these settings are not used any more');
  }

  async place(speech: Speech): Promise<PlacedCall> {
    const { to } = speech;
    await this.#isSwept;
    // Nothing happens between these two.
    this.#check(to);
    this.#calls.set(to, null);
    const falsePorts = this.#falsePorts;
    const held = falsePorts.hold();
    const letGo = () => {
      falsePorts.letGo();
      this.#calls.delete(to);
    };
    try {
      const { account, folder, setTimer, log } = this.#options;
      const line = await BaresipLine.open({ account, folder, setTimer });
      await held;
      const call = new SipCall(line, speech, { ...this.#options, falsePorts });
      this.#calls.set(to, call);
      const ended = call.run().finally(letGo);
      // Nobody may wait for it, as where it says a code.
      ended.catch((error: unknown) => log.error({ err: error }, 'a phone line did not end well'));
      if (this.#isClosed) void call.breakOff();
      return { id: call.id, ended: () => ended, callOff: () => call.callOff() };
    } catch (error) {
      letGo();
      // An operator can mend the account; the message waits for that.
      throw new SendError(error instanceof Error ? error.message : String(error), {
        permanent: false,
      });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#calls.values()].map((call) => call?.breakOff()));
  }

  async #sweep(): Promise<void> {
    const { folder, setTimer, log } = this.#options;
    const lines = await endLeftBehind(folder, setTimer);
    if (lines > 0) log.warn({ lines }, 'phone lines of an earlier run were ended');
  }
}

/**
 * Whether an account is let in, and a line could be had.
 * @returns its name
 * @throws SendError
 */
export async function askSip(
  account: SipAccount,
  folder: string,
  setTimer: ChannelTools['setTimer'],
): Promise<string> {
  const line = await BaresipLine.open({ account, folder, setTimer });
  await line.end();
  return nameOf(account);
}

function waiting(reason: string): SendError {
  return new SendError(reason, { permanent: false, retryAfterMs: ongoingWaitMs, isOwnLimit: true });
}

const usualBounds = { ringMs: ringSeconds * 1000, longestMs: longestSeconds * 1000 };
/** Sound of a line may be a little behind the clock. */
const lagMs = 300;
/** How long a line that was told to hang up may take to say what became of the call. */
const closeMs = 3_000;
/** Each key may have all said again, which takes a file; a far end can send hundreds in a second. */
const mostKeys = 20;

interface SipCallOptions extends SipWayOptions {
  readonly falsePorts: Pick<FalsePorts, 'sweeps'>;
}

/** One call, from its first ring to its end. */
class SipCall {
  readonly id = crypto.randomUUID();
  readonly #line: BaresipLine;
  readonly #options: SipCallOptions;
  readonly #ended = Promise.withResolvers<CallOutcome>();
  readonly #timers = new Set<() => void>();
  /** Ends the sentence that is being said. */
  #untilSaid = () => {};
  #speech: Speech;
  #phase: 'rings' | 'talks' | 'closes' = 'rings';
  #hasRung = false;
  #isAnswered = false;
  /** It has rung for long enough. */
  #isGivenUp = false;
  #isCalledOff = false;
  /** The far end has sent the call to somebody else. */
  #isDiverted = false;
  /** All was said, and there was time for a key. */
  #isOver = false;
  #wish: Wish | null = null;
  #keys = 0;
  readonly #sweepsBefore: number;

  constructor(line: BaresipLine, speech: Speech, options: SipCallOptions) {
    this.#sweepsBefore = options.falsePorts.sweeps;
    this.#line = line;
    this.#speech = speech;
    this.#options = options;
  }

  async run(): Promise<CallOutcome> {
    const { account, homeCode } = this.#options;
    const { ringMs } = this.#bounds;
    this.#line.listen((event) => this.#hear(event));
    this.#line.gone.then(() => this.#finish('broken-off', null));
    this.#after(ringMs, () => {
      this.#isGivenUp = !this.#isAnswered;
      if (this.#isGivenUp) this.#hangUp();
    });
    this.#line.dial(addressOf(account, this.#speech.to, homeCode));
    try {
      return await this.#ended.promise;
    } finally {
      for (const cancel of this.#timers) cancel();
      // Until it has ended the phone may ring.
      await this.#line.end();
    }
  }

  get #bounds() {
    return this.#options.bounds ?? usualBounds;
  }

  /** Whether keys may be a stranger's. */
  get #isSwept(): boolean {
    return this.#options.falsePorts.sweeps > this.#sweepsBefore;
  }

  callOff(): void {
    if (this.#isAnswered) return;
    this.#isCalledOff = true;
    this.#hangUp();
  }

  /** Resolves once the line has ended. */
  async breakOff(): Promise<void> {
    this.#finish('broken-off', null);
    await this.#line.gone;
  }

  #hear({ type, param }: LineEvent): void {
    if (type === 'CALL_RINGING') this.#hasRung = true;
    if (type === 'CALL_CLOSED') this.#close(sayShort(param));
    // Whoever is called there may have answered before this was read.
    if (type === diverted && this.#phase !== 'closes') {
      this.#isDiverted = true;
      this.#phase = 'closes';
      this.#hangUp();
    }
    if (type === 'CALL_ESTABLISHED' && this.#phase === 'rings') {
      this.#isAnswered = true;
      this.#phase = 'talks';
      this.#after(this.#bounds.longestMs, () => this.#hangUp());
      this.#ask(this.#speech);
    }
    if (type === 'CALL_DTMF_START' && this.#phase === 'talks') this.#press(param.slice(0, 1));
  }

  #press(key: string): void {
    const { leftAlone, acknowledge } = this.#options;
    if (this.#isSwept) return;
    this.#keys += 1;
    if (this.#keys === mostKeys) this.#hangUp();
    if (this.#keys >= mostKeys) return;
    const turn = answerKey(this.#speech, key);
    if ('asks' in turn) {
      this.#ask(turn.asks);
      return;
    }
    const { language, notificationId, to } = this.#speech;
    this.#wish = turn.wish;
    this.#phase = 'closes';
    if (turn.leavesAlone !== null) leftAlone.add(turn.leavesAlone, to);
    if (turn.wish === 'heard' && notificationId !== null) {
      acknowledge('call', { address: to, notificationId });
    }
    this.#say(this.#options.voice.samplesOf(language, [turn.says]));
  }

  /** Says something twice, and takes a key at any time. */
  #ask(speech: Speech): void {
    this.#speech = speech;
    const once = this.#options.voice.samplesOf(speech.language, speech.pieces);
    const all = new Int16Array(2 * once.length + keySeconds * sampleRate);
    all.set(once);
    all.set(once, once.length);
    this.#say(all);
  }

  #say(samples: Int16Array): void {
    this.#untilSaid();
    this.#line.play(samples);
    this.#untilSaid = this.#after((samples.length / sampleRate) * 1000 + lagMs, () => {
      this.#isOver = true;
      this.#hangUp();
    });
  }

  #hangUp(): void {
    this.#line.hangUp();
    this.#after(closeMs, () => this.#close(''));
  }

  /** @param words of the far end. Empty: it said none, as when a call ends in the usual way */
  #close(words: string): void {
    if (this.#isDiverted) this.#finish('diverted', null);
    else if (this.#isAnswered) {
      // Where a file ends, baresip 1.0 ends the call.
      const isOver = this.#isOver || this.#phase === 'closes' || words === 'end of file';
      this.#finish(isOver ? 'unheard' : 'hung-up', null);
    } else if (this.#isCalledOff) this.#finish('called-off', null);
    else if (this.#isGivenUp) this.#finish('no-answer', null);
    else {
      const end = endOf(words);
      this.#finish(this.#hasRung ? endOfRung(end) : end, words === '' ? null : words);
    }
  }

  #finish(end: CallOutcome['end'], words: string | null): void {
    const why =
      this.#isSwept && this.#isAnswered && this.#wish === null
        ? 'strangers send sound; no key counts'
        : words;
    this.#ended.resolve({ end, words: why, wish: this.#wish });
  }

  #after(ms: number, run: () => void): () => void {
    const cancel = this.#options.setTimer(ms, run);
    this.#timers.add(cancel);
    return cancel;
  }
}
