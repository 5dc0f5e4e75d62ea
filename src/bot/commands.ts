import { type Composer, InlineKeyboard } from 'grammy';
import {
  loseChat,
  moveChat,
  regainChat,
  setChatLanguage,
} from '../actions/alerts/update-recipient.ts';
import { createLoginLink } from '../actions/people/link-login.ts';
import type { Language } from '../domain/states.ts';
import { escapeHtml } from '../notify/messages/plain-text.ts';
import { actorOf, type BotContext, type BotEnvironment, mayDecide, say } from './bot-context.ts';
import { describeSites } from './describe-sites.ts';
import { describeMonth } from './month-report.ts';
import { type BotTexts, botTexts, type CommandName, commandNames } from './texts/catalogue.ts';

/** /status, /report, /login, /lang and /help. */
export function addCommands(bot: Composer<BotContext>, environment: BotEnvironment): void {
  bot.command('status', async (ctx) => {
    const { connected, texts } = ctx.conversation;
    if (connected === undefined) return say(ctx, texts.notConnected);
    await say(ctx, describeSites(environment, ctx.conversation, connected.customerId));
  });

  bot.command('report', async (ctx) => {
    const { connected, texts } = ctx.conversation;
    if (connected === undefined) return say(ctx, texts.notConnected);
    await say(ctx, await describeMonth(environment, ctx.conversation, connected.customerId));
  });

  bot.command('login', async (ctx) => {
    const { connected, texts, isPrivate, now } = ctx.conversation;
    const { publicUrl, monitor } = environment;
    if (publicUrl === undefined) return say(ctx, texts.loginUnavailable);
    if (connected === undefined) return say(ctx, texts.notConnected);
    // In a group, everybody could log in with the link.
    if (!isPrivate) return say(ctx, texts.loginInPrivate);
    const url = createLoginLink(monitor, connected, publicUrl, actorOf(ctx), now);
    await say(ctx, texts.loginLink(escapeHtml(url)));
  });

  bot.command('lang', async (ctx) => {
    const typed = ctx.match.trim().toLowerCase();
    if (!(await mayChooseLanguage(ctx))) return say(ctx, ctx.conversation.texts.adminsOnly);
    if (typed === 'th' || typed === 'en') return say(ctx, chooseLanguage(ctx, environment, typed));
    const keyboard = new InlineKeyboard().text('ไทย', 'lang:th').text('English', 'lang:en');
    await say(ctx, ctx.conversation.texts.languagePrompt, { reply_markup: keyboard });
  });

  bot.callbackQuery(/^lang:(th|en)$/, async (ctx) => {
    if (!(await mayChooseLanguage(ctx))) {
      const text = ctx.conversation.texts.adminsOnly;
      return void (await ctx.answerCallbackQuery({ text, show_alert: true }));
    }
    const language = ctx.match[1] === 'en' ? 'en' : 'th';
    const text = chooseLanguage(ctx, environment, language);
    await ctx.answerCallbackQuery();
    await ctx.editMessageText(text);
  });

  bot.command('help', (ctx) => say(ctx, helpIn(ctx.conversation.texts, environment)));
}

/** In a private chat, any text that is no command gets help. In groups people talk to each other. */
export function addFallback(bot: Composer<BotContext>, environment: BotEnvironment): void {
  bot.on('message', async (ctx) => {
    const { isPrivate, texts } = ctx.conversation;
    if (isPrivate) await say(ctx, `${texts.notUnderstood}\n\n${helpIn(texts, environment)}`);
  });
  // A button that is no longer known must still stop spinning.
  bot.on('callback_query', (ctx) =>
    ctx.answerCallbackQuery({ text: ctx.conversation.texts.nothingToDo }),
  );
}

/** Events of the chat itself: blocked, removed, let in again, moved. */
export function addMemberships(bot: Composer<BotContext>, environment: BotEnvironment): void {
  const { monitor } = environment;
  bot.on('my_chat_member', (ctx) => {
    const { now, isPrivate } = ctx.conversation;
    const { status } = ctx.myChatMember.new_chat_member;
    if (status === 'kicked' || status === 'left') {
      const reason = isPrivate ? 'the bot was blocked' : 'the bot was removed from the group';
      loseChat(monitor, ctx.conversation, reason, now);
    } else {
      regainChat(monitor, ctx.conversation, now);
    }
  });

  bot.on('message:migrate_to_chat_id', (ctx) => {
    moveChat(monitor, ctx.conversation, String(ctx.message.migrate_to_chat_id));
  });

  // The bot can write to whoever writes to it.
  bot.on(['message', 'callback_query'], async (ctx, next) => {
    if (ctx.conversation.connected?.isUnreachable === true) {
      regainChat(monitor, ctx.conversation, ctx.conversation.now);
    }
    await next();
  });
}

/** The language applies to the alerts, too, so in a group only administrators choose it. */
async function mayChooseLanguage(ctx: BotContext): Promise<boolean> {
  return ctx.conversation.connected === undefined || mayDecide(ctx);
}

/** @returns the answer, in the chosen language */
function chooseLanguage(
  ctx: BotContext,
  { monitor, chosenLanguages }: BotEnvironment,
  language: Language,
): string {
  const { connected, address } = ctx.conversation;
  if (connected !== undefined) setChatLanguage(monitor, ctx.conversation, language);
  else remember(chosenLanguages, address, language);
  return botTexts[language].languageSet;
}

const maxRemembered = 1_000;

function remember(languages: Map<string, Language>, address: string, language: Language): void {
  languages.delete(address);
  languages.set(address, language);
  const [oldest] = languages.keys();
  if (languages.size > maxRemembered && oldest !== undefined) languages.delete(oldest);
}

/** The commands that a chat can use; without a public address, links to the pages are left out. */
export function shownCommands({ publicUrl }: Pick<BotEnvironment, 'publicUrl'>): CommandName[] {
  return commandNames.filter((name) => name !== 'login' || publicUrl !== undefined);
}

function helpIn(texts: BotTexts, environment: BotEnvironment): string {
  const lines = shownCommands(environment).map((name) => `/${name} – ${texts.commands[name]}`);
  return [texts.helpHeading, ...lines].join('\n');
}
