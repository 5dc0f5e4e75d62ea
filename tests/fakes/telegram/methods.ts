/** The methods of the Bot API that FaiWatch uses (https://core.telegram.org/bots/api). */
import type { BotCommand, ChatMember, Message, MessageEntity, User } from 'grammy/types';
import { z } from 'zod';
import { ApiError, badRequest, tooManyRequests } from './api-error.ts';
import { type Chats, inlineKeyboardOf, type StoredMessage } from './chats.ts';
import { type ParsedText, parseHtml, trimText } from './html.ts';
import type { Limiter } from './limits.ts';
import {
  booleanParam,
  chatIdParam,
  fileParam,
  integerParam,
  jsonParam,
  type Params,
  stringParam,
} from './params.ts';
import { checkInlineKeyboard, checkReplyMarkup, type ReplyMarkup } from './reply-markup.ts';
import type { UpdateQueue } from './updates.ts';

/** A message the bot sent and the service took. */
export interface SentMessage {
  readonly messageId: number;
  readonly chatId: number;
  /** What the reader sees: tags gone, entities decoded. */
  readonly text: string;
  /** The text as the bot sent it. */
  readonly html: string;
  readonly replyMarkup: ReplyMarkup | undefined;
  /** What came along; the text is its caption. */
  readonly file?: File;
  /** When the request's first byte was handled: epoch ms with a fraction, by the fake's clock. */
  readonly arrivedAt: number;
}

/** A change to an earlier message; `deleted` when it is gone. */
export interface MessageChange {
  readonly kind: 'text' | 'markup' | 'deleted';
  readonly chatId: number;
  readonly messageId: number;
  readonly text: string;
  readonly replyMarkup: ReplyMarkup | undefined;
  readonly arrivedAt: number;
}

/** The answer to a pressed button. */
export interface CallbackAnswer {
  readonly callbackQueryId: string;
  readonly text: string;
  readonly showAlert: boolean;
  readonly arrivedAt: number;
}

export interface Call {
  readonly params: Params;
  readonly arrivedAt: number;
  /** Registers what to do when the caller hangs up before the answer. */
  readonly onHangUp: (listener: () => void) => void;
}

export interface MethodContext {
  readonly bot: User;
  readonly chats: Chats;
  readonly updates: UpdateQueue;
  readonly limiter: Limiter;
  /** Pressed buttons that wait for their answer. */
  readonly openCallbacks: Set<string>;
  readonly now: () => number;
  readonly onSent: (message: SentMessage) => void;
  readonly onChanged: (change: MessageChange) => void;
  readonly onCallbackAnswered: (answer: CallbackAnswer) => void;
  /** `''`: for all chats. Null: the list is deleted. */
  readonly onCommandsSet: (
    commands: readonly BotCommand[] | null,
    languageCode: string,
    chat: string,
  ) => void;
}

/** Carries out one call and gives its `result`; refusals are thrown as ApiError. */
export type Method = (context: MethodContext, call: Call) => unknown;

/** By lower-case name: the service does not care about case. */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['getme', ({ bot }) => bot],
  ['getupdates', getUpdates],
  ['deletewebhook', deleteWebhook],
  ['setmycommands', setMyCommands],
  ['deletemycommands', deleteMyCommands],
  ['sendmessage', sendMessage],
  ['senddocument', (context, call) => sendFile(context, call, 'document', 50_000_000)],
  ['sendphoto', (context, call) => sendFile(context, call, 'photo', 10_000_000)],
  ['editmessagetext', editMessageText],
  ['editmessagereplymarkup', editMessageReplyMarkup],
  ['deletemessage', deleteMessage],
  ['pinchatmessage', pinChatMessage],
  ['unpinchatmessage', unpinChatMessage],
  ['answercallbackquery', answerCallbackQuery],
  ['getchatadministrators', getChatAdministrators],
]);

async function getUpdates({ updates }: MethodContext, { params, onHangUp }: Call) {
  const allowed = z.array(z.string()).safeParse(jsonParam(params, 'allowed_updates', 'list'));
  return updates.poll(
    {
      offset: integerParam(params, 'offset', 0),
      limit: integerParam(params, 'limit', 100),
      timeoutSeconds: integerParam(params, 'timeout', 0),
      allowedUpdates: allowed.success ? allowed.data : undefined,
    },
    onHangUp,
  );
}

function deleteWebhook({ updates }: MethodContext, { params }: Call) {
  if (booleanParam(params, 'drop_pending_updates')) updates.dropAll();
  return true;
}

const commandsSchema = z
  .array(
    z.strictObject({
      command: z.string().regex(/^[a-z0-9_]{1,32}$/),
      description: z.string().min(1).max(256),
    }),
  )
  .max(100);

/** https://core.telegram.org/bots/api#botcommandscope; those that the bot uses. */
const scopeSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('default') }),
  z.strictObject({ type: z.literal('chat'), chat_id: z.int() }),
]);

