import type { ChannelKind } from '../../channel-kind.ts';
import { askForBot, makeTelegramChannel } from './telegram-channel.ts';

interface TelegramSettings {
  readonly token: string;
  readonly api_root: string;
}

export const telegramKind: ChannelKind<TelegramSettings> = {
  make: ({ token, api_root: apiRoot }) => makeTelegramChannel({ token, apiRoot }),
  ask: async ({ token, api_root: apiRoot }) => `@${await askForBot({ token, apiRoot })}`,
};
