import { resumeAlerts } from '../actions/alerts/resume-alerts.ts';
import type { Monitor } from '../actions/monitor.ts';
import { type BotService, createBot } from '../bot/telegram/create-bot.ts';
import { channelsInUse } from '../domain/alerts/channels.ts';
import { AppError } from '../domain/errors.ts';
import { refusals } from '../domain/findings.ts';
import { findBotToken, forgetBotToken, keepBotToken } from '../installation/bot-token.ts';
import type { Config } from '../installation/config.ts';
import { type Channel, SendError } from '../notify/channel.ts';
import { makeLogChannel } from '../notify/channels/log/log-channel.ts';
import { askForBot, makeTelegramChannel } from '../notify/channels/telegram/telegram-channel.ts';
import { createDelivery, type Delivery } from '../notify/deliver-pending.ts';
import type { ProcessLog } from '../server/log.ts';
import type { WatchedFleet } from './watch-fleet.ts';

interface Connected {
  readonly token: string;
  readonly channel: Channel;
  readonly bot: BotService;
}

/**
 * The bot and the channel for alerts. Both exist while there is a token: from the start, or from when an
 * operator gives one in the console.
 */
export class Messenger {
  readonly outbox: Delivery;
  readonly #monitor: Monitor;
  readonly #config: Config;
  #connected: Connected | null = null;
  #isStarted = false;

  constructor({ monitor, changes }: WatchedFleet, config: Config, { log, unabridged }: ProcessLog) {
    const { store, clock, setTimer } = monitor;
    this.#monitor = monitor;
    this.#config = config;
    this.outbox = createDelivery({
      ...{ store, clock, setTimer, log, timezone: config.timezone },
      channels: [makeLogChannel(unabridged)],
      onOutcomes: (ids) => changes.noteDelivered(ids),
    });
    const token = findBotToken(config);
    if (token === undefined) log.warn({}, 'no Telegram token is set: alerts go only to this log');
    else this.#use(token);
  }

  get token(): string | null {
    return this.#connected?.token ?? null;
  }

  /** Null without a token. */
  get bot(): BotService | null {
    return this.#connected?.bot ?? null;
  }

  /** Null without a token. */
  get channel(): Channel | null {
    return this.#connected?.channel ?? null;
  }

  /** Whether the configuration sets the token, so that the console cannot change it. */
  get isConfigured(): boolean {
    return this.#config.telegram_token !== undefined;
  }

  start(): void {
    this.outbox.start();
    this.#isStarted = true;
    this.bot?.start();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    // Questions that were just asked are still answered.
    await this.bot?.stop(tellLimitMs);
    await this.outbox.stop(tellLimitMs);
  }

  /**
   * Asks the messenger which bot the token belongs to, keeps the token for the next start, and begins.
   * @returns the bot's user name, without @
   * @throws AppError VALIDATION when the messenger does not know the token, UNAVAILABLE when it cannot be
   *   reached
   */
  async connect(token: string): Promise<string> {
    const monitor = this.#monitor;
    const username = await this.#ask(token);
    keepBotToken(this.#config.data, token);
    if (token !== this.token) {
      await this.#leave();
      this.#use(token);
      if (this.#isStarted) this.bot?.start();
      // Chats that are connected already are told of outages that go on.
      monitor.store.transaction(() => resumeAlerts(monitor, {}, monitor.clock()));
      monitor.wakeOutbox();
    }
    return username;
  }

  /** Forgets the token. Alerts go to the log again. */
  async disconnect(): Promise<void> {
    forgetBotToken(this.#config.data);
    await this.#leave();
  }

  #use(token: string): void {
    const monitor = this.#monitor;
    const { telegram_api_root: apiRoot, timezone, public_url: publicUrl } = this.#config;
    const channel = makeTelegramChannel({ token, apiRoot });
    this.outbox.use(channel);
    const bot = createBot({
      ...{ monitor, token, apiRoot, timezone, publicUrl },
      setTimer: monitor.setTimer,
      answer: (address, send) => this.outbox.answer('telegram', address, send),
    });
    this.#connected = { token, channel, bot };
    monitor.channels = channelsInUse(['telegram']);
  }

  async #leave(): Promise<void> {
    const { bot } = this;
    this.#connected = null;
    this.#monitor.channels = channelsInUse([]);
    this.outbox.leave('telegram');
    await bot?.stop(leaveLimitMs);
  }

  async #ask(token: string): Promise<string> {
    try {
      return await askForBot({ token, apiRoot: this.#config.telegram_api_root });
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      if (!error.permanent) {
        throw new AppError('UNAVAILABLE', 'Telegram cannot be reached.');
      }
      throw new AppError('VALIDATION', `token: ${refusals.tokenUnknown}`, {
        fields: { token: refusals.tokenUnknown },
      });
    }
  }
}

/** How long a stop waits for messages on their way, in ms. */
const tellLimitMs = 1_200;
/** How long another token waits for messages on their way, in ms: an operator watches. */
const leaveLimitMs = 1_000;
