import { type Api, GrammyError } from 'grammy';
import { notePinnedMessage } from '../../actions/alerts/edit-recipient.ts';
import { toSendError } from '../../notify/channels/telegram/telegram-errors.ts';
import { makeTimeWords } from '../../notify/messages/wording.ts';
import { type PinnedChat, readPinnedChats } from '../../store/alerts/recipients.ts';
import type { BotEnvironment } from '../chat.ts';
import { describeStates } from '../describe-sites.ts';
import { botTexts } from '../texts/catalogue.ts';
import type { SendAnswer } from './telegram-chat.ts';

/** Chats that are looked at in one go; of more, the others come next. */
const chatsPerLook = 50;
/** Until then (ms) what was asked for has gone, or was dropped as the messenger's limits left no room. */
const giveUpMs = 30_000;

/**
 * Keeps a pinned message in each chat that wants one: it says how things are, and is edited in place when
 * that changes. Edits go as answers do, after alerts, and at most one at each look.
 */
export class PinKeeper {
  readonly #environment: BotEnvironment;
  readonly #api: Api;
  readonly #answer: SendAnswer;
  /** By recipient: what its message says. */
  readonly #shown = new Map<number, string>();
  /** By recipient: until when (monotonic ms) an edit may be on its way. */
  readonly #busy = new Map<number, number>();
  #next = 0;

  constructor(environment: BotEnvironment, api: Api, answer: SendAnswer) {
    this.#environment = environment;
    this.#api = api;
    this.#answer = answer;
  }

  look(): void {
    const { monitor } = this.#environment;
    const { monoMs } = monitor.clock();
    const chats = readPinnedChats(monitor.store, 'telegram');
    const wanted = new Set(chats.map(({ id }) => id));
    for (const id of this.#shown.keys()) if (!wanted.has(id)) this.#shown.delete(id);
    const from = this.#next < chats.length ? this.#next : 0;
    const some = chats.slice(from, from + chatsPerLook);
    this.#next = from + some.length;
    for (const chat of some) {
      if ((this.#busy.get(chat.id) ?? 0) > monoMs) continue;
      this.#busy.delete(chat.id);
      const words = chat.isWanted ? this.#wordsFor(chat) : null;
      if (words !== null && chat.messageId !== null && this.#shown.get(chat.id) === words) continue;
      this.#busy.set(chat.id, monoMs + giveUpMs);
      this.#answer(chat.address, () => this.#show(chat, words));
    }
  }

  #wordsFor({ id, customerId, language }: PinnedChat): string {
    const { monitor, timezone } = this.#environment;
    const now = monitor.clock();
    const times = makeTimeWords(now.wallMs, language, timezone);
    const conversation = { texts: botTexts[language], times, language, now };
    return describeStates(this.#environment, conversation, { customerId, recipientId: id });
  }

  /** @throws SendError */
  async #show(chat: PinnedChat, words: string | null): Promise<void> {
    try {
      if (words === null) await this.#end(chat);
      else if (!(await this.#edit(chat, words))) await this.#post(chat, words);
    } catch (error) {
      throw toSendError(error);
    }
    if (words === null) this.#shown.delete(chat.id);
    else this.#shown.set(chat.id, words);
    this.#busy.delete(chat.id);
  }

  #html({ language }: PinnedChat, words: string): string {
    const { monitor, timezone } = this.#environment;
    const { wallMs } = monitor.clock();
    const { pinHeading, pinAsOf } = botTexts[language];
    const at = makeTimeWords(wallMs, language, timezone).dated(wallMs);
    return `<b>${pinHeading}</b>\n${words}\n${pinAsOf(at)}`;
  }

  /** @returns whether the message is there to be edited */
  async #edit(chat: PinnedChat, words: string): Promise<boolean> {
    if (chat.messageId === null) return false;
    try {
      await this.#api.editMessageText(
        chat.address,
        Number(chat.messageId),
        this.#html(chat, words),
        {
          parse_mode: 'HTML',
        },
      );
      return true;
    } catch (error) {
      if (isRefusedAs(error, /message is not modified/i)) return true;
      if (isRefusedAs(error, cannotBeEdited)) return false;
      throw error;
    }
  }

  async #post(chat: PinnedChat, words: string): Promise<void> {
    const { monitor } = this.#environment;
    const { address, language } = chat;
    const sent = await this.#api.sendMessage(address, this.#html(chat, words), {
      parse_mode: 'HTML',
      disable_notification: true,
    });
    // Noted at once: should the pinning fail, no second message is posted.
    notePinnedMessage(monitor, chat.id, String(sent.message_id));
    try {
      await this.#api.pinChatMessage(address, sent.message_id, { disable_notification: true });
    } catch (error) {
      if (!isRefusedAs(error, /not enough rights|need administrator rights/i)) throw error;
      const html = botTexts[language].pinNoRight;
      this.#answer(address, () => this.#api.sendMessage(address, html, { parse_mode: 'HTML' }));
    }
  }

  /** A bot cannot delete what is older than two days, so the message stays and says that it is old. */
  async #end(chat: PinnedChat): Promise<void> {
    const { address, messageId, language } = chat;
    if (messageId !== null) {
      const id = Number(messageId);
      try {
        await this.#api.editMessageText(address, id, botTexts[language].pinEnded);
        await this.#api.unpinChatMessage(address, id);
      } catch (error) {
        if (!(error instanceof GrammyError) || error.error_code === 429) throw error;
      }
    }
    notePinnedMessage(this.#environment.monitor, chat.id, null);
  }
}

const cannotBeEdited = /message to edit not found|message can't be edited|message_id_invalid/i;

function isRefusedAs(error: unknown, description: RegExp): boolean {
  return (
    error instanceof GrammyError && error.error_code === 400 && description.test(error.description)
  );
}
