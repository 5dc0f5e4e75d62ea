import { GrammyError, InputFile } from 'grammy';
import type { InlineKeyboardMarkup } from 'grammy/types';
import { farEndOf } from '../../../domain/system/far-end.ts';
import {
  buttonData,
  type Channel,
  type ChannelLimits,
  type Message,
  SendError,
} from '../../channel.ts';
import { openTelegram, type TelegramAccess } from './telegram-api.ts';
import { describeTelegramError, toSendError } from './telegram-errors.ts';

interface TelegramChannelOptions extends TelegramAccess {
  /** The time-out of one call; default 15. */
  readonly timeoutSeconds?: number;
}

/**
 * About 30 messages a second in all, one a second in a chat, 20 a minute in a group
 * (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
 */
export const telegramLimits: ChannelLimits = {
  overall: { perSecond: 30, burst: 10 },
  perRecipient: (address) => [
    { perSecond: 1, burst: 1 },
    // Chat ids of groups are negative.
    ...(address.startsWith('-') ? [{ perSecond: 20 / 60, burst: 10 }] : []),
  ],
};

/** Shorter than for a message, because an operator waits for the answer. */
const reachabilityTimeoutSeconds = 5;

/** Sends through the Bot API; the address of a recipient is its chat id. */
export function makeTelegramChannel(options: TelegramChannelOptions): Channel {
  const api = openTelegram(options, { timeoutSeconds: options.timeoutSeconds ?? 15 });

  async function deliver(chatId: string, message: Message): Promise<string> {
    const { html, buttons, file } = message;
    const options = {
      parse_mode: 'HTML',
      ...(buttons.length > 0 && { reply_markup: toKeyboard(buttons) }),
    } as const;
    const sent =
      file === undefined
        ? await api.sendMessage(chatId, html, {
            ...options,
            link_preview_options: { is_disabled: true },
          })
        : await api.sendDocument(chatId, new InputFile(file.bytes, file.name), {
            ...options,
            caption: html,
          });
    return String(sent.message_id);
  }

  return {
    name: 'telegram',
    takesFiles: true,
    service: farEndOf(options.apiRoot),
    limits: telegramLimits,

    async send(address, message) {
      try {
        return { externalId: await deliver(address, message) };
      } catch (error) {
        const movedTo = movedChatOf(error);
        if (movedTo === null) throw toSendError(error);
        try {
          return { externalId: await deliver(movedTo, message), movedTo };
        } catch (secondError) {
          throw toSendError(secondError);
        }
      }
    },
  };
}

/**
 * Asks the messenger which bot a token belongs to (https://core.telegram.org/bots/api#getme).
 * @returns the bot's user name, without @
 * @throws SendError; permanent: the messenger does not know the token
 */
export async function askForBot(access: TelegramAccess): Promise<string> {
  const api = openTelegram(access, { timeoutSeconds: reachabilityTimeoutSeconds });
  try {
    return (await api.getMe()).username;
  } catch (error) {
    const code = error instanceof GrammyError ? error.error_code : 0;
    // Telegram answers 404 where it does not know the token in the address.
    throw new SendError(describeTelegramError(error), { permanent: code === 401 || code === 404 });
  }
}

/** All buttons in one row below the message. */
function toKeyboard(buttons: Message['buttons']): InlineKeyboardMarkup {
  return {
    inline_keyboard: [
      buttons.map((button) => ({ text: button.text, callback_data: buttonData(button) })),
    ],
  };
}

/** Reads the new id of a group that became a supergroup: Telegram sends it with the refusal. */
function movedChatOf(error: unknown): string | null {
  const chatId = error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined;
  return chatId === undefined ? null : String(chatId);
}
