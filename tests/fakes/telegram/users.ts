/** The people on the other side: what they write, press, and do to their chat with the bot. */
import type { ChatMemberUpdated, Message, MessageEntity, User } from 'grammy/types';
import { inlineKeyboardOf, type UserDescription } from './chats.ts';
import { describeMessage, type MethodContext } from './methods.ts';

export interface SendOptions {
  /** Who writes; default the person of a private chat. */
  readonly from?: UserDescription;
  /** Writes as the group itself, as an administrator does who is anonymous. */
  readonly isAnonymous?: boolean;
  /** Shares a phone number instead of writing; without `user_id` it is someone else's card. */
  readonly contact?: {
    readonly phone_number: string;
    readonly first_name?: string;
    readonly user_id?: number;
  };
}

export interface Users {
  /** Makes a chat known without anything being said, as if its owner had once pressed Start. */
  addChat(chatId: number, user?: UserDescription): void;
  /** A person writes to the bot (or shares a contact). Gives the id of their message. */
  userSends(chatId: number, text: string, options?: SendOptions): number;
  /**
   * A person presses a button below a message.
   * @returns the callback query's id, for expectAnswer.
   * @throws Error when that message has no such button.
   */
  userPresses(
    chatId: number,
    messageId: number,
    callbackData: string,
    from?: UserDescription,
  ): string;
  /** As `userPresses`, by a client of the person's own making: no button says so. */
  userForges(
    chatId: number,
    messageId: number,
    callbackData: string,
    from?: UserDescription,
  ): string;
  /** Who administers a group, its creator first; by default the user it is numbered after. */
  setAdministrators(chatId: number, userIds: readonly number[]): void;
  /** Somebody deletes a message of the bot's. */
  userDeletes(chatId: number, messageId: number): void;
  /** Ids of what is pinned in a chat. */
  pinnedIn(chatId: number): readonly number[];
  /** The person blocks the bot (a group removes it). */
  blockUser(chatId: number): void;
  unblockUser(chatId: number): void;
  /** The account is deleted. */
  deactivateUser(chatId: number): void;
  /** A group becomes a supergroup with another id. */
  moveGroup(oldChatId: number, newChatId: number): void;
}

type MessageContent = Pick<
  Message,
  'text' | 'entities' | 'contact' | 'sender_chat' | 'migrate_to_chat_id' | 'migrate_from_chat_id'
>;

/** Who sends what an anonymous administrator writes (https://core.telegram.org/bots/api#message, `from`). */
const groupAnonymousBot: User = {
  id: 1_087_968_824,
  is_bot: true,
  first_name: 'Group',
  username: 'GroupAnonymousBot',
};

export function makeUsers(context: MethodContext): Users {
  const { bot, chats, updates, openCallbacks, now } = context;
  let lastCallbackId = 0;

  function requireOpen(chatId: number) {
    const chat = chats.meet(chatId);
    if (chat.status !== 'open' || chat.movedTo !== undefined) {
      throw new Error(
        `Chat ${chatId} is ${chat.movedTo ? 'moved' : chat.status}: nobody can write there`,
      );
    }
    return chat;
  }

  function changeMembership(chatId: number, isMember: boolean): void {
    const chat = chats.meet(chatId);
    chat.status = isMember ? 'open' : 'blocked';
    const gone = { user: bot, status: 'kicked', until_date: 0 } as const;
    const there = { user: bot, status: 'member' } as const;
    const change: ChatMemberUpdated = {
      chat: chats.describe(chatId),
      from: chats.userOf(chatId),
      date: Math.floor(now() / 1000),
      old_chat_member: isMember ? gone : there,
      new_chat_member: isMember ? there : gone,
    };
    updates.push({ my_chat_member: change });
  }

  /** Puts one message of a person into the bot's queue and gives its id. */
  function pushMessage(
    chatId: number,
    from: User,
    content: MessageContent,
    stored: { text: string; entities: readonly MessageEntity[] } = { text: '', entities: [] },
  ): number {
    const message = { isFromBot: false, ...stored, replyMarkup: undefined };
    const { messageId } = chats.store(chats.meet(chatId), message);
    const date = Math.floor(now() / 1000);
    const chat = chats.describe(chatId);
    updates.push({ message: { message_id: messageId, date, chat, from, ...content } });
    return messageId;
  }

  return {
    addChat(chatId, user) {
      chats.meet(chatId);
      if (user) chats.userOf(chatId, user);
    },

    userSends(chatId, text, { from, isAnonymous, contact } = {}) {
      requireOpen(chatId);
      if (isAnonymous) {
        const entities = findCommands(text);
        const sender = { sender_chat: chats.describe(chatId), text, entities };
        return pushMessage(chatId, groupAnonymousBot, sender, { text, entities });
      }
      const user = chats.userOf(chatId, from);
      const entities = findCommands(text);
      const content = contact
        ? { contact: { first_name: user.first_name, ...contact } }
        : { text, ...(entities.length > 0 && { entities }) };
      return pushMessage(chatId, user, content, { text, entities });
    },

    userPresses(chatId, messageId, callbackData, from) {
      const message = requireOpen(chatId).messages.get(messageId);
      const buttons = message ? (inlineKeyboardOf(message)?.inline_keyboard.flat() ?? []) : [];
      if (!message || !buttons.some((button) => button.callback_data === callbackData)) {
        const there = buttons.map((button) => button.callback_data ?? button.url).join(', ');
        throw new Error(
          `Message ${messageId} in chat ${chatId} has no button ${callbackData}; it has: ${there || 'none'}`,
        );
      }
      return this.userForges(chatId, messageId, callbackData, from);
    },

    userForges(chatId, messageId, callbackData, from) {
      const message = requireOpen(chatId).messages.get(messageId);
      if (!message) throw new Error(`There is no message ${messageId} in chat ${chatId}`);
      const id = `${4_000_000_000 + ++lastCallbackId}`;
      openCallbacks.add(id);
      updates.push({
        callback_query: {
          id,
          from: chats.userOf(chatId, from),
          message: describeMessage(context, chatId, message),
          chat_instance: `${chatId}`,
          data: callbackData,
        },
      });
      return id;
    },

    setAdministrators(chatId, userIds) {
      chats.meet(chatId).administrators = userIds;
    },

    userDeletes(chatId, messageId) {
      chats.meet(chatId).messages.delete(messageId);
      chats.meet(chatId).pinned.delete(messageId);
    },

    pinnedIn: (chatId) => [...chats.meet(chatId).pinned],

    blockUser: (chatId) => changeMembership(chatId, false),
    unblockUser: (chatId) => changeMembership(chatId, true),

    deactivateUser(chatId) {
      chats.meet(chatId).status = 'deactivated';
    },

    moveGroup(oldChatId, newChatId) {
      const user = chats.userOf(oldChatId);
      pushMessage(oldChatId, user, { migrate_to_chat_id: newChatId });
      chats.meet(oldChatId).movedTo = newChatId;
      pushMessage(newChatId, user, { migrate_from_chat_id: oldChatId });
    },
  };
}

/** `/command` and `/command@bot` at word starts, which bots look for as entities, not as text. */
function findCommands(text: string): MessageEntity[] {
  return [...text.matchAll(/(?<=^|\s)\/[a-z0-9_]{1,32}(?:@\w+)?/gi)].map((match) => ({
    type: 'bot_command',
    offset: match.index,
    length: match[0].length,
  }));
}
