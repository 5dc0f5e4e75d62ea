/**
 * An exchange of SIP over UDP with phones behind it that do as a test says (RFC 3261). It lets in whom it knows
 * (digest, RFC 8760 with MD5), refuses what real ones refuse, and keeps what each phone heard.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { PhoneSound } from './phone-sound.ts';
import { handBack, handOn } from './relay.ts';
import { headerOf, readMessage, type SipMessage, writeMessage } from './sip-message.ts';

export const sipAccount = { user: '6620001234', password: 'p4ss,w<o>rd=1', login: 'shop-1' };

/** What a phone does when it rings. */
export type SipPhone =
  /** Answers, and presses these keys, the first so long after, and then each so long after the one before. */
  | {
      readonly does: 'answers';
      readonly keys: string;
      readonly afterMs?: number;
      /** After the last key; else it listens to the end. */
      readonly hangsUp?: true;
    }
  /** Sound goes already while it rings, as where an exchange plays music; then as `answers`. */
  | { readonly does: 'plays, then answers'; readonly keys: string; readonly ringMs: number }
  /** Answers and talks by itself: presses nothing. */
  | { readonly does: 'voice mail' }
  /** The exchange answers with this, such as 486; where the phone rang before, as when its red button is pressed. */
  | {
      readonly does: 'ends';
      readonly status: number;
      readonly reason: string;
      readonly rang?: true;
    }
  /** 180 for ever, until the caller gives up. */
  | { readonly does: 'rings' }
  /** Answers, and hangs up so long after. */
  | { readonly does: 'drops'; readonly afterMs: number }
  /** Answers, and never hangs up; it does not even take notice when the caller does. */
  | { readonly does: 'stays' }
  /** Answers, and wants the caller to call somebody else, at the caller's expense. */
  | { readonly does: 'transfers'; readonly to: string }
  /** Names somebody else to call instead (302), in a form that a test may change. */
  | {
      readonly does: 'diverts';
      readonly to: string;
      readonly form?: (answer: string) => string;
    }
  /** Another program is the phone: at this port of this machine. */
  | { readonly does: 'is a program'; readonly port: number };

export interface SipCall {
  readonly id: string;
  /** As it was dialled. */
  readonly number: string;
  state: 'rings' | 'talks' | 'ended';
  /** By whom. Null: it goes on. */
  endedBy: 'caller' | 'phone' | 'exchange' | null;
  readonly startedAt: number;
  /** The caller's description of its sound. */
  readonly offer: string;
  answeredAt: number | null;
  endedAt: number | null;
  /** Null: nobody answered. */
  sound: PhoneSound | null;
}

type Headers = (readonly [name: string, value: string])[];
interface Dialog extends SipCall {
  readonly invite: SipMessage;
  readonly from: RemoteInfo;
  readonly tag: string;
  sdp: string;
  /** The port of the program that is the phone. Null: the exchange plays it. */
  relayedTo: number | null;
}

const realm = 'exchange.test';
/** The name of a call back. */
const backId = 'called-back';

export class FakeExchange {
  readonly calls: SipCall[] = [];
  /** By number as it is dialled. */
  readonly phones = new Map<string, SipPhone>();
  /** What was wrong with what came. */
  readonly complaints: string[] = [];
  /** How often somebody was let in, and left. */
  loggedIn = 0;
  loggedOut = 0;
  /** Whoever logs in is told this. Null: whether the password is right. */
  refusal: string | null = null;
  /** The phones that are called next do this, whosever they are. */
  readonly next: SipPhone[] = [];
  /** Phones of which nothing is said do this. */
  usual: SipPhone = { does: 'answers', keys: '1' };
  /** As of `refusal`, for the next one alone. */
  refuseNext: string | null = null;
  /** It is there, and answers nothing. */
  isDeaf = false;
  /** It lets in whoever comes. */
  isOpen = false;
  /** What callers answered who were called back. */
  readonly answersBack: string[] = [];
  readonly #socket: Socket = createSocket('udp4');
  readonly #nonces = new Set<string>();
  readonly #dialogs = new Map<string, Dialog>();