/** The chat that a list of commands is for. `''`: all. */
function scopedChat(params: Call['params'], { chats }: Pick<MethodContext, 'chats'>): string {
  if (stringParam(params, 'scope') === '') return '';
  const scope = scopeSchema.safeParse(jsonParam(params, 'scope', 'bot command scope'));
  if (!scope.success) throw badRequest("can't parse BotCommandScope");
  if (scope.data.type === 'default') return '';
  chats.requireWritable(scope.data.chat_id);
  return String(scope.data.chat_id);
}

function deleteMyCommands(context: MethodContext, { params }: Call) {
  const chat = scopedChat(params, context);
  context.onCommandsSet(null, stringParam(params, 'language_code'), chat);
  return true;
}

function setMyCommands(context: MethodContext, { params }: Call) {
  const commands = commandsSchema.safeParse(jsonParam(params, 'commands', 'commands'));
  if (!commands.success) throw badRequest('BOT_COMMAND_INVALID');
  const language = stringParam(params, 'language_code');
  if (!/^([a-z]{2})?$/.test(language)) throw badRequest('invalid language code specified');
  context.onCommandsSet(commands.data, language, scopedChat(params, context));
  return true;
}

function sendMessage(context: MethodContext, { params, arrivedAt }: Call): Message {
  const chatId = chatIdParam(params);
  const parsed = readText(params);
  const replyMarkup = checkReplyMarkup(
    jsonParam(params, 'reply_markup', 'reply keyboard markup'),
    chatId > 0,
  );
  const chat = context.chats.requireWritable(chatId);
  const waitSeconds = context.limiter.admit(chatId, arrivedAt);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  const stored = context.chats.store(chat, { isFromBot: true, ...parsed, replyMarkup });
  const { messageId } = stored;
  const html = stringParam(params, 'text');
  context.onSent({ messageId, chatId, text: parsed.text, html, replyMarkup, arrivedAt });
  return describeMessage(context, chatId, stored);
}

/** Caption of up to 1024 characters after entity parsing (https://core.telegram.org/bots/api#senddocument). */
function sendFile(
  context: MethodContext,
  { params, arrivedAt }: Call,
  kind: 'document' | 'photo',
  mostBytes: number,
): Message {
  const chatId = chatIdParam(params);
  const file = fileParam(params, kind);
  const html = stringParam(params, 'caption');
  const parsed = readText({ ...params, text: html }, 1024, 'message caption is too long');
  const markup = jsonParam(params, 'reply_markup', 'reply keyboard markup');
  const replyMarkup = checkReplyMarkup(markup, chatId > 0);
  const chat = context.chats.requireWritable(chatId);
  if (file.size > mostBytes) throw new ApiError(413, 'Request Entity Too Large');
  const waitSeconds = context.limiter.admit(chatId, arrivedAt);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  const stored = context.chats.store(chat, { isFromBot: true, ...parsed, replyMarkup });
  const { messageId } = stored;
  context.onSent({ messageId, chatId, text: parsed.text, html, replyMarkup, file, arrivedAt });
  return describeMessage(context, chatId, stored);
}

function editMessageText(context: MethodContext, { params, arrivedAt }: Call): Message {
  const { chatId, message } = requireOwnMessage(context, params);
  const { text, entities } = readText(params);
  // Left out, the buttons go away (https://core.telegram.org/bots/api#editmessagetext).
  const replyMarkup = checkInlineKeyboard(jsonParam(params, 'reply_markup', 'inline keyboard'));
  refuseUnchanged(message, text, entities, replyMarkup);
  Object.assign(message, { text, entities, replyMarkup });
  const { messageId } = message;
  context.onChanged({ kind: 'text', chatId, messageId, text, replyMarkup, arrivedAt });
  return describeMessage(context, chatId, message);
}

function editMessageReplyMarkup(context: MethodContext, { params, arrivedAt }: Call): Message {
  const { chatId, message } = requireOwnMessage(context, params);
  const replyMarkup = checkInlineKeyboard(jsonParam(params, 'reply_markup', 'inline keyboard'));
  refuseUnchanged(message, message.text, message.entities, replyMarkup);
  message.replyMarkup = replyMarkup;
  const { messageId, text } = message;
  context.onChanged({ kind: 'markup', chatId, messageId, text, replyMarkup, arrivedAt });
  return describeMessage(context, chatId, message);
}

function deleteMessage(context: MethodContext, { params, arrivedAt }: Call) {
  const chatId = chatIdParam(params);
  const chat = context.chats.requireWritable(chatId);
  const message = chat.messages.get(integerParam(params, 'message_id', 0));
  if (!message) throw badRequest('message to delete not found');
  chat.messages.delete(message.messageId);
  const { messageId, text, replyMarkup } = message;
  context.onChanged({ kind: 'deleted', chatId, messageId, text, replyMarkup, arrivedAt });
  return true;
}

