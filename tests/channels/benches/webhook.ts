import { makeWebhookAddress } from '../../../src/domain/alerts/webhook-address.ts';
import { makeWebhookChannel } from '../../../src/notify/channels/webhook/webhook-channel.ts';
import { realTime } from '../../../src/server/clock.ts';
import { startFakeWebhook, type WebhookFault } from '../../fakes/webhook/fake-webhook.ts';
import { type ChannelBench, type Failure, waitSeconds } from '../bench.ts';

/** Nothing of it is known before it runs. */
export const bench: ChannelBench<null> = {
  name: 'webhook',
  neverFails: { refused: 'a program may take the same message once it was mended' },
  async open() {
    const fake = await startFakeWebhook();
    const urls = [1, 2, 3, 4, 5, 6, 7].map((number) => fake.at(`/${number}`));
    const addresses = urls.map((url) => makeWebhookAddress({ url, format: 'events' }, 'salt'));
    const ofPath = new Map(addresses.map((address) => [new URL(address).pathname, address]));
    return {
      at: null,
      addresses,
      arrived: () =>
        fake.taken.map(({ path, event }) => ({
          address: ofPath.get(path) ?? '',
          text: event.data.text,
        })),
      failNext: (failure) => fake.failNext(faults[failure]),
      close: () => fake.close(),
    };
  },
  connect: () =>
    makeWebhookChannel({
      signingKey: 'a key for tests alone, of 32 letters',
      outbound: { allowPrivate: true },
      clock: realTime.clock,
    }),
};

const faults: Readonly<Record<Failure, WebhookFault>> = {
  wait: { kind: 'status', status: 429, headers: { 'retry-after': `${waitSeconds}` } },
  refused: { kind: 'status', status: 400 },
  gone: { kind: 'status', status: 410 },
  'answer lost': { kind: 'drop' },
  unreachable: { kind: 'cut' },
};
