/**
 * A provider of calls by HTTP as an operator wrote it down: how a call is begun, asked for and ended, what is answered
 * when it asks what to say, and where in its posts the key stands.
 */
import type { FarEndOrder } from '../../channel.ts';
import {
  fillText,
  findRequestFault,
  type RequestTemplate,
  readPath,
  templateMethods,
} from '../../request-template.ts';
import { type CallDialect, readForm } from './call-dialect.ts';
import { type CallEnd, keySeconds } from './call-way.ts';

/** As the settings are called. */
export interface CallTemplate {
  /** The request that begins a call. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Of all requests. */
  readonly headers: string;
  readonly body: string;
  /** For `{sender}` and `{secret}`. */
  readonly sender: string;
  readonly secret: string;
  /** Where its answer names the call. */
  readonly id_path: string;
  readonly status_url: string;
  /** Where its answer says how the call does; several, of which the first that is there counts. */
  readonly status_path: string;
  /** `done: completed, answered; busy: busy`. */
  readonly status_words: string;
  /** `DELETE https://…/{call}`, and a body in the lines below. Empty: it cannot be hung up. */
  readonly hang_up: string;
  readonly answer: string;
  readonly last_answer: string;
  readonly key_path: string;
}

/** A call goes on while its status means one of these, or nothing that was written down. */
const goingOn = ['ringing', 'answered'] as const;

/** How a call ended, by what its status means. */
export const endsByMeaning: ReadonlyMap<string, CallEnd> = new Map([
  ['done', 'unheard'],
  ['busy', 'busy'],
  ['refused', 'refused'],
  ['no-answer', 'no-answer'],
  ['failed', 'unreachable'],
  ['no-number', 'no-such-number'],
  ['canceled', 'broken-off'],
]);

/**
 * Says what is wrong with a template. Null: nothing is.
 * @param allowHttp as of requests: one that is not made hangs up nothing
 */
export function findCallFault(template: CallTemplate, allowHttp: boolean): string | null {
  const { status_url: statusUrl, status_words: words, hang_up: hangUp, body, url } = template;
  const begun = findRequestFault(template, [['{to}', '{digits}'], ['{answer}']]);
  if (begun !== null) return begun;
  if (!URL.canParse(statusUrl)) return 'the address to ask how a call does is missing';
  if (!statusUrl.includes('{call}')) return '{call} is missing in the address to ask';
  const hangUpRequest = readHangUp(template);
  if (hangUpRequest === null) {
    if (hangUp.trim() !== '') return 'to hang up takes a method and an address: DELETE https://…';
    const begins = template.method === 'GET' ? url : url + body;
    // A call without an end costs its minutes.
    if (!begins.includes('{longest}')) return 'neither {longest} nor a way to hang up is there';
  } else if (!`${hangUpRequest.url}${hangUpRequest.body}`.includes('{call}')) {
    // Some providers would hang up all calls of the account.
    return '{call} is missing where it is hung up';
  }
  const addresses = [url, statusUrl, hangUpRequest?.url ?? url];
  if (!allowHttp && addresses.some((address) => !/^https:/i.test(address))) {
    return 'each address must begin with https://';
  }
  const meant = [...readStatusWords(words).values()];
  const meanings: readonly string[] = [...goingOn, ...endsByMeaning.keys()];
  const unknown = meant.find((meaning) => !meanings.includes(meaning));
  if (unknown !== undefined) return `a status means one of ${meanings.join(', ')}: ${unknown}`;
  if (!meant.includes('done')) return 'no status means done';
  return findAnswerFault(template);
}

function findAnswerFault({ answer, last_answer: lastAnswer }: CallTemplate): string | null {
  for (const place of ['{sound}', '{keys}']) {
    if (!answer.includes(place)) return `${place} is missing in the answer`;
  }
  if (!lastAnswer.includes('{sound}')) return '{sound} is missing in the last answer';
  const isBroken = [answer, lastAnswer].some((text) => {
    const order = orderOf(text, { sound: 'https://a.example/', keys: 'https://a.example/' });
    return order.type === jsonType && !isJson(order.text);
  });
  return isBroken ? 'an answer begins as JSON and is none' : null;
}

/** What each status means, in small letters. */
export function readStatusWords(text: string): ReadonlyMap<string, string> {
  const entries = text
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .flatMap((entry) => {
      const [meaning = '', words = ''] = entry.split(/:(.*)/s);
      return words.split(',').map((word) => [word.trim().toLowerCase(), meaning.trim()] as const);
    })
    .filter(([word]) => word !== '');
  return new Map(entries);
}

/** Null: it cannot be hung up, or what is written is no request. */
export function readHangUp({ hang_up: text, headers }: CallTemplate): RequestTemplate | null {
  const [first = '', ...rest] = text.trim().split('\n');
  const [, name, url = ''] = /^([A-Z]+) +(\S+)$/.exec(first.trim()) ?? [];
  const method = templateMethods.find((one) => one === name);
  if (method === undefined || !URL.canParse(url)) return null;
  return { method, url, headers, body: rest.join('\n').trim() };
}

/** Answers as the template says. What is posted bears no signature. */
export function makeTemplateDialect(template: CallTemplate): CallDialect {
  return {
    isSigned: false,
    ask: ({ sound, keys }) => orderOf(template.answer, { sound, keys }),
    say: (sound) => orderOf(template.last_answer, { sound }),
    readKey({ body }) {
      const path = template.key_path.trim();
      const text = body.trim();
      const isJsonPost = /^[[{]/.test(text);
      if (isJsonPost && !isJson(text)) return null;
      const fields = isJsonPost ? null : readForm(text);
      if (!isJsonPost && fields === null) return null;
      const key = (isJsonPost ? readPath(text, path) : fields?.get(path)) ?? '';
      // Nothing is meant by several.
      return key === '' || /^[\d*#]$/.test(key) ? key : null;
    },
  };
}

const jsonType = 'application/json';

function orderOf(text: string, filling: Readonly<Record<string, string>>): FarEndOrder {
  const type = answerType(text);
  return { type, text: fillText(text.trim(), type, { ...filling, wait: `${keySeconds}` }) };
}

function answerType(text: string): string {
  if (/^\s*</.test(text)) return 'text/xml';
  return /^\s*[[{]/.test(text) ? jsonType : 'text/plain; charset=utf-8';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
