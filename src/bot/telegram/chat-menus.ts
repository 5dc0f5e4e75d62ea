import type { Api } from 'grammy';
import type { BotCommand, BotCommandScopeChat } from 'grammy/types';
import type { Language } from '../../domain/states.ts';
import { type BotEnvironment, type Chat, findConversation } from '../chat.ts';
import { type ShownCommand, shownCommands } from '../commands.ts';

/** Most chats whose menu is remembered; the one that was looked at first is forgotten. */
const maxRemembered = 10_000;
/** The chat has no menu of its own. */
const common = '';

/**
 * The messenger's menu of commands: one for all, and one of its own for each chat that may do less. The
 * commands work without it.
 */
export class ChatMenus {
  readonly #api: Api;
  readonly #environment: BotEnvironment;
  /** The menu that each chat was given in this run, by its address. */
  readonly #given = new Map<string, string>();

  constructor(api: Api, environment: BotEnvironment) {
    this.#api = api;
    this.#environment = environment;
  }

  /** Thai for Thai apps, English for all others. */
  async announce(): Promise<void> {
    const commands = shownCommands(this.#environment, { canPin: true });
    await this.#api.setMyCommands(listOf(commands, 'en'));
    await this.#api.setMyCommands(listOf(commands, 'th'), { language_code: 'th' });
  }

  /**
   * Gives a connected chat that has just been heard the menu of what it may do now.
   * @throws what the messenger answers; the next message tries again
   */
  async keep(chat: Chat): Promise<void> {
    const { connected, language } = findConversation(this.#environment, chat);
    const { address } = chat;
    const given = this.#given.get(address);
    if (connected === undefined && (given ?? common) === common) return;
    const all = shownCommands(this.#environment, chat);
    const left = shownCommands(this.#environment, chat, connected);
    const names = left.map(({ name }) => name);
    const wanted = left.length === all.length ? common : [language, ...names].join(' ');
    if (wanted === given) return;
    const scope: BotCommandScopeChat = { type: 'chat', chat_id: Number(address) };
    // One of its own may be left from an earlier run.
    if (wanted === common) await this.#api.deleteMyCommands({ scope });
    else await this.#api.setMyCommands(listOf(left, language), { scope });
    this.#remember(address, wanted);
  }

  #remember(address: string, menu: string): void {
    this.#given.set(address, menu);
    const [oldest] = this.#given.keys();
    if (this.#given.size > maxRemembered && oldest !== undefined) this.#given.delete(oldest);
  }
}

function listOf(commands: readonly ShownCommand[], language: Language): BotCommand[] {
  return commands.map(({ name, words }) => ({ command: name, description: words[language] }));
}
