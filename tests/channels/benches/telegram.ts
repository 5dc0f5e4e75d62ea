import { makeTelegramChannel } from '../../../src/notify/channels/telegram/telegram-channel.ts';
import { type FakeTelegram, startFakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { type ChannelBench, type Failure, waitSeconds } from '../bench.ts';

interface At {
  readonly token: string;
  readonly apiRoot: string;
}

const chats = [1, 2, 3, 4, 5, 6, 7];

export const bench: ChannelBench<At> = {
  name: 'telegram',
  async open(now) {
    const telegram = await startFakeTelegram({ chats, now });
    const { token, apiRoot } = telegram;
    return {
      at: { token, apiRoot },
      addresses: chats.map(String),
      arrived: () => telegram.sent.map(({ chatId, text }) => ({ address: String(chatId), text })),
      failNext: (failure) => fail(telegram, failure),
      close: () => telegram.stop(),
    };
  },
  connect: (at) => makeTelegramChannel(at),
};

function fail(telegram: FakeTelegram, failure: Failure): void {
  if (failure === 'gone') telegram.blockUser(1);
  else telegram.failNext({ method: 'sendMessage', ...faults[failure] });
}

const faults = {
  wait: { kind: '429', retryAfter: waitSeconds },
  refused: { kind: '400' },
  'answer lost': { kind: 'drop' },
  unreachable: { kind: 'refuse' },
} as const;
