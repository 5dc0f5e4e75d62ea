import type { Composer } from 'grammy';
import { type BotContext, say } from './bot-context.ts';
import { ChatAllowance } from './chat-allowance.ts';
import { commandNames } from './texts/catalogue.ts';

/** Eight questions at once, and eight a minute in the long run. */
const messageRate = { perSecond: 8 / 60, burst: 8 };
/** Somebody may have many alerts to acknowledge; and who floods a group with words stops no button. */
const pressRate = { perSecond: 20 / 60, burst: 20 };

/**
 * Limits what is done for one chat: what comes after this is reached only by so much a minute. A chat
 * that asks for more is told so once; then it is not answered, and nothing is done for it.
 */
export function limitChats(bot: Composer<BotContext>): void {
  const messages = new ChatAllowance(messageRate);
  const presses = new ChatAllowance(pressRate);

  bot.on('message', async (ctx, next) => {
    const { address, isPrivate, now, texts } = ctx.conversation;
    // What people in a group say to each other asks for nothing.
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
