import type { messagingApi } from '@line/bot-sdk';
import { linkPayload } from '../../actions/alerts/create-messenger-link.ts';
import { findLinkCode } from '../../domain/alerts/link-code.ts';
import type { LineApi } from '../../notify/channels/line/line-api.ts';
import { toSendError } from '../../notify/channels/line/line-errors.ts';
import { makeMessage } from '../../notify/channels/line/line-form.ts';
import { escapeHtml, toPlainLines } from '../../notify/messages/plain-text.ts';
import { type Answer, type Chat, type Heard, inOneLine, type Press } from '../chat.ts';
import type { LineEvent } from './line-events.ts';
import type { LineNames } from './line-names.ts';

/** LINE takes so many messages in one reply. */
const maxReplies = 5;

/** Sends an answer once the messenger's limits leave room for it; `send` throws SendErrors. */
export type SendAnswer = (address: string, send: () => Promise<unknown>) => void;

/** The id of the chat that an event is from. Undefined: it is from none. */
export function addressOf({ source }: LineEvent): string | undefined {
  return source?.groupId ?? source?.roomId ?? source?.userId;
}

/** The event. Undefined: none that matters. */
export function toHeard(event: LineEvent, press: Press): Heard | undefined {
  switch (event.type) {
    case 'follow':
    case 'join':
      return { type: 'command', name: 'start', text: '' };
    case 'unfollow':
      return { type: 'lost', reason: 'the account was blocked' };
    case 'leave':
      return { type: 'lost', reason: 'the account was removed from the group' };
    case 'accountLink':
      if (event.link.result !== 'ok') return undefined;
      return { type: 'agreed', nonce: event.link.nonce };
    case 'postback':
      return { type: 'press', press };
    case 'message':
      return event.message.type === 'text' ? toWritten(event.message.text ?? '') : undefined;
  }
}

/** Commands as in other messengers, and the code of the dashboard, typed or put there by a link. */
function toWritten(text: string): Heard {
  const code = findLinkCode(text);
  if (code !== null) return { type: 'command', name: 'start', text: linkPayload(code) };
  const [, name = '', rest = ''] = /^\/(\w+)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  return name === '' ? { type: 'message' } : { type: 'command', name, text: rest };
}

interface LineChatOptions {
  readonly event: LineEvent;
  readonly address: string;
  readonly api: LineApi;
  readonly names: LineNames;
  readonly answer: SendAnswer;
  /** The page on which a link token of LINE's is joined to an account. Null: the pages have no address. */
  readonly connectPage: ((linkToken: string) => string) | null;
}

/**
 * One event's chat. LINE lets a bot answer an event once, free of charge, so what is said while it is
 * handled goes in one reply.
 */
export class LineChat implements Chat, Press {
  readonly messenger = 'line';
  readonly language = null;
  readonly hasAdministrators = false;
  readonly canPin = false;
  readonly data: string;
  readonly address: string;
  readonly isPrivate: boolean;
  name = '';
  person: Chat['person'];
  readonly #options: LineChatOptions;
  readonly #said: Answer[] = [];

  constructor(options: LineChatOptions) {
    const { event, address } = options;
    this.#options = options;
    this.address = address;
    this.isPrivate = event.source?.type === 'user';
    this.data = event.type === 'postback' ? event.postback.data : '';
    this.person = { id: event.source?.userId ?? null, name: '', username: null };
  }

  /** Asks LINE what the chat and the person are called. */
  async findNames(): Promise<void> {
    const { event, names } = this.#options;
    const { userId, groupId } = event.source ?? {};
    if (event.type === 'unfollow' || event.type === 'leave') return;
    const personName = userId === undefined ? '' : await names.ofPerson(userId, groupId);
    this.person = { ...this.person, name: inOneLine(personName) };
    this.name = this.isPrivate
      ? this.person.name
      : inOneLine(groupId === undefined ? '' : await names.ofGroup(groupId));
  }

  say(answer: Answer): void {
    this.#said.push(answer);
  }

  async isAdministrator(): Promise<boolean> {
    return false;
  }

  async connectPage(): Promise<string | null> {
    const { connectPage, api } = this.#options;
    const userId = this.person.id;
    if (connectPage === null || userId === null || !this.isPrivate) return null;
    const { linkToken } = await api.call((client) => client.issueLinkToken(userId));
    return connectPage(linkToken);
  }

  async tell(text: string): Promise<void> {
    this.say({ html: escapeHtml(text) });
  }

  async addNote(note: string): Promise<void> {
    this.say({ html: escapeHtml(note) });
  }

  async replace(html: string): Promise<void> {
    this.say({ html });
  }

  /** A message of LINE's stays as it was sent. */
  async removeButtons(): Promise<void> {}

  async replaceOther(): Promise<void> {}

  /** Sends what was said. */
  flush(): void {
    const { event, answer, api } = this.#options;
    const { replyToken } = event;
    if (replyToken === undefined || this.#said.length === 0) return;
    const messages = toMessages(this.#said);
    answer(this.address, async () => {
      try {
        await api.call((client) => client.replyMessage({ replyToken, messages }));
      } catch (error) {
        throw toSendError(error);
      }
    });
  }
}

/** Answers without buttons go together. */
function toMessages(said: readonly Answer[]): messagingApi.Message[] {
  const parts: Answer[] = [];
  for (const answer of said) {
    const before = parts.at(-1);
    if (before === undefined || before.buttons !== undefined || answer.buttons !== undefined) {
      parts.push(answer);
    } else
      parts[parts.length - 1] = { ...before, ...answer, html: `${before.html}\n${answer.html}` };
  }
  const messages = parts.flatMap(({ html, buttons = [], picture }): messagingApi.Message[] => {
    const items = buttons.map(({ text: label, ...button }) => ({ label, ...button }));
    const words = makeMessage(html, toPlainLines(html)[0] ?? '', items);
    const url = picture?.link() ?? null;
    if (url === null) return [words];
    return [{ type: 'image', originalContentUrl: url, previewImageUrl: url }, words];
  });
  return messages.slice(0, maxReplies);
}
