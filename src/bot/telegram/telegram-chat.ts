import { type Api, type Context, InputFile } from 'grammy';
import type { InlineKeyboardButton, MessageEntity } from 'grammy/types';
import { toSendError } from '../../notify/channels/telegram/telegram-errors.ts';
import {
  type Answer,
  type AnswerButton,
  type Chat,
  type Heard,
  inOneLine,
  type Press,
} from '../chat.ts';

type SendOptions = NonNullable<Parameters<Api['sendMessage']>[2]>;

/** Sends an answer once the messenger's limits leave room for it; `send` throws SendErrors. */
export type SendAnswer = (address: string, send: () => Promise<unknown>) => void;

/** @returns undefined: the update belongs to no chat */
export function toChat(ctx: Context, api: Api, answer: SendAnswer): Chat | undefined {
  const { chat, from, message } = ctx;
  if (chat === undefined) return undefined;
  const address = String(chat.id);
  // An anonymous administrator writes as the group itself (https://core.telegram.org/bots/api#message).
  const isGroupItself = message?.sender_chat?.id === chat.id;
  const personName = nameOfPerson(from);
  return {
    messenger: 'telegram',
    address,
    isPrivate: chat.type === 'private',
    name: chat.title === undefined ? personName : inOneLine(chat.title),
    person: {
      id: from === undefined || message?.sender_chat !== undefined ? null : String(from.id),
      name: personName,
      username: from?.username ?? null,
    },
    language: languageOf(from?.language_code),
    hasAdministrators: true,
    canPin: true,
    say: (said) => answer(address, () => send(api, address, said)),
    async isAdministrator() {
      if (isGroupItself) return true;
      // Unlike getChatMember, this call works for a bot that is no administrator itself.
      const administrators = await ctx.getChatAdministrators();
      return administrators.some(({ user }) => user.id === from?.id);
    },
  };
}

/** The event in an update. Undefined: none that matters. */
export function toHeard(ctx: Context): Heard | undefined {
  const { message, callbackQuery, myChatMember } = ctx;
  if (myChatMember !== undefined) {
    const { status } = myChatMember.new_chat_member;
    if (status !== 'kicked' && status !== 'left') return { type: 'regained' };
    const isPrivate = myChatMember.chat.type === 'private';
    const reason = isPrivate ? 'the bot was blocked' : 'the bot was removed from the group';
    return { type: 'lost', reason };
  }
  if (callbackQuery !== undefined) return { type: 'press', press: new TelegramPress(ctx) };
  if (message === undefined) return undefined;
  if (message.migrate_to_chat_id !== undefined) {
    return { type: 'moved', to: String(message.migrate_to_chat_id) };
  }
  if (message.contact !== undefined) {
    const { phone_number: phone, user_id: userId } = message.contact;
    // A card from the address book has no user id, or another person's.
    return { type: 'contact', phone, isOwn: userId !== undefined && userId === message.from.id };
  }
  return commandOf(ctx) ?? { type: 'message' };
}

/** A command meant for this bot: `/mute 3`, or `/mute@NameOfTheBot 3`. */
function commandOf(ctx: Context): Heard | undefined {
  const [, name = '', bot, text = ''] =
    /^\/(\w+)(?:@(\w+))?(?:\s+(.*))?$/s.exec(ctx.message?.text ?? '') ?? [];
  if (name === '') return undefined;
  if (bot !== undefined && bot.toLowerCase() !== ctx.me.username.toLowerCase()) return undefined;
  return { type: 'command', name, text };
}

async function send(
  api: Api,
  address: string,
  { html, buttons, contact, picture }: Answer,
): Promise<void> {
  const png = (await picture?.draw()) ?? null;
  const options: SendOptions = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } };
  if (buttons !== undefined) options.reply_markup = { inline_keyboard: [buttons.map(toButton)] };
  else if (contact === 'done') options.reply_markup = { remove_keyboard: true };
  else if (contact !== undefined) {
    const keyboard = [[{ text: contact.ask, request_contact: true }]];
    options.reply_markup = { keyboard, resize_keyboard: true, one_time_keyboard: true };
  }
  try {
    if (png === null) await api.sendMessage(address, html, options);
    else
      await api.sendPhoto(address, new InputFile(png, 'week.png'), {
        caption: html,
        parse_mode: 'HTML',
      });
  } catch (error) {
    throw toSendError(error);
  }
}

function toButton(button: AnswerButton): InlineKeyboardButton {
  const { text } = button;
  return 'url' in button ? { text, url: button.url } : { text, callback_data: button.data };
}

/** Thai unless the person's app is set to another language. */
function languageOf(code: string | undefined): 'th' | 'en' | null {
  if (code === undefined) return null;
  return code.startsWith('th') ? 'th' : 'en';
}

function nameOfPerson(from: Context['from']): string {
  if (from === undefined) return '';
  const name = inOneLine([from.first_name, from.last_name ?? ''].join(' '));
  return name !== '' ? name : (from.username ?? '');
}

class TelegramPress implements Press {
  readonly data: string;
  readonly #ctx: Context;
  #isTold = false;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.data = ctx.callbackQuery?.data ?? '';
  }

  async tell(text: string, { isAlert } = { isAlert: false }): Promise<void> {
    this.#isTold = true;
    await this.#ctx.answerCallbackQuery({ text, ...(isAlert && { show_alert: true }) });
  }

  async addNote(note: string): Promise<void> {
    const { message } = this.#ctx.callbackQuery ?? {};
    const text = message !== undefined && 'text' in message ? message.text : undefined;
    // Telegram hides messages older than two days from bots, so they cannot be changed.
    if (message === undefined || text === undefined) return;
    const entities: MessageEntity[] = 'entities' in message ? (message.entities ?? []) : [];
    const keyboard = 'reply_markup' in message ? message.reply_markup?.inline_keyboard : undefined;
    await this.#ctx.editMessageText(`${text}\n${note}`, {
      entities,
      reply_markup: { inline_keyboard: withoutButton(keyboard ?? [], this.data) },
    });
  }

  async replace(html: string): Promise<void> {
    await this.#stopSpinning();
    await this.#ctx.editMessageText(html, { parse_mode: 'HTML' });
  }

  async removeButtons(): Promise<void> {
    await this.#stopSpinning();
    await this.#ctx.editMessageReplyMarkup();
  }

  async replaceOther(address: string, messageId: string, html: string): Promise<void> {
    await this.#ctx.api.editMessageText(address, Number(messageId), html, { parse_mode: 'HTML' });
  }

  async #stopSpinning(): Promise<void> {
    if (this.#isTold) return;
    this.#isTold = true;
    await this.#ctx.answerCallbackQuery();
  }
}

function withoutButton(
  keyboard: readonly (readonly InlineKeyboardButton[])[],
  data: string,
): InlineKeyboardButton[][] {
  return keyboard
    .map((row) =>
      row.filter((button) => !('callback_data' in button && button.callback_data === data)),
    )
    .filter((row) => row.length > 0);
}
