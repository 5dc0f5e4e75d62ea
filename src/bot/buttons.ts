import type { Composer, Filter } from 'grammy';
import type { InlineKeyboardButton, MessageEntity } from 'grammy/types';
import { acknowledgeOutages } from '../actions/alerts/acknowledge-outages.ts';
import { muteDevices } from '../actions/alerts/mute-devices.ts';
import { buttonActions } from '../domain/alerts/button-actions.ts';
import { readSentMessage, type SentMessageContent } from '../store/outbox/sent-messages.ts';
import {
  actorOf,
  type BotContext,
  type BotEnvironment,
  mayDecide,
  nameOfPerson,
} from './bot-context.ts';

const muteMs = 3_600_000;

/** The result of a press: shown for a moment, and written below the message. */
interface PressResult {
  readonly answer: string;
  readonly note: string | null;
}

type Press = Filter<BotContext, 'callback_query:data'>;

/** The buttons below alerts and reminders. They act only on devices of the chat's own customer. */
export function addButtons(bot: Composer<BotContext>, environment: BotEnvironment): void {
  const { acknowledge, mute } = buttonActions;
  bot.callbackQuery(new RegExp(`^(${acknowledge}|${mute}):(\\d{1,15})$`), async (ctx) => {
    const [, action, id] = ctx.match;
    const { connected, texts } = ctx.conversation;
    const { monitor } = environment;
    const content = readSentMessage(monitor.store, Number(id));
    if (connected === undefined || content?.customerId !== connected.customerId) {
      return void (await ctx.answerCallbackQuery({ text: texts.notYours, show_alert: true }));
    }
    // Anybody in a group may acknowledge, but not everybody may mute.
    if (action === mute && !(await mayDecide(ctx))) {
      return void (await ctx.answerCallbackQuery({ text: texts.adminsOnly, show_alert: true }));
    }
    const act = action === acknowledge ? pressAcknowledge : pressMute;
    const { answer, note } = act(ctx, environment, content, connected.customerId);
    await ctx.answerCallbackQuery({ text: answer });
    if (note !== null) await addNote(ctx, note);
  });
}

function pressAcknowledge(
  ctx: Press,
  { monitor }: BotEnvironment,
  { outageIds }: SentMessageContent,
  customerId: number,
): PressResult {
  const { texts, times, now } = ctx.conversation;
  const by = nameOfPerson(ctx);
  const actor = actorOf(ctx);
  const outages = acknowledgeOutages(monitor, { customerId, outageIds, by, actor }, now);
  const [first] = outages;
  if (first === undefined) return { answer: texts.nothingToDo, note: null };
  const { earlier } = first;
  if (earlier !== null && outages.every((outage) => outage.earlier !== null)) {
    return {
      answer: texts.ackAlready(earlier.by).slice(0, 200),
      note: texts.acknowledgedBy(earlier.by, times.moment(earlier.at)),
    };
  }
  return {
    answer: outages.every((outage) => outage.isBack) ? texts.ackIsBack : texts.ackDone,
    note: texts.acknowledgedBy(by, times.moment(now.wallMs)),
  };
}

function pressMute(
  ctx: Press,
  { monitor }: BotEnvironment,
  { deviceRows }: SentMessageContent,
  customerId: number,
): PressResult {
  const { texts, times, now } = ctx.conversation;
  const until = now.wallMs + muteMs;
  const actor = actorOf(ctx);
  const mute = { customerId, deviceRows, until, by: nameOfPerson(ctx), actor };
  const muted = muteDevices(monitor, mute, now);
  if (muted.length === 0) return { answer: texts.nothingToDo, note: null };
  return { answer: texts.muteDone, note: texts.muteNote(times.moment(until)) };
}

/** Adds a line to the pressed message and removes the pressed button; the rest stays as it is. */
async function addNote(ctx: Press, note: string): Promise<void> {
  const { message, data } = ctx.callbackQuery;
  const text = message !== undefined && 'text' in message ? message.text : undefined;
  // Telegram hides messages older than two days from bots, so they cannot be changed.
  if (message === undefined || text === undefined) return;
  const entities: MessageEntity[] = 'entities' in message ? (message.entities ?? []) : [];
  const keyboard = 'reply_markup' in message ? message.reply_markup?.inline_keyboard : undefined;
  await ctx.editMessageText(`${text}\n${note}`, {
    entities,
    reply_markup: { inline_keyboard: withoutButton(keyboard ?? [], data) },
  });
}

function withoutButton(
  keyboard: readonly (readonly InlineKeyboardButton[])[],
  data: string,
): InlineKeyboardButton[][] {
  return keyboard
    .map((row) =>
      row.filter((button) => !('callback_data' in button && button.callback_data === data)),
    )
    .filter((row) => row.length > 0);
}
