import type { Composer } from 'grammy';
import { type BotContext, say } from './bot-context.ts';
import { ChatAllowance } from './chat-allowance.ts';
import { commandNames } from './texts/catalogue.ts';

/** Eight questions at once, and eight a minute in the long run. */
const messageRate = { perSecond: 8 / 60, burst: 8 };
/**
 * Presses have a limit of their own: somebody may have many alerts to acknowledge, and a flood of words
 * in a group must not stop the buttons.
 */
const pressRate = { perSecond: 20 / 60, burst: 20 };

/**
 * Limits the work for one chat: only so many updates a minute get past this. A chat that sends more is
 * told so once; then it gets no answer, and nothing is done for it.
 */
export function limitChats(bot: Composer<BotContext>): void {
  const messages = new ChatAllowance(messageRate);
  const presses = new ChatAllowance(pressRate);

  bot.on('message', async (ctx, next) => {
    const { address, isPrivate, now, texts } = ctx.conversation;
    // Conversation in a group asks the bot for nothing.
    if (!isPrivate && !ctx.hasCommand(['start', ...commandNames])) return;
    const admission = messages.admit(address, now.monoMs);
    if (admission === 'answer') await next();
    else if (admission === 'warn') await say(ctx, texts.slowDown);
  });

  bot.on('callback_query', async (ctx, next) => {
    const { address, now, texts } = ctx.conversation;
    const admission = presses.admit(address, now.monoMs);
    if (admission === 'answer') await next();
    else if (admission === 'warn') await ctx.answerCallbackQuery({ text: texts.slowDown });
  });
}
