/** Twilio's calls by HTTP (https://www.twilio.com/docs/voice/api/call-resource). */
import { callOut, type OutboundAnswer } from '../../../outbound/call-out.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import { SendError } from '../../channel.ts';

interface TwilioAccount {
  /** Account SID. */
  readonly account: string;
  readonly token: string;
  readonly apiRoot: string;
}

/** `status` of a call; the last five are ends. */
const statuses = [
  ...(['queued', 'initiated', 'ringing', 'in-progress'] as const),
  ...(['completed', 'busy', 'no-answer', 'failed', 'canceled'] as const),
] as const;
type CallStatus = (typeof statuses)[number];
export type CallEnd = Exclude<CallStatus, 'queued' | 'initiated' | 'ringing' | 'in-progress'>;

interface ProviderCall {
  readonly sid: string;
  /** Null: it goes on. */
  readonly end: CallEnd | null;
  /** The phone rings now. */
  readonly isRinging: boolean;
}

const timeoutMs = 15_000;
const maxAnswerBytes = 64 * 1024;
const usualWaitMs = 30_000;
const longestWaitMs = 3_600_000;

/** Every method throws SendErrors. */
export class TwilioApi {
  readonly #account: TwilioAccount;

  constructor(account: TwilioAccount) {
    this.#account = account;
  }

  /** The account's name there. A call would cost money, so nothing but that is asked. */
  async readName(): Promise<string> {
    const { status, friendly_name: name } = await this.#call('GET', '.json');
    if (status !== 'active' || typeof name !== 'string') {
      const said = typeof status === 'string' ? status.slice(0, 40) : 'none';
      const reason = `Call: Twilio says that this account is ${said}`;
      throw new SendError(reason, { permanent: true });
    }
    return name;
  }

  async place(fields: Readonly<Record<string, string>>): Promise<ProviderCall> {
    return readCall(await this.#call('POST', '/Calls.json', fields));
  }

  async look(sid: string): Promise<ProviderCall> {
    return readCall(await this.#call('GET', `/Calls/${sid}.json`));
  }

  /** The last call to a number. Null: there was none. */
  async findLast(to: string): Promise<ProviderCall | null> {
    const query = new URLSearchParams({ To: to, PageSize: '1' });
    const { calls } = await this.#call('GET', `/Calls.json?${query}`);
    const last: unknown = Array.isArray(calls) ? calls[0] : undefined;
    return last === undefined ? null : readCall(last);
  }

  /** Ends a call that rings; one that was answered goes on. */
  async cancel(sid: string): Promise<void> {
    await this.#call('POST', `/Calls/${sid}.json`, { Status: 'canceled' });
  }

  async hangUp(sid: string): Promise<void> {
    await this.#call('POST', `/Calls/${sid}.json`, { Status: 'completed' });
  }

  async #call(
    method: 'GET' | 'POST',
    path: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const { account, token, apiRoot } = this.#account;
    const url = new URL(`/2010-04-01/Accounts/${account}${path}`, apiRoot);
    let answer: OutboundAnswer;
    try {
      answer = await callOut(url, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
          'user-agent': 'FaiWatch',
        },
        ...(fields !== undefined && { body: new URLSearchParams(fields) }),
        timeoutMs,
        maxBytes: maxAnswerBytes,
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const isAmbiguous = method === 'POST' && !error.isUnsent;
      throw new SendError(`Call: ${error.message}`, { permanent: false, isAmbiguous });
    }
    const body = readBody(answer.text);
    if (!answer.isOk) throw toSendError(answer, body);
    if (body === null) {
      const reason = 'Call: the provider’s answer cannot be read';
      throw new SendError(reason, { permanent: false, isAmbiguous: method === 'POST' });
    }
    return body;
  }
}

type Answer = Readonly<Record<string, unknown>>;

function readBody(text: string): Answer | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Answer) : null;
  } catch {
    return null;
  }
}

function readCall(call: unknown): ProviderCall {
  const { sid, status } = (call ?? {}) as Answer;
  const known = statuses.find((name) => name === status);
  if (typeof sid !== 'string' || !/^CA[0-9a-f]{32}$/.test(sid) || known === undefined) {
    const reason = 'Call: the provider’s answer is about no call';
    throw new SendError(reason, { permanent: false, isAmbiguous: true });
  }
  const isOn = ['queued', 'initiated', 'ringing', 'in-progress'].includes(known);
  return { sid, end: isOn ? null : (known as CallEnd), isRinging: known === 'ringing' };
}

/** https://www.twilio.com/docs/api/errors: the number is none. */
const goneCodes = [21211, 21217];
/** It is one, and is not called: unreachable from there, barred, in a country that is switched off, unverified. */
const refusedCodes = [13223, 13224, 13225, 13227, 21214, 21215, 21216, 21219];

function toSendError({ status, headers, text, unread }: OutboundAnswer, body: Answer | null) {
  const { code, message } = body ?? {};
  const said = typeof message === 'string' ? message : (unread ?? text);
  const number = typeof code === 'number' ? ` ${code}` : '';
  const reason =
    `Call: ${status}${number} ${said.replace(/\s+/g, ' ').trim().slice(0, 180)}`.trim();
  if (status === 429) {
    const asked = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
    const retryAfterMs = Math.min(asked > 0 ? asked : usualWaitMs, longestWaitMs);
    return new SendError(reason, { permanent: false, retryAfterMs, isGlobalLimit: true });
  }
  const isRecipientGone = goneCodes.includes(Number(code));
  const permanent = isRecipientGone || refusedCodes.includes(Number(code));
  // All else an operator can mend: the key, the credit, the number that calls.
  return new SendError(reason, { permanent, isRecipientGone, isAmbiguous: status >= 500 });
}