/** In a group, only administrators with that right may pin (https://core.telegram.org/bots/api#pinchatmessage). */
function requirePinnable({ chats }: MethodContext, params: Params, deed: string) {
  const chatId = chatIdParam(params);
  const chat = chats.requireWritable(chatId);
  const messageId = integerParam(params, 'message_id', 0);
  // The bot is no administrator of any group here.
  if (chatId < 0) {
    throw badRequest('not enough rights to manage pinned messages in the chat');
  }
  if (!chat.messages.has(messageId)) throw badRequest(`message to ${deed} not found`);
  return { chat, messageId };
}

function pinChatMessage(context: MethodContext, { params }: Call) {
  const { chat, messageId } = requirePinnable(context, params, 'pin');
  chat.pinned.add(messageId);
  return true;
}

function unpinChatMessage(context: MethodContext, { params }: Call) {
  const { chat, messageId } = requirePinnable(context, params, 'unpin');
  chat.pinned.delete(messageId);
  return true;
}

function answerCallbackQuery(context: MethodContext, { params, arrivedAt }: Call) {
  const callbackQueryId = stringParam(params, 'callback_query_id');
  const text = stringParam(params, 'text');
  if (text.length > 200) throw badRequest('MESSAGE_TOO_LONG');
  if (!context.openCallbacks.delete(callbackQueryId)) {
    throw badRequest('query is too old and response timeout expired or query ID is invalid');
  }
  const showAlert = booleanParam(params, 'show_alert');
  context.onCallbackAnswered({ callbackQueryId, text, showAlert, arrivedAt });
  return true;
}

/**
 * Administrators that are no bots; any member may ask, a bot included
 * (https://core.telegram.org/bots/api#getchatadministrators).
 */
function getChatAdministrators({ chats }: MethodContext, { params }: Call): ChatMember[] {
  const chatId = chatIdParam(params);
  const { administrators } = chats.requireWritable(chatId);
  if (chatId > 0) throw badRequest('there are no administrators in the private chat');
  return administrators.map((id, index) => {
    const user = chats.userOf(chatId, { id });
    if (index === 0) return { user, status: 'creator', is_anonymous: false };
    return { user, status: 'administrator', is_anonymous: false, ...noRights };
  });
}

const noRights = {
  can_be_edited: false,
  can_manage_chat: true,
  can_delete_messages: false,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_manage_tags: false,
  can_send_welcome_messages: false,
} as const;

/** Text of 1–4096 characters after entity parsing (https://core.telegram.org/bots/api#sendmessage). */
function readText(params: Params, most = 4096, tooLong = 'message is too long'): ParsedText {
  const source = stringParam(params, 'text');
  const mode = stringParam(params, 'parse_mode').toLowerCase();
  if (mode !== '' && mode !== 'html') {
    // Markdown is real, but FaiWatch has decided against it: it breaks on names with "_".
    throw badRequest('unsupported parse_mode');
  }
  const parsed = mode === 'html' ? parseHtml(source) : trimText(source);
  if (parsed.text === '') throw badRequest('message text is empty');
  if (parsed.text.length > most) throw badRequest(tooLong);
  return parsed;
}

function requireOwnMessage(context: MethodContext, params: Params) {
  const chatId = chatIdParam(params);
  const chat = context.chats.requireWritable(chatId);
  const message = chat.messages.get(integerParam(params, 'message_id', 0));
  if (!message) throw badRequest('message to edit not found');
  if (!message.isFromBot) throw badRequest("message can't be edited");
  return { chatId, message };
}

function refuseUnchanged(
  message: StoredMessage,
  text: string,
  entities: readonly MessageEntity[],
  replyMarkup: ReplyMarkup | undefined,
): void {
  const before = [message.text, message.entities, message.replyMarkup];
  if (Bun.deepEquals(before, [text, entities, replyMarkup])) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
}

/** A stored message as the API shows it. */
export function describeMessage(
  context: Pick<MethodContext, 'bot' | 'chats' | 'now'>,
  chatId: number,
  message: StoredMessage,
): Message.TextMessage {
  const keyboard = inlineKeyboardOf(message);
  return {
    message_id: message.messageId,
    date: Math.floor(context.now() / 1000),
    chat: context.chats.describe(chatId),
    ...(message.isFromBot && { from: context.bot }),
    text: message.text,
    ...(message.entities.length > 0 && { entities: [...message.entities] }),
    ...(keyboard && {
      reply_markup: {
        inline_keyboard: keyboard.inline_keyboard.map((row) =>
          row.map(({ text, callback_data, url }) =>
            url === undefined ? { text, callback_data: callback_data ?? '' } : { text, url },
          ),
        ),
      },
    }),
  };
}

/** @throws ApiError 404 for a method that does not exist (or that this fake does not play). */
export function requireMethod(name: string): Method {
  const method = methods.get(name.toLowerCase());
  if (!method) throw new ApiError(404, 'Not Found: method not found');
  return method;
}