  async open(): Promise<void> {
    this.#socket.on('message', (bytes, from) => {
      if (!this.isDeaf) this.#take(bytes.toString(), from);
    });
    // Whoever it is sent to may have left.
    this.#socket.on('error', () => {});
    await new Promise<void>((resolve) => this.#socket.bind(0, '127.0.0.1', resolve));
  }

  close(): void {
    for (const { sound, state } of this.#dialogs.values()) if (state !== 'ended') sound?.close();
    this.#socket.close();
  }

  get server(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  /** A call comes in at whoever is at this address. */
  send(text: string, { port, address }: Pick<RemoteInfo, 'port' | 'address'>): void {
    this.#socket.send(text, port, address);
  }

  #take(text: string, from: RemoteInfo): void {
    // Some keep the connection open with nothing.
    if (text.trim() === '') return;
    try {
      const message = readMessage(text);
      if (/^\d/.test(message.method)) this.#handBack(text, message);
      else if (!this.#handOn(message, from)) this.#answer(message, from);
    } catch (error) {
      this.complaints.push(`${String(error)}\n${text}`);
    }
  }

  /** @returns whether it belongs to a call with a phone that is a program */
  #handOn(message: SipMessage, from: RemoteInfo): boolean {
    const dialog = this.#dialogs.get(headerOf(message, 'call-id'));
    if (dialog?.relayedTo == null) return false;
    const isTheirs = from.port === dialog.relayedTo;
    // What follows on an answer bears the way of the call, and is addressed to the other's own place.
    const uri = message.headers.has('route') ? message.uri : phoneAt(dialog.relayedTo);
    const text = handOn(message, this.server, uri);
    this.send(text, isTheirs ? dialog.from : { address: '127.0.0.1', port: dialog.relayedTo });
    if (message.method === 'BYE') this.#end(dialog, isTheirs ? 'phone' : 'caller');
    if (message.method === 'CANCEL') dialog.endedBy = 'caller';
    return true;
  }

  #handBack(text: string, message: SipMessage): void {
    if (headerOf(message, 'call-id') === backId) this.answersBack.push(message.method);
    const dialog = this.#dialogs.get(headerOf(message, 'call-id'));
    if (dialog?.relayedTo == null) return;
    const back = handBack(text.slice(0, text.indexOf('\r\n')), message, this.server);
    if (back === null) return;
    const isOfInvite = headerOf(message, 'cseq').endsWith(' INVITE');
    if (isOfInvite && message.method === '200' && dialog.state === 'rings') {
      dialog.state = 'talks';
      dialog.answeredAt = performance.now();
    }
    if (isOfInvite && Number(message.method) >= 300) this.#end(dialog, dialog.endedBy ?? 'phone');
    const isToCaller = headerOf(message, 'from') === headerOf(dialog.invite, 'from');
    this.send(back, isToCaller ? dialog.from : { address: '127.0.0.1', port: dialog.relayedTo });
  }

  #answer(message: SipMessage, from: RemoteInfo): void {
    const dialog = this.#dialogs.get(headerOf(message, 'call-id'));
    if (message.method === 'ACK') return;
    if (message.method === 'REGISTER') this.#register(message, from);
    else if (message.method === 'INVITE' && (dialog === undefined || isElsewhere(message, dialog)))
      this.#invite(message, from);
    else if (dialog === undefined) this.#reply(message, from, '481 No Such Call');
    else if (message.method === 'CANCEL') this.#cancel(dialog, message, from);
    else if (message.method === 'BYE') this.#leave(dialog, message, from);
    else this.#reply(message, from, '405 Method Not Allowed');
  }

  #cancel(dialog: Dialog, message: SipMessage, from: RemoteInfo): void {
    this.#reply(message, from, '200 OK');
    if (dialog.state !== 'rings') return;
    this.#reply(dialog.invite, from, '487 Request Terminated', dialog.tag);
    this.#end(dialog, 'caller');
  }

  #leave(dialog: Dialog, message: SipMessage, from: RemoteInfo): void {
    if (this.phones.get(dialog.number)?.does === 'stays') return;
    this.#reply(message, from, '200 OK');
    this.#end(dialog, 'caller');
  }

  #register(message: SipMessage, from: RemoteInfo): void {
    const refusal = this.refuseNext ?? this.refusal;
    this.refuseNext = null;
    if (refusal !== null) {
      this.#reply(message, from, refusal);
      return;
    }
    if (!this.#isLetIn(message, from, 'authorization', '401 Unauthorized')) return;
    const contact = headerOf(message, 'contact');
    const isLeaving = /expires=0\b/i.test(contact) || message.headers.get('expires')?.[0] === '0';
    if (isLeaving) this.loggedOut += 1;
    else this.loggedIn += 1;
    this.#reply(message, from, '200 OK', undefined, isLeaving ? [] : [['Contact', contact]]);
  }

  #invite(message: SipMessage, from: RemoteInfo): void {
    if (!this.#isLetIn(message, from, 'proxy-authorization', '407 Proxy Authentication Required')) {
      return;
    }
    const [, number = ''] = /^sip:([^@]+)@/.exec(message.uri) ?? [];
    const dialog: Dialog = {
      ...{ id: headerOf(message, 'call-id'), number, state: 'rings', endedBy: null },
      ...{
        startedAt: performance.now(),
        offer: message.body,
        answeredAt: null,
        endedAt: null,
        sound: null,
      },
      ...{ invite: message, from, tag: randomUUID().slice(0, 8), sdp: '', relayedTo: null },
    };
    this.calls.push(dialog);
    this.#dialogs.set(dialog.id, dialog);
    this.#reply(message, from, '100 Trying');
    this.#ring(dialog).catch((error: unknown) => this.complaints.push(String(error)));
  }

  async #ring(dialog: Dialog): Promise<void> {
    const phone = this.next.shift() ?? this.phones.get(dialog.number) ?? this.usual;
    const { invite, from, tag } = dialog;
    if (phone.does === 'is a program') {
      dialog.relayedTo = phone.port;
      this.#handOn(invite, from);
      return;
    }
    if (phone.does === 'ends') {
      if (phone.rang) {
        this.#reply(invite, from, '180 Ringing', tag, contactOf(this.server));
        await Bun.sleep(50);
      }
      this.#reply(invite, from, `${phone.status} ${phone.reason}`, tag);
      this.#end(dialog, 'exchange');
      return;
    }
    if (phone.does === 'diverts') {
      const contact = phone.to.endsWith('>') ? phone.to : `<${phone.to}>`;
      this.#reply(invite, from, '302 Moved', tag, [['Contact', contact]], '', phone.form);
      this.#end(dialog, 'exchange');
      return;
    }
    const sound = new PhoneSound(invite.body);
    dialog.sdp = await sound.open();
    dialog.sound = sound;
    if (phone.does === 'plays, then answers') {
      this.#reply(invite, from, '183 Session Progress', tag, contactOf(this.server), dialog.sdp);
      await sound.talk(phone.ringMs);
    } else {
      this.#reply(invite, from, '180 Ringing', tag, contactOf(this.server));
    }
    if (phone.does === 'rings') return;
    await Bun.sleep(50);
    if (dialog.state !== 'rings') return;
    dialog.state = 'talks';
    dialog.answeredAt = performance.now();
    this.#reply(invite, from, '200 OK', tag, contactOf(this.server), dialog.sdp);
    if (phone.does === 'stays') return;
    if (phone.does === 'drops') {
      await Bun.sleep(phone.afterMs);
      this.hangUp(dialog);
      return;
    }
    if (phone.does === 'voice mail') {
      await sound.talk(2_000);
      return;
    }
    if (phone.does === 'transfers') {
      this.#request(dialog, 'REFER', [['Refer-To', `<${phone.to}>`]]);
      return;
    }
    const afterMs = phone.does === 'answers' ? (phone.afterMs ?? 500) : 500;
    for (const key of phone.keys) {
      await Bun.sleep(afterMs);
      // Dialog changes while this waits.
      if ((dialog as SipCall).state !== 'talks') return;
      await sound.press(key);
    }
    if (phone.does === 'answers' && phone.hangsUp) this.hangUp(dialog);
  }

  /** The caller is called, while that one's call goes on. */
  callBack({ id }: Pick<SipCall, 'id'>): void {
    const dialog = this.#dialogs.get(id);
    if (dialog === undefined) return;
    const [newcomer = ''] = headerOf(dialog.invite, 'from').split(';tag=');
    const headers = new Map(dialog.invite.headers).set('from', [newcomer]);
    this.#request({ ...dialog, invite: { ...dialog.invite, headers }, id: backId }, 'INVITE');
  }

  /** Whoever was called hangs up. */
  hangUp(call: SipCall): void {
    const dialog = this.#dialogs.get(call.id);
    if (dialog === undefined || dialog.state !== 'talks') return;
    this.#request(dialog, 'BYE');
    this.#end(dialog, 'phone');
  }

  #end(dialog: Dialog, by: NonNullable<SipCall['endedBy']>): void {
    if (dialog.state === 'ended') return;
    dialog.state = 'ended';
    dialog.endedBy = by;
    dialog.endedAt = performance.now();
    dialog.sound?.close();
  }

  /** Sends a request within a call. */
  #request(dialog: Dialog, method: string, more: Headers = []): void {
    const { invite, from, tag, id } = dialog;
    const [, target = ''] = /<([^>]+)>/.exec(headerOf(invite, 'contact')) ?? [];
    const headers: Headers = [
      ['Via', `SIP/2.0/UDP ${this.server};branch=z9hG4bK${randomUUID()};rport`],
      ['Max-Forwards', '70'],
      ['From', `${headerOf(invite, 'to')};tag=${tag}`],
      ['To', headerOf(invite, 'from')],
      ['Call-ID', id],
      ['CSeq', `1 ${method}`],
      ...contactOf(this.server),
      ...more,
    ];
    this.send(writeMessage(`${method} ${target} SIP/2.0`, headers), from);
  }

  /** @returns whether it bears the proof; else it was asked for */
  #isLetIn(message: SipMessage, from: RemoteInfo, header: string, ask: string): boolean {
    const given = message.headers.get(header)?.[0];
    if (this.isOpen) return true;
    if (given !== undefined && this.#isProven(message, given)) return true;
    if (given !== undefined) {
      this.#reply(message, from, '403 Forbidden');
      return false;
    }
    const nonce = randomUUID();
    this.#nonces.add(nonce);
    const name = ask.startsWith('401') ? 'WWW-Authenticate' : 'Proxy-Authenticate';
    const challenge = `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth"`;
    this.#reply(message, from, ask, undefined, [[name, challenge]]);
    return false;
  }

  #isProven({ method, uri }: SipMessage, given: string): boolean {
    const field = (name: string) =>
      new RegExp(`[ ,]${name}="?([^",]*)"?`).exec(` ${given}`)?.[1] ?? '';
    const { login, password } = sipAccount;
    if (field('username') !== login || field('uri') !== uri) return false;
    if (!this.#nonces.has(field('nonce'))) return false;
    const who = md5(`${login}:${realm}:${password}`);
    const what = md5(`${method}:${uri}`);
    const proof = ['nonce', 'nc', 'cnonce', 'qop'].map(field).join(':');
    return field('response') === md5(`${who}:${proof}:${what}`);
  }

  #reply(
    message: SipMessage,
    from: RemoteInfo,
    status: string,
    tag = randomUUID().slice(0, 8),
    more: Headers = [],
    sdp = '',
    form = (text: string) => text,
  ): void {
    const to = headerOf(message, 'to');
    const via = headerOf(message, 'via').replace(/;rport\b/, `;rport=${from.port}`);
    const headers: Headers = [
      ['Via', `${via};received=${from.address}`],
      ['From', headerOf(message, 'from')],
      ['To', /;tag=/.test(to) || status.startsWith('100') ? to : `${to};tag=${tag}`],
      ['Call-ID', headerOf(message, 'call-id')],
      ['CSeq', headerOf(message, 'cseq')],
      ...more,
      ...(sdp === '' ? [] : ([['Content-Type', 'application/sdp']] as const)),
    ];
    this.send(form(writeMessage(`SIP/2.0 ${status}`, headers, sdp)), from);
  }
}

/** A call that was sent to somebody else goes on under its old name. */
function isElsewhere({ uri }: SipMessage, { number, state }: SipCall): boolean {
  return state === 'ended' && !uri.startsWith(`sip:${number}@`);
}

function phoneAt(port: number): string {
  return `sip:phone@127.0.0.1:${port}`;
}

function contactOf(server: string): Headers {
  return [['Contact', `<sip:phone@${server}>`]];
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

export async function startFakeExchange(): Promise<FakeExchange> {
  const exchange = new FakeExchange();
  await exchange.open();
  return exchange;
}
