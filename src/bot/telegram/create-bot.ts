import { Bot, BotError, type Context, GrammyError, HttpError } from 'grammy';
import type { Update } from 'grammy/types';
import type { SetTimer } from '../../domain/instant.ts';
import { openTelegram, telegramClient } from '../../notify/channels/telegram/telegram-api.ts';
import { describeTelegramError } from '../../notify/channels/telegram/telegram-errors.ts';
import type { BotEnvironment } from '../chat.ts';
import { ChatLimits } from '../chat-limits.ts';
import { apologise, hear } from '../hear.ts';
import { PendingMoves } from '../pending-moves.ts';
import { ChatMenus } from './chat-menus.ts';
import { PinKeeper } from './pin-keeper.ts';
import { type PollState, UpdatePoller } from './poll-updates.ts';
import { type SendAnswer, toChat, toHeard } from './telegram-chat.ts';

export interface BotOptions extends Omit<BotEnvironment, 'chosenLanguages' | 'moves'> {
  readonly token: string;
  /** `https://api.telegram.org`, or a server of one's own; without a trailing slash. */
  readonly apiRoot: string;
  readonly answer: SendAnswer;
  /** Default 25. */
  readonly pollSeconds?: number;
  readonly random?: () => number;
  readonly setTimer: SetTimer;
}

interface BotStatus {
  readonly state: PollState;
  /** Epoch ms since when it has been in this state. */
  readonly since: number;
  /** The problem in words. Null: none. */
  readonly detail: string | null;
  /** Without @. Null until the service was reached once. */
  readonly username: string | null;
}

export interface BotService {
  start(): void;
  /** Waits at most `boundMs` (default 3000) for updates that are being handled. */
  stop(boundMs?: number): Promise<void>;
  status(): BotStatus;
  /** Brings pinned messages up to date. */
  keepPins(): void;
}

const callTimeoutSeconds = 15;
/** A hundred updates of long messages that quote long messages. Those that are not read come again, for ever. */
const mostUpdateBytes = 16 * 1024 * 1024;

/**
 * The Telegram bot: commands, buttons and registration. It never throws: its state says what is wrong,
 * and it keeps trying.
 */
export function createBot(options: BotOptions): BotService {
  const { monitor, token } = options;
  const { log } = monitor;
  const pollSeconds = options.pollSeconds ?? 25;
  const environment: BotEnvironment = {
    monitor,
    timezone: options.timezone,
    publicUrl: options.publicUrl,
    commands: options.commands,
    chosenLanguages: new Map(),
    moves: new PendingMoves(),
  };
  let status: BotStatus = {
    state: 'off',
    since: monitor.clock().wallMs,
    detail: null,
    username: null,
  };

  const bot = new Bot(token, {
    client: telegramClient(options, { timeoutSeconds: callTimeoutSeconds }),
  });
  const limits = new ChatLimits();
  const menus = new ChatMenus(bot.api, environment);
  const pins = new PinKeeper(environment, bot.api, options.answer);
  bot.use(respond);

  const poller = new UpdatePoller({
    api: openTelegram(options, { timeoutSeconds: pollSeconds + 10, maxBytes: mostUpdateBytes }),
    pollSeconds,
    random: options.random ?? Math.random,
    setTimer: options.setTimer,
    async onReached(me) {
      bot.botInfo = me;
      status = { ...status, username: me.username };
      // The menu is a convenience; the commands work without it.
      await menus.announce().catch(reportFailure);
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

  async function handle(on: Bot, update: Update): Promise<void> {
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

  async function respond(ctx: Context): Promise<void> {
    const chat = toChat(ctx, bot.api, options.answer);
    const heard = toHeard(ctx);
    if (chat === undefined || heard === undefined) return;
    try {
      await hear(environment, limits, chat, heard);
      // Nobody waits for it, and what was heard may have changed what the chat may do.
      if (heard.type === 'command') void menus.keep(chat).catch(reportFailure);
    } catch (error) {
      reportFailure(error);
      if (error instanceof GrammyError || error instanceof HttpError) return;
      await apologise(environment, chat, heard);
    }
  }

  return {
    start: () => poller.start(),
    stop: (boundMs = 3_000) => poller.stop(boundMs),
    status: () => status,
    keepPins: () => pins.look(),
  };
}

/** A copy for the log without the token, which is in the address of every call. */
function withoutToken(error: unknown, token: string): Error {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const copy = new Error(message.replaceAll(token, '[token]'));
  return Object.assign(copy, { name, stack: stack.replaceAll(token, '[token]') });
}
