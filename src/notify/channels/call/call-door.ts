/** What the provider fetches and posts while a phone is called: the sound, and the keys that were pressed. */
import type { Language } from '../../../domain/states.ts';
import type { FarEndAnswer, FarEndDoor, FarEndOrder, FarEndPost } from '../../channel.ts';
import type { ChannelTools } from '../../channel-kind.ts';
import type { CallDialect } from './call-dialect.ts';
import { answerKey, type Speech, type Wish } from './conversation.ts';
import type { Said } from './piece-texts.ts';
import type { Voice } from './voice.ts';

export const callPaths = {
  sound: '/api/call/sound',
  answer: '/api/call/answer',
  keys: '/api/call/keys',
} as const;

/** A ring, and a minute; what is fetched and posted later is about no call. */
const ticketMs = 3 * 60_000;

interface CallDeskOptions extends Pick<ChannelTools, 'seal' | 'open' | 'leftAlone' | 'clock'> {
  readonly dialect: CallDialect;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly voice: Voice;
}

type SpeechTicket = Speech & { readonly do: 'answer' | 'keys'; readonly callId: string };
type Ticket =
  | SpeechTicket
  | { readonly do: 'sound'; readonly language: Language; readonly pieces: readonly Said[] };

/** A call that somebody waits for. */
interface Talk {
  readonly begunMono: number;
  wish: Wish | null;
  /** Of the clock's `monoMs`: when it was first asked what to say. Null: it was not. */
  answeredMono: number | null;
  /** The post that ended it, and what was answered. */
  last: { readonly sealed: string; readonly key: string; readonly answer: FarEndAnswer } | null;
}

interface Begun {
  /** How the call is known here. */
  readonly callId: string;
  /** What the provider is told to do once the phone is answered. */
  readonly order: FarEndOrder;
  /** Where it is told that. */
  readonly address: string;
}

/**
 * Speaks in calls and hears keys. What a call is about stands in its addresses, signed, so that a restart in the
 * middle of it loses no key that bears the provider's signature.
 */
export class CallDesk implements FarEndDoor {
  readonly #options: CallDeskOptions;
  readonly #talks = new Map<string, Talk>();

  constructor(options: CallDeskOptions) {
    this.#options = options;
  }

  begin(speech: Speech): Begun {
    const callId = crypto.randomUUID();
    const begunMono = this.#options.clock().monoMs;
    // Nobody waits for the end of a call that says a code.
    for (const [id, talk] of this.#talks) {
      if (begunMono - talk.begunMono > ticketMs) this.#talks.delete(id);
    }
    this.#talks.set(callId, { begunMono, wish: null, answeredMono: null, last: null });
    const address = this.#addressOf('answer', this.#seal({ ...speech, do: 'answer', callId }));
    return { callId, order: this.#ask(callId, speech), address };
  }

  /** When the provider first asked what to say, of the clock's `monoMs`. Null: it has not. */
  answeredAt(callId: string): number | null {
    return this.#talks.get(callId)?.answeredMono ?? null;
  }

  /** All is said in a call: a key has ended it. */
  isOver(callId: string): boolean {
    const talk = this.#talks.get(callId);
    return talk === undefined || talk.last !== null;
  }

  /** @returns what was wished. Null: no key was pressed */
  end(callId: string): Wish | null {
    const wish = this.#talks.get(callId)?.wish ?? null;
    this.#talks.delete(callId);
    return wish;
  }

  sound(sealed: string): Uint8Array<ArrayBuffer> | null {
    const ticket = this.#read(sealed);
    if (ticket?.do !== 'sound') return null;
    return this.#options.voice.speak(ticket.language, ticket.pieces);
  }

  open(sealed: string): FarEndOrder | null {
    const ticket = this.#readSpeech(sealed, 'answer');
    if (ticket === null) return null;
    const talk = this.#talks.get(ticket.callId);
    if (talk !== undefined) talk.answeredMono ??= this.#options.clock().monoMs;
    return this.#ask(ticket.callId, ticket);
  }

  takes(sealed: string): boolean {
    return this.#readSpeech(sealed, 'keys') !== null;
  }

  take(sealed: string, post: FarEndPost): FarEndAnswer | 'forged' | null {
    const ticket = this.#readSpeech(sealed, 'keys');
    if (ticket === null) return null;
    const address = this.#addressOf('keys', sealed);
    const key = this.#options.dialect.readKey(post, address, ticket.to);
    if (key === null) return 'forged';
    const talk = this.#talks.get(ticket.callId);
    // A post that comes again is answered as it was, as its answer may have been lost. No other one follows the last.
    if (talk?.last) {
      const { last } = talk;
      return last.sealed === sealed && last.key === key ? last.answer : null;
    }
    const answer = this.#answer(ticket, key);
    if ('asks' in answer) return { ...this.#ask(ticket.callId, answer.asks), acknowledged: null };
    if (talk !== undefined) {
      talk.wish = answer.wish;
      talk.last = { sealed, key, answer };
    }
    return answer;
  }

  /** What is asked next, or the last words. */
  #answer(
    ticket: SpeechTicket,
    key: string,
  ): { readonly asks: Speech } | (FarEndAnswer & { readonly wish: Wish | null }) {
    const { to, notificationId, language, pieces } = ticket;
    // Nobody pressed one in time. Nothing is asked for ever.
    if (key === '') return { ...this.#say(language, pieces), acknowledged: null, wish: null };
    const turn = answerKey(ticket, key);
    if ('asks' in turn) return turn;
    if (turn.leavesAlone !== null) this.#options.leftAlone.add(turn.leavesAlone, to);
    const isHeard = turn.wish === 'heard' && notificationId !== null;
    return {
      ...this.#say(language, [turn.says]),
      acknowledged: isHeard ? { address: to, notificationId } : null,
      wish: turn.wish,
    };
  }

  #ask(callId: string, speech: Speech): FarEndOrder {
    const { subject, language, pieces, to, notificationId } = speech;
    const ticket = { do: 'keys', callId, subject, language, pieces, to, notificationId } as const;
    return this.#options.dialect.ask({
      sound: this.#soundOf(language, pieces),
      keys: this.#addressOf('keys', this.#seal(ticket)),
    });
  }

  #say(language: Language, pieces: readonly Said[]): FarEndOrder {
    return this.#options.dialect.say(this.#soundOf(language, pieces));
  }

  #soundOf(language: Language, pieces: readonly Said[]): string {
    return this.#addressOf('sound', this.#seal({ do: 'sound', language, pieces }));
  }

  #addressOf(what: keyof typeof callPaths, sealed: string): string {
    return `${this.#options.publicUrl}${callPaths[what]}?ticket=${sealed}`;
  }

  #seal(ticket: Ticket): string {
    const { seal, clock } = this.#options;
    return seal(JSON.stringify(ticket), clock().wallMs + ticketMs);
  }

  /** Null: it is no such ticket, or about a call of which it would have to be known that it goes on. */
  #readSpeech(sealed: string, what: SpeechTicket['do']): SpeechTicket | null {
    const ticket = this.#read(sealed);
    if (ticket === null || ticket.do === 'sound' || ticket.do !== what) return null;
    const { dialect } = this.#options;
    return dialect.isSigned || this.#talks.has(ticket.callId) ? ticket : null;
  }

  #read(sealed: string): Ticket | null {
    const text = this.#options.open(sealed);
    return text === null ? null : JSON.parse(text);
  }
}
