import {
  loseChat,
  moveChat,
  noteChatName,
  regainChat,
} from '../actions/alerts/update-recipient.ts';
import { pressAlert } from './buttons.ts';
import {
  type BotEnvironment,
  type Chat,
  type Conversation,
  findConversation,
  type Handler,
  type Heard,
  type Press,
  recipientOf,
  say,
} from './chat.ts';
import type { ChatLimits } from './chat-limits.ts';
import {
  answerHelp,
  answerLanguage,
  answerLogin,
  answerNotUnderstood,
  answerReport,
  answerStatus,
  pressLanguage,
} from './commands.ts';
import { answerMute, answerUnmute } from './mute.ts';
import { answerPin, answerUnpin } from './pin.ts';
import { pressQuestion } from './questions.ts';
import {
  answerRegister,
  answerStart,
  pressMove,
  takeAgreement,
  takeContact,
} from './registration.ts';
import type { CommandName } from './texts/catalogue.ts';

const commands: Readonly<Record<CommandName | 'start', Handler>> = {
  start: answerStart,
  register: answerRegister,
  status: answerStatus,
  report: answerReport,
  pin: answerPin,
  unpin: answerUnpin,
  mute: answerMute,
  unmute: answerUnmute,
  login: answerLogin,
  lang: answerLanguage,
  help: answerHelp,
};

/** @returns false: the button is of another kind */
type PressHandler = (
  conversation: Conversation,
  environment: BotEnvironment,
  press: Press,
) => Promise<boolean>;

const presses: readonly PressHandler[] = [pressMove, pressLanguage, pressAlert, pressQuestion];

/**
 * Answers what happened in a chat, the same in every messenger.
 * @throws what the messenger or the store throws; the chat has got no answer then
 */
export async function hear(
  environment: BotEnvironment,
  limits: ChatLimits,
  chat: Chat,
  heard: Heard,
): Promise<void> {
  const conversation = findConversation(environment, chat);
  await respond(conversation, environment, limits, heard);
  noteName(conversation, environment);
}

/** Tells whoever wrote or pressed that it did not work. */
export async function apologise(
  environment: BotEnvironment,
  chat: Chat,
  heard: Heard,
): Promise<void> {
  const conversation = findConversation(environment, chat);
  const { failed } = conversation.texts;
  if (heard.type === 'press') await heard.press.tell(failed);
  else if (isWritten(heard)) say(conversation, failed);
}

const written = ['command', 'message', 'contact', 'agreed'] as const;
type Written = Extract<Heard, { type: (typeof written)[number] }>;

function isWritten(heard: Heard): heard is Written {
  return written.some((type) => type === heard.type);
}

async function respond(
  conversation: Conversation,
  environment: BotEnvironment,
  limits: ChatLimits,
  heard: Heard,
): Promise<void> {
  const { monitor } = environment;
  const { chat, now, connected } = conversation;
  switch (heard.type) {
    case 'lost':
      return loseChat(monitor, recipientOf(chat), heard.reason, now);
    case 'moved':
      return moveChat(monitor, recipientOf(chat), heard.to);
    case 'regained':
      return regainChat(monitor, recipientOf(chat), now);
  }
  // The bot can write to whoever writes to it.
  if (connected?.isUnreachable === true) regainChat(monitor, recipientOf(chat), now);
  if (heard.type === 'press') return answerPress(conversation, environment, limits, heard.press);
  // Conversation in a group asks the bot for nothing, and nor does the command of another bot.
  const isAsked = heard.type === 'command' && handlerOf(environment, heard.name) !== undefined;
  if (!chat.isPrivate && !isAsked) return;
  if (limits.admitMessage(conversation)) await answerWritten(conversation, environment, heard);
}

async function answerWritten(
  conversation: Conversation,
  environment: BotEnvironment,
  heard: Written,
): Promise<void> {
  switch (heard.type) {
    case 'contact':
      return takeContact(conversation, environment, heard);
    case 'agreed':
      return takeAgreement(conversation, environment, heard.nonce);
    case 'message':
      return answerNotUnderstood(conversation, environment);
    case 'command': {
      const answer = handlerOf(environment, heard.name) ?? answerNotUnderstood;
      return await answer(conversation, environment, heard.text);
    }
  }
}

/** Undefined: there is no such command. */
function handlerOf(environment: BotEnvironment, name: string): Handler | undefined {
  if (isOfCore(name)) return commands[name];
  return environment.commands.find((command) => command.name === name)?.answer;
}

function isOfCore(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}

async function answerPress(
  conversation: Conversation,
  environment: BotEnvironment,
  limits: ChatLimits,
  press: Press,
): Promise<void> {
  if (!(await limits.admitPress(conversation, press))) return;
  for (const answer of presses) {
    if (await answer(conversation, environment, press)) return;
  }
  // A button that is no longer known must still stop spinning.
  await press.tell(conversation.texts.nothingToDo);
}

/** After the answer, which does not depend on it. */
function noteName({ connected, chat }: Conversation, { monitor }: BotEnvironment): void {
  if (connected === undefined) return;
  try {
    noteChatName({ store: monitor.store }, connected, chat.name);
  } catch (error) {
    // Noted with what comes next.
    monitor.log.debug({ err: error }, 'the name of a chat could not be stored');
  }
}
