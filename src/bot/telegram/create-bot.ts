import { Api, Bot, BotError, GrammyError, HttpError } from 'grammy';
import type { Update } from 'grammy/types';
import { noteChatName } from '../../actions/alerts/update-recipient.ts';
import type { SetTimer } from '../../domain/instant.ts';
import {
  describeTelegramError,
  toSendError,
} from '../../notify/channels/telegram/telegram-errors.ts';
import {
  type AnswerOptions,
  type BotContext,
  type BotEnvironment,
  findConversation,
  nameOfChat,
  say,
} from '../bot-context.ts';
import { addButtons } from '../buttons.ts';
import { addCommands, addFallback, addMemberships, shownCommands } from '../commands.ts';
import { limitChats } from '../limit-chats.ts';
import { addMute } from '../mute.ts';
import { PendingMoves } from '../pending-moves.ts';
import { addQuestions } from '../questions.ts';
import { addRegistration } from '../registration.ts';
import { type BotTexts, botTexts, type CommandName } from '../texts/catalogue.ts';
import { type PollState, UpdatePoller } from './poll-updates.ts';

export interface BotOptions extends Omit<BotEnvironment, 'chosenLanguages' | 'moves'> {
  readonly token: string;
  /** `https://api.telegram.org`, or a server of one's own; without a trailing slash. */
  readonly apiRoot: string;
  /** Sends an answer once the messenger's limits leave room for it; `send` throws SendErrors. */
  readonly answer: (address: string, send: () => Promise<unknown>) => void;
  /** Default 25. */
  readonly pollSeconds?: number;
  readonly random?: () => number;
  readonly setTimer: SetTimer;
}

interface BotStatus {
  readonly state: PollState;
  /** Epoch ms since when it has been in this state. */
  readonly since: number;
  /** What is wrong, in words. Null: nothing. */
  readonly detail: string | null;
  /** Without @. Null until the service was reached once. */
  readonly username: string | null;
}

export interface BotService {
  start(): void;
  /** Waits at most `boundMs` (default 3000) for updates that are being handled. */
  stop(boundMs?: number): Promise<void>;
  status(): BotStatus;
}

const callTimeoutSeconds = 15;

/**
 * The Telegram bot: commands, buttons and registration. It never throws: its state says what is wrong,
 * and it keeps trying.
 */
export function createBot(options: BotOptions): BotService {
  const { monitor, token, apiRoot } = options;
  const { log } = monitor;
  const pollSeconds = options.pollSeconds ?? 25;
  const environment: BotEnvironment = {
    monitor,
    timezone: options.timezone,
    publicUrl: options.publicUrl,
    chosenLanguages: new Map(),
    moves: new PendingMoves(),
  };
  let status: BotStatus = {
    state: 'off',
    since: monitor.clock().wallMs,
    detail: null,
    username: null,
  };

  const bot = new Bot<BotContext>(token, {
    client: { apiRoot, timeoutSeconds: callTimeoutSeconds },
  });
  addHandlers(bot, environment);

  const poller = new UpdatePoller({
    api: new Api(token, { apiRoot, timeoutSeconds: pollSeconds + 10 }),
    pollSeconds,
    random: options.random ?? Math.random,
    setTimer: options.setTimer,
    async onReached(me) {
      bot.botInfo = me;
      status = { ...status, username: me.username };
      // The menu is a convenience; the commands work without it.
      await announceCommands(bot.api, shownCommands(environment)).catch(reportFailure);
    },
    onUpdate: (update) => handle(bot, update),
    onState(state, detail) {
      if (state === status.state) {
        status = { ...status, detail };
        return;
      }
      const { wallMs } = monitor.clock();
      status = { ...status, state, detail, since: wallMs };
      const fields = { state, detail, username: status.username };
      if (state === 'polling' || state === 'off' || detail === null) log.info(fields, 'bot');
      else log.warn(fields, 'bot');
    },
  });

  async function send(address: string, html: string, extra: AnswerOptions): Promise<void> {
    try {
      await bot.api.sendMessage(address, html, extra);
    } catch (error) {
      throw toSendError(error);
    }
  }

  async function handle(on: Bot<BotContext>, update: Update): Promise<void> {
    try {
      await on.handleUpdate(update);
    } catch (error) {
      reportFailure(error instanceof BotError ? error.error : error);
    }
  }

  function reportFailure(error: unknown): void {
    if (error instanceof GrammyError || error instanceof HttpError) {
      const method = error instanceof GrammyError ? error.method : undefined;
      const reason = describeTelegramError(error);
      log.warn({ method, reason }, 'a call of the bot did not get through');
      return;
    }
    log.error({ err: withoutToken(error, token) }, 'the bot failed to handle an update');
  }

  /** After the answer, which does not wait for it and does not depend on it. */
  function noteName({ monitor: { store } }: BotEnvironment, ctx: BotContext): void {
    const { connected } = ctx.conversation;
    if (connected === undefined) return;
    try {
      noteChatName({ store }, connected, nameOfChat(ctx));
    } catch (error) {
      // Noted with what comes next.
      log.debug({ err: error }, 'the name of a chat could not be stored');
    }
  }

  function addHandlers(to: Bot<BotContext>, with_: BotEnvironment): void {
    to.use(async (ctx, next) => {
      const conversation = findConversation(with_, ctx);
      if (conversation === undefined) return;
      ctx.conversation = conversation;
      ctx.answer = (html, extra) =>
        options.answer(conversation.address, () => send(conversation.address, html, extra));
      try {
        await next();
      } catch (error) {
        reportFailure(error);
        if (error instanceof GrammyError || error instanceof HttpError) return;
        await apologise(ctx);
      }
      noteName(with_, ctx);
    });
    addMemberships(to, with_);
    limitChats(to);
    addRegistration(to, with_);
    addCommands(to, with_);
    addMute(to, with_);
    addButtons(to, with_);
    addQuestions(to, with_);
    addFallback(to, with_);
  }

  return {
    start: () => poller.start(),
    stop: (boundMs = 3_000) => poller.stop(boundMs),
    status: () => status,
  };
}

/** A copy for the log without the token, which is in the address of every call. */
function withoutToken(error: unknown, token: string): Error {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const copy = new Error(message.replaceAll(token, '[token]'));
  return Object.assign(copy, { name, stack: stack.replaceAll(token, '[token]') });
}

async function apologise(ctx: BotContext): Promise<void> {
  const { failed } = ctx.conversation.texts;
  if (ctx.callbackQuery !== undefined) await ctx.answerCallbackQuery({ text: failed });
  else if (ctx.message !== undefined) await say(ctx, failed);
}

/** The messenger's menu: Thai for Thai apps, English for all others. */
async function announceCommands(api: Api, names: readonly CommandName[]): Promise<void> {
  const listOf = (texts: BotTexts) =>
    names.map((command) => ({ command, description: texts.commands[command] }));
  await api.setMyCommands(listOf(botTexts.en));
  await api.setMyCommands(listOf(botTexts.th), { language_code: 'th' });
}
