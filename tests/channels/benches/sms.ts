import { makeGateway } from '../../../src/notify/channels/sms/gateway.ts';
import { makeSmsChannel } from '../../../src/notify/channels/sms/sms-channel.ts';
import type { SmsWay } from '../../../src/notify/channels/sms/sms-way.ts';
import { DayCount } from '../../../src/notify/day-count.ts';
import { realTime } from '../../../src/server/clock.ts';
import {
  type GatewayFault,
  gatewaySettings,
  startFakeSmsGateway,
} from '../../fakes/sms-gateway/fake-sms-gateway.ts';
import { openTestStore } from '../../support/monitor.ts';
import { type ChannelBench, type Failure, waitSeconds } from '../bench.ts';

export const numbers = [1, 2, 3, 4, 5, 6, 7].map((number) => `+6681000000${number}`);

/** SMS without a limit that would be noticed. */
export function freeSms(way: SmsWay) {
  const { clock } = realTime;
  const timezone = 'Asia/Bangkok';
  const count = new DayCount('sms', { store: openTestStore(), clock, timezone });
  const caps = { dailyCap: 1_000, numberCap: 1_000, tellsReminders: true };
  return makeSmsChannel({ way, ...caps, count, clock, timezone });
}

/** Through a provider; where it is. */
export const bench: ChannelBench<string> = {
  name: 'sms',
  neverFails: { gone: 'providers do not say that a number is gone' },
  async open() {
    const gateway = await startFakeSmsGateway();
    return {
      at: gateway.url,
      addresses: numbers,
      arrived: () => gateway.taken.map(({ to, text }) => ({ address: to, text })),
      failNext: (failure) => gateway.failNext(faults[failure]),
      close: () => gateway.close(),
    };
  },
  connect(at) {
    const { sender, secret, success, ...template } = gatewaySettings(at);
    const way = makeGateway({
      template: { ...template, method: 'POST' },
      ...{ sender, secret, success, outbound: { allowPrivate: true } },
    });
    return freeSms(way);
  },
};

const faults: Readonly<Record<Failure, GatewayFault>> = {
  wait: { kind: 'status', status: 429, headers: { 'retry-after': `${waitSeconds}` } },
  refused: { kind: 'status', status: 400 },
  gone: { kind: 'status', status: 400 },
  'answer lost': { kind: 'drop' },
  unreachable: { kind: 'cut' },
};
