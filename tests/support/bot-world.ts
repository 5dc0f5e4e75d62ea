/** Test support: the bot, a monitor and a strict messenger. */

import { type BotOptions, type BotService, createBot } from '../../src/bot/telegram/create-bot.ts';
import type { SetTimer } from '../../src/domain/instant.ts';
import { makeTelegramChannel } from '../../src/notify/channels/telegram/telegram-channel.ts';
import { realTime } from '../../src/server/clock.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { type DeliveryWorld, makeDeliveryWorld } from './delivery-world.ts';
import type { TestMonitor } from './monitor.ts';

export interface BotWorld extends DeliveryWorld {
  readonly telegram: FakeTelegram;
  readonly bot: BotService;
  /** A person writes; gives the text of the next answer in that chat. */
  ask(
    chatId: number,
    text: string,
    from?: Parameters<FakeTelegram['userSends']>[2],
  ): Promise<string>;
  /** Ends everything; for afterEach. */
  close(): Promise<void>;
}

const realMonoMs = performance.now.bind(performance);

/** Waits of seconds take hundredths of them here. */
const hurried: SetTimer = (delayMs, fire) => realTime.setTimer(delayMs / 100, fire);

export async function makeBotWorld(options: Partial<BotOptions> = {}): Promise<BotWorld> {
  // The messenger uses the machine's clock, since its limits do not matter here.
  const telegram = await startFakeTelegram({
    limits: { perChatPerSecond: 1_000, perChatBurst: 1_000 },
    now: () => 1_800_000_000_000 + realMonoMs(),
    conflictPauseMs: 30,
  });
  const { token, apiRoot } = telegram;
  const world = makeDeliveryWorld({
    makeChannel: () => makeTelegramChannel({ token, apiRoot, timeoutSeconds: 1 }),
  });
  const bot = createBot({
    monitor: withLog(world),
    token,
    apiRoot,
    timezone: 'Asia/Bangkok',
    commands: [],
    setTimer: hurried,
    answer: (_, send) => void send().catch(() => {}),
    ...options,
  });
  bot.start();
  return {
    ...world,
    telegram,
    bot,
    async ask(chatId, text, from) {
      const asked = telegram.userSends(chatId, text, from);
      const answer = await telegram.expectMessage(
        (message) => message.chatId === chatId && message.messageId > asked,
      );
      return answer.text;
    },
    async close() {
      await bot.stop();
      await telegram.stop();
    },
  };
}

/** The monitor's log is silent, so only the bot's log is checked. */
function withLog({ monitor, log }: DeliveryWorld): TestMonitor {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message: string) =>
    void log.push({ level, fields: { ...fields }, message });
  return Object.assign(monitor, {
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  });
}

/** Resolves when `isSo` is true; the test's own time-out ends it otherwise. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
