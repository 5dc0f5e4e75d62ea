import { type FarEnd, farEndOf } from '../../../domain/system/far-end.ts';
import type { OutboundPolicy } from '../../../outbound/resolve-checked.ts';
import { SendError } from '../../channel.ts';
import type { ChannelTools } from '../../channel-kind.ts';
import {
  quoteAnswer,
  type RequestTemplate,
  readPath,
  refusalIn,
  sendTemplate,
} from '../../request-template.ts';
import type { CallDesk } from './call-door.ts';
import {
  type CallTemplate,
  endsByMeaning,
  findCallFault,
  readHangUp,
  readStatusWords,
} from './call-template.ts';
import {
  type CallEnd,
  type CallOutcome,
  type CallWay,
  endOfRung,
  longestSeconds,
  ongoingWaitMs,
  type PlacedCall,
  ringSeconds,
} from './call-way.ts';
import type { Speech } from './conversation.ts';

interface TemplateWayOptions extends Pick<ChannelTools, 'clock' | 'setTimer'> {
  readonly template: CallTemplate;
  readonly outbound: OutboundPolicy;
  readonly desk: CallDesk;
  /** The provider can fetch what is said, and post keys. */
  readonly isReachable: boolean;
  /** How often the provider is asked how a call does; default 2 s. */
  readonly lookEveryMs?: number;
}

export const unfetchable =
  'Call: the provider fetches what is said from public_url, which must begin with https://';

/** Until the provider asks what to say: it takes some seconds to have a phone ring. */
const unansweredMs = (ringSeconds + 15) * 1000;
/** Of a look, after which the next one follows. */
const lookTimeoutMs = 5_000;
/** From the answer on. A look may be on its way then, and to hang up takes a while. */
const talkMs = longestSeconds * 1000 - lookTimeoutMs - 3_000;
/** For how long after that a call is hung up again and again. */
const hangUpMs = 30_000;
/** How long a stop waits for what is hung up. */
const closeMs = 2_000;
const secretTicket = /ticket(=|%3D)[\w-]+/gi;

/** A call that goes on, or that may. */
interface Ongoing {
  readonly to: string;
  readonly callId: string;
  readonly startMono: number;
  /** The provider's name of it. Null: its answer was lost, or has not come. */
  readonly id: string | null;
  /** Of the clock's `monoMs`: when the provider first said that it was answered. Null: it has not. */
  answeredMono: number | null;
  isCalledOff: boolean;
}

interface Seen {
  /** The provider's own word. Empty: there is none. */
  readonly word: string;
  /** Empty: the word means nothing that was written down. */
  readonly meaning: string;
}

/**
 * Calls through a provider that its operator wrote down. Nothing of it is signed, so a call is watched from its
 * beginning to its end here: what is posted afterwards, or to another server, opens nothing.
 */
export class TemplateWay implements CallWay {
  readonly hearsKeys = true;
  readonly saysWords = true;
  readonly service: FarEnd;
  readonly door: CallDesk;
  readonly #options: TemplateWayOptions;
  readonly #words: ReadonlyMap<string, string>;
  readonly #hangUpRequest: RequestTemplate | null;
  /** By number. */
  readonly #ongoing = new Map<string, Ongoing>();
  #isClosed = false;

  constructor(options: TemplateWayOptions) {
    const { template, desk } = options;
    this.#options = options;
    this.service = farEndOf(template.url);
    this.door = desk;
    this.#words = readStatusWords(template.status_words);
    this.#hangUpRequest = readHangUp(template);
  }

  async prepare(to: string): Promise<void> {
    this.#check(to);
  }

