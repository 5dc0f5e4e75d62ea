/** What the provider fetches and posts while a phone is called: the sound, and the keys that were pressed. */
import type { Language } from '../../../domain/states.ts';
import type { FarEndAnswer, FarEndDoor, FarEndPost } from '../../channel.ts';
import type { ChannelTools } from '../../channel-kind.ts';
import { answerKey, type Speech, type Wish } from './conversation.ts';
import type { Said } from './piece-texts.ts';
import { askForKey, isSigned, sayAndHangUp } from './twiml.ts';
import type { Voice } from './voice.ts';

export const callPaths = { sound: '/api/call/sound', keys: '/api/call/keys' } as const;

/** A ring, and a minute; what is fetched and posted later is about no call. */
const ticketMs = 3 * 60_000;

interface CallDeskOptions extends Pick<ChannelTools, 'seal' | 'open' | 'leftAlone' | 'clock'> {
  /** Account SID, and the token that it signs with. */
  readonly account: string;
  readonly token: string;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly voice: Voice;
}

type KeysTicket = Speech & { readonly do: 'keys'; readonly callId: string };
type Ticket =
  | KeysTicket
  | { readonly do: 'sound'; readonly language: Language; readonly pieces: readonly Said[] };

/**
 * Speaks in calls and hears keys. What a call is about stands in its addresses, signed, so that a restart in the
 * middle of it loses no key.
 */
export class CallDesk implements FarEndDoor {
  readonly #options: CallDeskOptions;
  /** By call: what was wished in calls that somebody waits for. */
  readonly #wishes = new Map<string, Wish | null>();

  constructor(options: CallDeskOptions) {
    this.#options = options;
  }

  /** @returns what the provider is told to do once the phone is answered, and how the call is known here */
  begin(speech: Speech): { readonly callId: string; readonly twiml: string } {
    const callId = crypto.randomUUID();
    this.#wishes.set(callId, null);
    return { callId, twiml: this.#ask(callId, speech) };
  }

  /** @returns what was wished. Null: no key was pressed */
  end(callId: string): Wish | null {
    const wish = this.#wishes.get(callId) ?? null;
    this.#wishes.delete(callId);
    return wish;
  }

  sound(sealed: string): Uint8Array<ArrayBuffer> | null {
    const ticket = this.#read(sealed);
    if (ticket?.do !== 'sound') return null;
    return this.#options.voice.speak(ticket.language, ticket.pieces);
  }

  takes(sealed: string): boolean {
    return this.#read(sealed)?.do === 'keys';
  }

  take(sealed: string, { signature, fields }: FarEndPost): FarEndAnswer | 'forged' | null {
    const { token, account } = this.#options;
    const ticket = this.#read(sealed);
    if (ticket?.do !== 'keys') return null;
    const address = this.#addressOf('keys', sealed);
    const isTheirs = fields.get('AccountSid') === account && fields.get('To') === ticket.to;
    if (!isSigned(token, address, fields, signature) || !isTheirs) return 'forged';
    return this.#answer(ticket, fields.get('Digits') ?? '');
  }

  #answer(ticket: KeysTicket, key: string): FarEndAnswer {
    const { callId, to, notificationId, language } = ticket;
    const turn = answerKey(ticket, key);
    if ('asks' in turn) return { text: this.#ask(callId, turn.asks), acknowledged: null };
    if (turn.leavesAlone !== null) this.#options.leftAlone.add(turn.leavesAlone, to);
    if (turn.wish !== null) this.#wish(callId, turn.wish);
    const isHeard = turn.wish === 'heard' && notificationId !== null;
    return {
      text: sayAndHangUp(this.#soundOf(language, [turn.says])),
      acknowledged: isHeard ? { address: to, notificationId } : null,
    };
  }

  /** A call that nobody waits for any more, as after a restart, is not remembered. */
  #wish(callId: string, wish: Wish): void {
    if (this.#wishes.has(callId)) this.#wishes.set(callId, wish);
  }

  #ask(callId: string, speech: Speech): string {
    const { subject, language, pieces, to, notificationId } = speech;
    const ticket = { do: 'keys', callId, subject, language, pieces, to, notificationId } as const;
    return askForKey({
      sound: this.#soundOf(language, pieces),
      keys: this.#addressOf('keys', this.#seal(ticket)),
    });
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

  #read(sealed: string): Ticket | null {
    const text = this.#options.open(sealed);
    return text === null ? null : JSON.parse(text);
  }
}
