import type { Context } from 'grammy';
import type { Monitor } from '../actions/monitor.ts';
import type { Instant } from '../domain/instant.ts';
import type { Actor } from '../domain/people/actor.ts';
import type { Language } from '../domain/states.ts';
import { makeTimeWords, type TimeWords } from '../notify/messages/time-words.ts';
import { type ConnectedChat, findConnectedChat } from '../store/alerts/recipients.ts';
import type { PendingMoves } from './pending-moves.ts';
import { type BotTexts, botTexts } from './texts/catalogue.ts';

/** Everything the bot's answers need. */
export interface BotEnvironment {
  readonly monitor: Monitor;
  /** IANA name. */
  readonly timezone: string;
  /** The public address of the pages. Undefined: not configured, so there are no links to them. */
  readonly publicUrl?: string | undefined;
  /** Languages chosen in chats that are not connected yet; lost at a restart. */
  readonly chosenLanguages: Map<string, Language>;
  readonly moves: PendingMoves;
}

/** The chat an update came from, and how to answer in it. */
export interface Conversation {
  readonly channel: 'telegram';
  /** Chat id, as text. */
  readonly address: string;
  readonly isPrivate: boolean;
  readonly connected: ConnectedChat | undefined;
  readonly language: Language;
  readonly texts: BotTexts;
  readonly times: TimeWords;
  readonly now: Instant;
}

export type AnswerOptions = NonNullable<Parameters<Context['reply']>[1]>;

export type BotContext = Context & {
  conversation: Conversation;
  /** Sends an answer to the chat, as soon as the messenger's limits leave room for it. */
  answer: (html: string, options: AnswerOptions) => void;
};

/** Finds the customer of the chat. Undefined: the chat belongs to no customer. */
export function findConversation(
  environment: BotEnvironment,
  ctx: Context,
): Conversation | undefined {
  const { chat } = ctx;
  if (chat === undefined) return undefined;
  const { monitor, timezone, chosenLanguages } = environment;
  const address = String(chat.id);
  const connected = findConnectedChat(monitor.store, 'telegram', address);
  const language =
    connected?.language ?? chosenLanguages.get(address) ?? languageOf(ctx.from?.language_code);
  const now = monitor.clock();
  return {
    channel: 'telegram',
    address,
    isPrivate: chat.type === 'private',
    connected,
    language,
    texts: botTexts[language],
    times: makeTimeWords(now.wallMs, language, timezone),
    now,
  };
}

/** Thai unless the person's app is set to another language. */
function languageOf(code: string | undefined): Language {
  return code === undefined || code.startsWith('th') ? 'th' : 'en';
}

/** The name of a chat's writer for the audit log. */
export function actorOf({ conversation }: BotContext): Actor {
  return { name: `bot:${conversation.address}`, address: null };
}

/** Answers with HTML, without a link preview, and does not wait until it is sent. */
export async function say(ctx: BotContext, html: string, extra: AnswerOptions = {}): Promise<void> {
  ctx.answer(html, { parse_mode: 'HTML', link_preview_options: { is_disabled: true }, ...extra });
}

/**
 * Whether the sender may decide for the chat: in a group, only its administrators may. An anonymous
 * administrator writes as the group itself (https://core.telegram.org/bots/api#message, sender_chat).
 */
export async function mayDecide(ctx: BotContext): Promise<boolean> {
  const { chat, from, message } = ctx;
  if (ctx.conversation.isPrivate) return true;
  if (chat !== undefined && message?.sender_chat?.id === chat.id) return true;
  // Unlike getChatMember, this call works for a bot that is no administrator itself.
  const administrators = await ctx.getChatAdministrators();
  return administrators.some(({ user }) => user.id === from?.id);
}

/** The chat's name in the messenger. */
export function nameOfChat(ctx: Context): string {
  return ctx.chat?.title === undefined ? nameOfPerson(ctx) : inOneLine(ctx.chat.title);
}

/** The text without characters that turn the direction of writing, and so the sentence around a name. */
function inOneLine(name: string): string {
  return name.replaceAll(/[\u2028-\u202e\u2066-\u2069]/g, '').trim();
}

/** The name of a person in a chat. */
export function nameOfPerson(ctx: Context): string {
  const { from } = ctx;
  if (from === undefined) return '';
  const name = inOneLine([from.first_name, from.last_name ?? ''].join(' '));
  return name !== '' ? name : (from.username ?? '');
}
