import { vapidKeysOf } from '../../../src/notify/channels/webpush/vapid-keys.ts';
import { makeWebpushChannel } from '../../../src/notify/channels/webpush/webpush-channel.ts';
import {
  type PushFault,
  startFakePushService,
} from '../../fakes/push-service/fake-push-service.ts';
import { type ChannelBench, type Failure, waitSeconds } from '../bench.ts';

const secret = 'c2VjcmV0IG9mIDMyIGJ5dGVzIGZvciB0aGUgYmVuY2g';

/** The secret behind our key. */
export const bench: ChannelBench<string> = {
  name: 'webpush',
  async open() {
    const service = await startFakePushService(vapidKeysOf(secret).publicKey);
    const browsers = [1, 2, 3, 4, 5, 6, 7].map(() => service.subscribe());
    return {
      at: secret,
      addresses: browsers.map(({ address }) => address),
      arrived: () =>
        service.taken.map(({ browser: { address }, notice: { title, body } }) => ({
          address,
          text: `${title}\n${body}`,
        })),
      failNext: (failure) => service.failNext(faults[failure]),
      close: () => service.close(),
    };
  },
  connect: (at) =>
    makeWebpushChannel({
      keys: vapidKeysOf(at),
      subject: 'mailto:operator@power.example',
      outbound: { allowPrivate: true },
      linkTo: () => null,
    }),
};

const faults: Readonly<Record<Failure, PushFault>> = {
  wait: { kind: 'status', status: 429, retryAfter: waitSeconds },
  refused: { kind: 'status', status: 413 },
  gone: { kind: 'status', status: 410 },
  'answer lost': { kind: 'drop' },
  unreachable: { kind: 'refuse' },
};
