import type { Monitor } from '../actions/monitor.ts';
import type { ChatCommand } from '../bot/chat.ts';
import { LineBot } from '../bot/line/line-bot.ts';
import { type BotService, createBot } from '../bot/telegram/create-bot.ts';
import type { ChannelSettings, SettableChannel } from '../contract/system/channel-settings.ts';
import type { Config } from '../installation/config.ts';
import type { Delivery } from '../notify/deliver-pending.ts';

/** Companions of channels, by name: each hears what people answer there. */
export interface Companions {
  readonly telegram: BotService;
  readonly line: LineBot;
}

export interface Companion {
  start(): void;
  stop(limitMs: number): Promise<void>;
}

/** The parts that all of them work with. */
export interface CompanionParts {
  readonly monitor: Monitor;
  readonly config: Pick<Config, 'timezone' | 'public_url'>;
  /** Of modules. */
  readonly commands: readonly ChatCommand[];
}

/** @returns null: nothing is heard on this channel */
export function makeCompanion<Name extends SettableChannel>(
  name: Name,
  settings: ChannelSettings<Name>,
  { monitor, config, commands }: CompanionParts,
  outbox: Pick<Delivery, 'answer'>,
): Companion | null {
  const common = {
    monitor,
    commands,
    timezone: config.timezone,
    publicUrl: config.public_url,
    answer: (address: string, send: () => Promise<unknown>) => outbox.answer(name, address, send),
  };
  if (name === 'telegram') {
    const { token, api_root: apiRoot } = settings as ChannelSettings<'telegram'>;
    return createBot({ ...common, token, apiRoot, setTimer: monitor.setTimer });
  }
  if (name === 'line') {
    const { access_token, channel_secret, api_root } = settings as ChannelSettings<'line'>;
    const access = { token: access_token, apiRoot: api_root, secret: channel_secret };
    return new LineBot({ ...common, ...access });
  }
  return null;
}
