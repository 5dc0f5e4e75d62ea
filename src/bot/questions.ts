import type { Composer, Filter } from 'grammy';
import { acceptQuestion, refuseQuestion } from '../actions/devices/answer-question.ts';
import { buttonActions } from '../domain/alerts/button-actions.ts';
import { AppError } from '../domain/errors.ts';
import { isQuestion } from '../domain/people/account-news.ts';
import { escapeHtml } from '../notify/messages/plain-text.ts';
import { renderQuestion } from '../notify/messages/render-news.ts';
import { makeWording } from '../notify/messages/wording.ts';
import type { OpenQuestion } from '../store/devices/join-requests.ts';
import { readAskedRecipients } from '../store/outbox/account-news.ts';
import {
  actorOf,
  type BotContext,
  type BotEnvironment,
  mayDecide,
  nameOfPerson,
} from './bot-context.ts';
import { type BotTexts, botTexts } from './texts/catalogue.ts';

type Press = Filter<BotContext, 'callback_query:data'>;

/** The buttons below the question whether a board or a key belongs to the account. */
export function addQuestions(bot: Composer<BotContext>, environment: BotEnvironment): void {
  const { yes, no } = buttonActions;
  bot.callbackQuery(new RegExp(`^(${yes}|${no}):([jk][0-9a-f]{1,16})$`), async (ctx) => {
    const [, pressed, question = ''] = ctx.match;
    const { connected, texts } = ctx.conversation;
    const refuse = (text: string) => ctx.answerCallbackQuery({ text, show_alert: true });
    if (connected === undefined) return void (await refuse(texts.notYours));
    if (!(await mayDecide(ctx))) return void (await refuse(texts.adminsOnly));
    const isYes = pressed === yes;
    const answer = {
      question,
      customerId: connected.customerId,
      by: nameOfPerson(ctx),
      chat: ctx.conversation,
    };
    let answered: OpenQuestion;
    try {
      const act = isYes ? acceptQuestion : refuseQuestion;
      answered = act(environment.monitor, answer, actorOf(ctx), ctx.conversation.now);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await refuse(refusal(error, texts));
      // The question was answered elsewhere, so the buttons do nothing any more.
      if (error.code === 'NOT_FOUND') await ctx.editMessageReplyMarkup();
      return;
    }
    await ctx.answerCallbackQuery({ text: isYes ? texts.yesDone : texts.noDone });
    await closeQuestion(ctx, environment, answered, isYes);
  });
}

function refusal(error: AppError, texts: BotTexts): string {
  switch (error.code) {
    case 'NOT_FOUND':
      return texts.answeredAlready;
    case 'KEY_INACTIVE':
      return texts.keyRevoked;
    default:
      return texts.proveFirst;
  }
}

/** Removes the buttons in every chat of the messenger that was asked, and shows who answered. */
async function closeQuestion(
  ctx: Press,
  { monitor, timezone }: BotEnvironment,
  { id, customerId }: OpenQuestion,
  isYes: boolean,
): Promise<void> {
  const by = escapeHtml(nameOfPerson(ctx));
  const { wallMs } = ctx.conversation.now;
  for (const chat of readAskedRecipients(monitor.store, customerId, id)) {
    if (chat.channel !== ctx.conversation.channel || !isQuestion(chat.news)) continue;
    const wording = makeWording(chat.language, wallMs, timezone);
    const texts = botTexts[chat.language];
    const note = (isYes ? texts.saidYes : texts.saidNo)(by, wording.times.moment(wallMs));
    const html = `${renderQuestion(chat.news, wording)}\n${note}`;
    const edit = ctx.api.editMessageText(chat.address, Number(chat.messageId), html, {
      parse_mode: 'HTML',
    });
    // The answer stands, even if a chat is gone or its message is too old.
    await edit.catch((error: unknown) => {
      monitor.log.info({ reason: String(error) }, 'a question could not be marked as answered');
    });
  }
}
