import type { Monitor } from '../actions/monitor.ts';
import type { Instant } from '../domain/instant.ts';
import type { Actor } from '../domain/people/actor.ts';
import type { ChannelName, Language } from '../domain/states.ts';
import { makeTimeWords, type TimeWords } from '../notify/messages/wording.ts';
import { type ConnectedChat, findConnectedChat } from '../store/alerts/recipients.ts';
import type { PendingMoves } from './pending-moves.ts';
import { type BotTexts, botTexts } from './texts/catalogue.ts';

/** The messengers that people talk to the bot in. */
type MessengerName = Extract<ChannelName, 'telegram' | 'line'>;

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
  /** Those of modules. */
  readonly commands: readonly ChatCommand[];
}

/** A button below an answer. Pressing it sends `data` back as a `Press`, or opens `url`. */
export type AnswerButton =
  | { readonly text: string; readonly data: string }
  | { readonly text: string; readonly url: string };

/** The words in a chat; the messenger's adapter gives them their form. */
export interface Answer {
  /** Mark-up is b, i and code; everything from outside is already escaped. */
  readonly html: string;
  readonly buttons?: readonly AnswerButton[];
  /**
   * In a messenger where people can share their own number: `ask` shows a button with this text for it,
   * `done` takes it away.
   */
  readonly contact?: { readonly ask: string } | 'done';
  /** Goes above the words. */
  readonly picture?: AnswerPicture;
}

/** A picture in an answer. A messenger is given it, or fetches it. */
interface AnswerPicture {
  /** @returns a PNG. Null: it could not be drawn */
  readonly draw: () => Promise<Uint8Array | null>;
  /** Null: the messenger can fetch nothing from here. */
  readonly link: () => string | null;
}

interface Person {
  /** The messenger's own id. Null: somebody who writes as the group itself. */
  readonly id: string | null;
  /** `''`: not known. */
  readonly name: string;
  /** Without @. Null: none, or the messenger has no such thing. */
  readonly username: string | null;
}

/** One chat of a messenger with somebody who wrote or pressed in it. Each messenger's adapter makes it. */
export interface Chat {
  readonly messenger: MessengerName;
  /** Id of the chat, as text. */
  readonly address: string;
  readonly isPrivate: boolean;
  /** The chat's name at the messenger. `''`: not known. */
  readonly name: string;
  readonly person: Person;
  /** The language of the person's app. Null: not known. */
  readonly language: Language | null;
  /** Says something in the chat as soon as the messenger's limits leave room; does not wait for it. */
  say(answer: Answer): void;
  /** Whether messages can be edited and pinned there. */
  readonly canPin: boolean;
  /** Whether the messenger knows administrators of groups. Without, nobody can decide for a group in it. */
  readonly hasAdministrators: boolean;
  /** Whether the messenger says that the person may decide for this group. Not asked of private chats. */
  isAdministrator(): Promise<boolean>;
  /**
   * Where people cannot share their number: the page on which they log in to connect this chat.
   * Null: there is none now.
   */
  connectPage?(): Promise<string | null>;
}

/** A button that was pressed. */
export interface Press {
  readonly data: string;
  /** Tells the person who pressed; `isAlert`: it stays until they have closed it. */
  tell(text: string, options?: { readonly isAlert: boolean }): Promise<void>;
  /** Marks the pressed message with a line of plain text, and takes the pressed button away. */
  addNote(note: string): Promise<void>;
  /** Puts something else in the place of the pressed message and its buttons. */
  replace(html: string): Promise<void>;
  removeButtons(): Promise<void>;
  /** Puts something else in the place of another message of the bot's, which had buttons. */
  replaceOther(address: string, messageId: string, html: string): Promise<void>;
}

/** An event in a chat. */
export type Heard =
  /** `/start` or its like, with what a link brought along. */
  | { readonly type: 'command'; readonly name: string; readonly text: string }
  /** Somebody agreed in the messenger's own dialog; what the page sent along comes back. */
  | { readonly type: 'agreed'; readonly nonce: string }
  /** Anything else that was written or sent. */
  | { readonly type: 'message' }
  /** A number that was shared; `isOwn`: the messenger vouches that it is the sender's. */
  | { readonly type: 'contact'; readonly phone: string; readonly isOwn: boolean }
  | { readonly type: 'press'; readonly press: Press }
  /** The bot cannot write there any more. */
  | { readonly type: 'lost'; readonly reason: string }
  | { readonly type: 'regained' }
  | { readonly type: 'moved'; readonly to: string };

/** A chat, the account that it is connected to, and the language that it is spoken to in. */
export interface Conversation {
  readonly chat: Chat;
  readonly connected: ConnectedChat | undefined;
  readonly language: Language;
  readonly texts: BotTexts;
  readonly times: TimeWords;
  readonly now: Instant;
}

/** The answer to one command or press. */
export type Handler = (
  conversation: Conversation,
  environment: BotEnvironment,
  text: string,
) => Promise<void> | void;

/** A command that a module adds. */
export interface ChatCommand {
  /** Without the slash. */
  readonly name: string;
  /** What it is for, in menus and help. */
  readonly words: Readonly<Record<Language, string>>;
  readonly answer: Handler;
}

export function findConversation(environment: BotEnvironment, chat: Chat): Conversation {
  const { monitor, timezone } = environment;
  const connected = findConnectedChat(monitor.store, chat.messenger, chat.address);
  const language = connected?.language ?? languageOf(environment, chat) ?? 'th';
  const now = monitor.clock();
  return {
    chat,
    connected,
    language,
    now,
    texts: botTexts[language],
    times: makeTimeWords(now.wallMs, language, timezone),
  };
}

/** The language that was chosen in a chat which is not connected, or that of the person's app. Null: not known. */
export function languageOf({ chosenLanguages }: BotEnvironment, chat: Chat): Language | null {
  return chosenLanguages.get(keyOf(chat)) ?? chat.language;
}

/** The name under which the state of a chat is kept, connected or not. */
export function keyOf({ messenger, address }: Chat): string {
  return `${messenger}:${address}`;
}

/** The recipient that the chat is, or would be. */
export function recipientOf({ messenger, address }: Chat) {
  return { channel: messenger, address } as const;
}

/** The name of a chat's writer for the audit log. */
export function actorOf({ chat }: Conversation): Actor {
  return { name: `bot:${chat.address}`, address: null };
}

export function say({ chat }: Conversation, html: string, more: Omit<Answer, 'html'> = {}): void {
  chat.say({ html, ...more });
}

/** Whether the person may decide for the chat: in a group, only its administrators may. */
export async function mayDecide({ chat }: Conversation): Promise<boolean> {
  return chat.isPrivate || (await chat.isAdministrator());
}

/** The reason that somebody may not decide for a group. */
export function refusalInGroup({ chat, texts }: Conversation): string {
  return chat.hasAdministrators ? texts.adminsOnly : texts.notInGroups;
}

/** A name without characters that turn the direction of writing, and so the sentence around it. */
export function inOneLine(name: string): string {
  return name.replaceAll(/[\u2028-\u202e\u2066-\u2069]/g, '').trim();
}
