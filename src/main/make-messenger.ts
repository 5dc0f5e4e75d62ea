import { type BotService, createBot } from '../bot/create-bot.ts';
import type { Config } from '../installation/config.ts';
import type { Channel } from '../notify/channel.ts';
import { makeLogChannel } from '../notify/channels/log.ts';
import { makeTelegramChannel } from '../notify/channels/telegram.ts';
import { createDelivery, type Delivery } from '../notify/deliver-pending.ts';
import type { ProcessLog } from '../server/log.ts';
import type { WatchedFleet } from './watch-fleet.ts';

export interface Messenger {
  readonly outbox: Delivery;
  /** Null without a token, as the bot is. */
  readonly telegram: Channel | null;
  readonly bot: BotService | null;
  start(): void;
  stop(): Promise<void>;
}

/** At stop: how long messages on their way may take, in ms. */
const tellLimitMs = 1_200;

/** The outbox with its channels, and the bot that answers in chats. */
export function makeMessenger(
  { monitor, changes }: WatchedFleet,
  config: Config,
  { log, unabridged }: ProcessLog,
): Messenger {
  const { store, clock, setTimer } = monitor;
  const { telegram_token: token, telegram_api_root: apiRoot, timezone } = config;
  const logChannel = makeLogChannel(unabridged);
  const telegram = token === undefined ? null : makeTelegramChannel({ token, apiRoot });
  const outbox = createDelivery({
    ...{ store, clock, setTimer, log, timezone },
    channels: telegram === null ? [logChannel] : [telegram, logChannel],
    onOutcomes: (ids) => changes.noteDelivered(ids),
  });
  if (token === undefined) {
    log.warn({}, 'no Telegram token is set: alerts go only to this log');
  }
  const answer = (address: string, send: () => Promise<unknown>) =>
    outbox.answer('telegram', address, send);
  const { public_url: publicUrl } = config;
  const bot =
    token === undefined
      ? null
      : createBot({ monitor, token, apiRoot, timezone, publicUrl, setTimer, answer });
  return {
    ...{ outbox, telegram, bot },
    start() {
      outbox.start();
      bot?.start();
    },
    async stop() {
      // What was just asked is still answered.
      await bot?.stop(tellLimitMs);
      await outbox.stop(tellLimitMs);
    },
  };
}
