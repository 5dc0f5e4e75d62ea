/** Who the bot can talk to, and what has been said. */
import type { Chat, MessageEntity, User } from 'grammy/types';
import { ApiError, badRequest } from './api-error.ts';
import type { InlineKeyboard, ReplyMarkup } from './reply-markup.ts';

/** A user as tests describe one; what is left out is made up from the id. */
export interface UserDescription {
  readonly id?: number;
  readonly first_name?: string;
  readonly username?: string;
  /** IETF language tag of the user's app. */
  readonly language_code?: string;
}

export interface StoredMessage {
  readonly messageId: number;
  readonly isFromBot: boolean;
  text: string;
  entities: readonly MessageEntity[];
  replyMarkup: ReplyMarkup | undefined;
}

interface ChatState {
  readonly id: number;
  status: 'open' | 'blocked' | 'deactivated';
  movedTo: number | undefined;
  /** Of a group: user ids, the creator first. */
  administrators: readonly number[];
  readonly messages: Map<number, StoredMessage>;
  /** Ids of pinned messages. */
  readonly pinned: Set<number>;
}

/** Supergroup ids are -100 followed by ten digits or more; smaller negative ones are groups. */
const firstSupergroupId = -1_000_000_000_000;

export class Chats {
  private readonly known = new Map<number, ChatState>();
  private readonly users = new Map<number, User>();
  private readonly isAnyKnown: boolean;
  private lastMessageId = 0;

  /** @param isAnyKnown every chat id is answered for, as if all those people had pressed Start. */
  constructor(known: readonly number[], isAnyKnown: boolean) {
    this.isAnyKnown = isAnyKnown;
    for (const id of known) this.meet(id);
  }

  /** Makes a chat known to the bot. */
  meet(chatId: number): ChatState {
    const existing = this.known.get(chatId);
    if (existing) return existing;
    const state: ChatState = {
      id: chatId,
      status: 'open',
      movedTo: undefined,
      // Who writes in it, where a test does not name anybody.
      administrators: [Math.abs(chatId)],
      messages: new Map(),
      pinned: new Set(),
    };
    this.known.set(chatId, state);
    return state;
  }

  find(chatId: number): ChatState | undefined {
    return this.known.get(chatId) ?? (this.isAnyKnown ? this.meet(chatId) : undefined);
  }

  /**
   * The chat a method names, if the bot may write there.
   * @throws ApiError 400 chat not found, 400 with migrate_to_chat_id, 403 blocked or deactivated.
   */
  requireWritable(chatId: number): ChatState {
    const chat = this.find(chatId);
    if (!chat) throw badRequest('chat not found');
    if (chat.movedTo !== undefined) {
      throw new ApiError(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: chat.movedTo,
      });
    }
    if (chat.status === 'blocked') {
      throw new ApiError(
        403,
        chatId > 0
          ? 'Forbidden: bot was blocked by the user'
          : `Forbidden: bot was kicked from the ${isSupergroup(chatId) ? 'supergroup' : 'group'} chat`,
      );
    }
    if (chat.status === 'deactivated') throw new ApiError(403, 'Forbidden: user is deactivated');
    return chat;
  }

  store(chat: ChatState, content: Omit<StoredMessage, 'messageId'>): StoredMessage {
    const message = { messageId: ++this.lastMessageId, ...content };
    chat.messages.set(message.messageId, message);
    return message;
  }

  /** The user of a private chat, or a member of a group; remembers what was said about them. */
  userOf(chatId: number, description: UserDescription = {}): User {
    const id = description.id ?? Math.abs(chatId);
    const { first_name, username, language_code } = description;
    const user: User = {
      ...(this.users.get(id) ?? { id, is_bot: false, first_name: `User ${id}` }),
      ...(first_name !== undefined && { first_name }),
      ...(username !== undefined && { username }),
      ...(language_code !== undefined && { language_code }),
    };
    this.users.set(id, user);
    return user;
  }

  /** The chat as the API shows it. */
  describe(chatId: number): Chat.PrivateChat | Chat.GroupChat | Chat.SupergroupChat {
    if (chatId > 0) {
      const { first_name, username } = this.userOf(chatId);
      return {
        id: chatId,
        type: 'private',
        first_name,
        ...(username !== undefined && { username }),
      };
    }
    const title = `Group ${-chatId}`;
    return isSupergroup(chatId)
      ? { id: chatId, type: 'supergroup', title }
      : { id: chatId, type: 'group', title };
  }
}

function isSupergroup(chatId: number): boolean {
  return chatId <= firstSupergroupId;
}

/** The buttons below a message, if it has any. */
export function inlineKeyboardOf(message: StoredMessage): InlineKeyboard | undefined {
  const markup = message.replyMarkup;
  return markup && 'inline_keyboard' in markup ? markup : undefined;
}
