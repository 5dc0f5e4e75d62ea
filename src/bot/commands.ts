import { setChatLanguage } from '../actions/alerts/update-recipient.ts';
import { createLoginLink } from '../actions/people/link-login.ts';
import { mayLogIn, mayMute, type RightsOfChat } from '../domain/alerts/chat-role.ts';
import type { Language } from '../domain/states.ts';
import { escapeHtml } from '../notify/messages/plain-text.ts';
import {
  actorOf,
  type BotEnvironment,
  type Chat,
  type ChatCommand,
  type Conversation,
  keyOf,
  mayDecide,
  type Press,
  recipientOf,
  refusalInGroup,
  say,
} from './chat.ts';
import { describeSites } from './describe-sites.ts';
import { describeMonth } from './month-report.ts';
import { botTexts, type CommandName, commandNames } from './texts/catalogue.ts';

export async function answerStatus(
  conversation: Conversation,
  environment: BotEnvironment,
): Promise<void> {
  const { connected, texts } = conversation;
  if (connected === undefined) return say(conversation, texts.notConnected);
  say(conversation, describeSites(environment, conversation, connected));
}

export async function answerReport(
  conversation: Conversation,
  environment: BotEnvironment,
): Promise<void> {
  const { connected, texts } = conversation;
  if (connected === undefined) return say(conversation, texts.notConnected);
  say(conversation, await describeMonth(environment, conversation, connected));
}

export async function answerLogin(
  conversation: Conversation,
  environment: BotEnvironment,
): Promise<void> {
  const { connected, texts, chat, now } = conversation;
  const { publicUrl, monitor } = environment;
  if (publicUrl === undefined) return say(conversation, texts.loginUnavailable);
  if (connected === undefined) return say(conversation, texts.notConnected);
  // In a group, everybody could log in with the link.
  if (!chat.isPrivate) return say(conversation, texts.loginInPrivate);
  if (!mayLogIn(connected)) return say(conversation, texts.loginNotAllowed);
  const url = createLoginLink(monitor, connected, publicUrl, actorOf(conversation), now);
  say(conversation, texts.loginLink(escapeHtml(url)));
}

export async function answerLanguage(
  conversation: Conversation,
  environment: BotEnvironment,
  text: string,
): Promise<void> {
  const typed = text.trim().toLowerCase();
  if (!(await mayChooseLanguage(conversation))) {
    return say(conversation, refusalInGroup(conversation));
  }
  if (typed === 'th' || typed === 'en') {
    return say(conversation, chooseLanguage(conversation, environment, typed));
  }
  const buttons = [
    { text: 'ไทย', data: 'lang:th' },
    { text: 'English', data: 'lang:en' },
  ];
  say(conversation, conversation.texts.languagePrompt, { buttons });
}

export async function pressLanguage(
  conversation: Conversation,
  environment: BotEnvironment,
  press: Press,
): Promise<boolean> {
  const [, pressed] = /^lang:(th|en)$/.exec(press.data) ?? [];
  if (pressed === undefined) return false;
  if (!(await mayChooseLanguage(conversation))) {
    await press.tell(refusalInGroup(conversation), { isAlert: true });
    return true;
  }
  const text = chooseLanguage(conversation, environment, pressed === 'en' ? 'en' : 'th');
  await press.replace(text);
  return true;
}

export function answerHelp(conversation: Conversation, environment: BotEnvironment): void {
  say(conversation, helpIn(conversation, environment));
}

/** In a private chat, any text that is no command gets help. In groups people talk to each other. */
export function answerNotUnderstood(conversation: Conversation, environment: BotEnvironment): void {
  const { chat, texts } = conversation;
  if (!chat.isPrivate) return;
  say(conversation, `${texts.notUnderstood}\n\n${helpIn(conversation, environment)}`);
}

/** The language applies to the alerts, too, so in a group only administrators choose it. */
async function mayChooseLanguage(conversation: Conversation): Promise<boolean> {
  return conversation.connected === undefined || mayDecide(conversation);
}

/** @returns the answer, in the chosen language */
function chooseLanguage(
  { connected, chat }: Conversation,
  { monitor, chosenLanguages }: BotEnvironment,
  language: Language,
): string {
  if (connected === undefined) remember(chosenLanguages, keyOf(chat), language);
  else if (!setChatLanguage(monitor, connected, recipientOf(chat), language)) {
    return botTexts[connected.language].languageChosen;
  }
  return botTexts[language].languageSet;
}

const maxRemembered = 1_000;

function remember(languages: Map<string, Language>, chat: string, language: Language): void {
  languages.delete(chat);
  languages.set(chat, language);
  const [oldest] = languages.keys();
  if (languages.size > maxRemembered && oldest !== undefined) languages.delete(oldest);
}

export type ShownCommand = Pick<ChatCommand, 'name' | 'words'>;

/** The commands that a chat can use; without a public address, links to the pages are left out. */
export function shownCommands(
  { publicUrl, commands }: Pick<BotEnvironment, 'publicUrl' | 'commands'>,
  { canPin }: Pick<Chat, 'canPin'>,
  connected?: RightsOfChat,
): ShownCommand[] {
  const isLoginLeft = publicUrl !== undefined && (connected === undefined || mayLogIn(connected));
  const isMuteLeft = connected === undefined || mayMute(connected);
  const hidden = new Set<CommandName>([
    ...(isLoginLeft ? [] : (['login'] as const)),
    ...(isMuteLeft ? [] : (['mute', 'unmute'] as const)),
    ...(canPin ? [] : (['pin', 'unpin'] as const)),
  ]);
  const shown = commandNames.filter((name) => !hidden.has(name));
  return shown.flatMap((name) => (name === 'report' ? [ofCore(name), ...commands] : ofCore(name)));
}

function ofCore(name: CommandName): ShownCommand {
  return { name, words: { th: botTexts.th.commands[name], en: botTexts.en.commands[name] } };
}

function helpIn(
  { texts, chat, connected, language }: Conversation,
  environment: BotEnvironment,
): string {
  const lines = shownCommands(environment, chat, connected).map(
    ({ name, words }) => `/${name} – ${words[language]}`,
  );
  return [texts.helpHeading, ...lines].join('\n');
}