  /** @throws SendError */
  #check(to: string): void {
    const { template, isReachable, outbound } = this.#options;
    if (!isReachable) throw new SendError(unfetchable, { permanent: false });
    const fault = findCallFault(template, outbound.allowPrivate);
    if (fault !== null) throw new SendError(`Call: ${fault}`, { permanent: false });
    if (this.#isClosed) throw later('Call: these settings are not used any more');
    if (this.#goesOn(to)) throw later('Call: a call to this phone goes on already');
  }

  async place(speech: Speech): Promise<PlacedCall> {
    const { to } = speech;
    const { desk, clock } = this.#options;
    // Nothing happens between these two.
    this.#check(to);
    const { callId, address } = desk.begin(speech);
    const startMono = clock().monoMs;
    const call: Ongoing = {
      ...{ to, callId, startMono, id: null },
      ...{ answeredMono: null, isCalledOff: false },
    };
    this.#ongoing.set(to, call);
    let id: string;
    try {
      id = await this.#begin(to, address);
    } catch (error) {
      // The phone may ring.
      if (error instanceof SendError && error.isAmbiguous) void this.#hold(call);
      else this.#leave(to, callId);
      throw error;
    }
    const begun = { ...call, id };
    this.#ongoing.set(to, begun);
    const ended = this.#watch(begun, id);
    // Nobody may wait for it, as where it says a code.
    ended.catch(() => {});
    if (this.#isClosed) await this.#hangUp(id).catch(() => {});
    return {
      id,
      ended: () => ended,
      callOff: () => {
        if (this.#isTaken(begun)) return;
        begun.isCalledOff = true;
        // It ends by itself where this is lost.
        this.#hangUp(id).catch(() => {});
      },
    };
  }

  /** Keys of these calls would count no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ids = [...this.#ongoing.values()].flatMap(({ id }) => id ?? []);
    const isEnded = Promise.all(ids.map((id) => this.#hangUp(id).catch(() => {})));
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.setTimer(closeMs, resolve);
    if (ids.length > 0) await Promise.race([isEnded, promise]);
    cancel();
  }

  /** One whose answer was lost is over once a key has ended it. */
  #goesOn(to: string): boolean {
    const call = this.#ongoing.get(to);
    if (call === undefined) return false;
    return call.id !== null || !this.#options.desk.isOver(call.callId);
  }

  #leave(to: string, callId: string): void {
    this.#options.desk.end(callId);
    if (this.#ongoing.get(to)?.callId === callId) this.#ongoing.delete(to);
  }

  /** A phone that may ring is not called meanwhile, and its keys count: for as long as a call may last. */
  async #hold({ to, callId, startMono }: Ongoing): Promise<void> {
    const { clock, desk } = this.#options;
    const lastMono = startMono + unansweredMs + longestSeconds * 1000;
    while (clock().monoMs < lastMono && !desk.isOver(callId)) await this.#wait();
    this.#leave(to, callId);
  }

  /** Asks how a call does until it has ended, and ends it when it rings or lasts too long. */
  async #watch(call: Ongoing, id: string): Promise<CallOutcome> {
    const { clock, desk } = this.#options;
    let hasRung = false;
    let said = 'its status says nothing';
    try {
      for (;;) {
        await this.#wait();
        try {
          const { word, meaning } = await this.#look(id);
          hasRung ||= meaning === 'ringing';
          if (meaning === 'answered') call.answeredMono ??= clock().monoMs;
          const end = endsByMeaning.get(meaning);
          if (end !== undefined) return this.#conclude(call, end, word, hasRung);
          if (word !== '') said = `its status is still ${word}`;
        } catch (error) {
          // The call goes on all the same.
          if (!(error instanceof SendError)) throw error;
          said = bareReason(error);
        }
        const { monoMs } = clock();
        const lastMono = this.#lastMono(call);
        if (monoMs > lastMono) {
          await this.#hangUp(id).catch((error: unknown) => {
            if (error instanceof SendError) said = `it cannot be hung up: ${bareReason(error)}`;
          });
        }
        if (monoMs <= lastMono + hangUpMs) continue;
        const wish = desk.end(call.callId);
        if (wish !== null) return { end: 'unheard', words: said, wish };
        throw new SendError(`Call: it did not end in time: ${said}`.slice(0, 200), {
          permanent: false,
          retryAfterMs: 60_000,
          isOwnLimit: true,
        });
      }
    } finally {
      this.#leave(call.to, call.callId);
    }
  }

  #conclude(call: Ongoing, end: CallEnd, word: string, hasRung: boolean): CallOutcome {
    const { desk, clock } = this.#options;
    const isLate = clock().monoMs > this.#lastMono(call);
    const isTaken = this.#isTaken(call);
    const isAsked = desk.answeredAt(call.callId) !== null;
    const wish = desk.end(call.callId);
    if ((call.isCalledOff || isLate) && (end === 'broken-off' || end === 'unheard')) {
      // We hung up.
      if (isTaken) return { end: 'unheard', words: null, wish };
      return { end: call.isCalledOff ? 'called-off' : 'no-answer', words: null, wish };
    }
    const words = isAsked || end !== 'unheard' ? word : `${word}; it did not ask what to say`;
    return { end: hasRung ? endOfRung(end) : end, words, wish };
  }

  /** Whoever was called has answered. */
  #isTaken({ callId, answeredMono }: Ongoing): boolean {
    return answeredMono !== null || this.#options.desk.answeredAt(callId) !== null;
  }

  /** Of the clock's `monoMs`: when it has lasted long enough. */
  #lastMono({ callId, startMono, answeredMono }: Ongoing): number {
    const takenMono = this.#options.desk.answeredAt(callId) ?? answeredMono;
    return takenMono === null ? startMono + unansweredMs : takenMono + talkMs;
  }

  #wait(): Promise<void> {
    const { setTimer, lookEveryMs = 2_000 } = this.#options;
    return new Promise((resolve) => void setTimer(lookEveryMs, resolve));
  }

  /** @returns the provider's name of the call */
  async #begin(to: string, answer: string): Promise<string> {
    const { template } = this.#options;
    const { text, quote } = await this.#send(template, {
      ...{ to, digits: to.slice(1), answer },
      ...{ ring: `${ringSeconds}`, longest: `${longestSeconds}` },
    });
    const id = readPath(text, template.id_path.trim());
    // Two dots would lead to another address, which asks for something else, or hangs up more.
    if (id !== null && /^[!-~]{1,200}$/.test(id) && !/^\.+$/.test(id)) return id;
    // It may have been begun, and be called otherwise than was written down.
    throw new SendError(quote, { permanent: false, isAmbiguous: true });
  }

  async #look(id: string): Promise<Seen> {
    const { status_url: url, headers, status_path: paths } = this.#options.template;
    const request = { method: 'GET', url, headers, body: '' } as const;
    const { text } = await this.#send(request, { call: id }, lookTimeoutMs);
    const found = paths
      .split(',')
      .map((path) => readPath(text, path.trim())?.trim() ?? '')
      .find((word) => word !== '');
    if (found === undefined) return { word: '', meaning: '' };
    const word = this.#hide(found.replace(/\s+/g, ' ')).slice(0, 60);
    return { word, meaning: this.#words.get(found.toLowerCase()) ?? '' };
  }

  async #hangUp(id: string): Promise<void> {
    if (this.#hangUpRequest === null) return;
    await this.#send(this.#hangUpRequest, { call: id }, lookTimeoutMs);
  }

  /** @throws SendError */
  async #send(
    request: RequestTemplate,
    places: Readonly<Record<string, string>>,
    timeoutMs?: number,
  ): Promise<{ readonly text: string; readonly quote: string }> {
    const { outbound, template } = this.#options;
    const filling = { ...places, sender: template.sender, secret: template.secret };
    const answer = await sendTemplate('Call', request, filling, outbound, timeoutMs);
    const { status, headers, unread, text } = answer;
    // Who reads what a provider says may know neither the key nor where keys are posted.
    const shown = { status, headers, unread, text: this.#hide(text) };
    if (!answer.isOk) throw refusalIn('Call', shown);
    return { text, quote: quoteAnswer('Call', shown) };
  }

  #hide(text: string): string {
    const { secret } = this.#options.template;
    const without = secret === '' ? text : text.replaceAll(secret, '…');
    return without.replace(secretTicket, 'ticket=…');
  }
}

function bareReason({ message }: SendError): string {
  return message.replace(/^Call: /, '');
}

function later(reason: string): SendError {
  return new SendError(reason, {
    permanent: false,
    retryAfterMs: ongoingWaitMs,
    isOwnLimit: true,
  });
}
