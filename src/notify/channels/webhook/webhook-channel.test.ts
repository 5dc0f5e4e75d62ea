import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import {
  type FakeWebhook,
  startFakeWebhook,
  type WebhookFault,
} from '../../../../tests/fakes/webhook/fake-webhook.ts';
import { makeDeliveryWorld } from '../../../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice } from '../../../../tests/support/monitor.ts';
import { makeWebhookAddress } from '../../../domain/alerts/webhook-address.ts';
import { realTime } from '../../../server/clock.ts';
import { recipients } from '../../../store/alerts/tables.ts';
import { type Message, SendError } from '../../channel.ts';
import { escapeHtml } from '../../messages/plain-text.ts';
import { makeWebhookChannel } from './webhook-channel.ts';
import { secretOf, signedHeaders } from './webhook-signature.ts';

const signingKey = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJ';
const html = '<b>Power lost</b>\nShop &amp; <code>home</code> @everyone *now*';
const message: Message = {
  ...{ kind: 'alert', language: 'en', heading: 'Power lost', html, buttons: [], outageIds: [1] },
};
const retryKey = crypto.randomUUID();

let hook: FakeWebhook;
beforeAll(async () => {
  hook = await startFakeWebhook();
});
afterAll(() => hook.close());

function send(
  path: string,
  format: 'events' | 'slack' | 'discord' | 'ntfy' = 'events',
  what = message,
) {
  const { clock } = realTime;
  const outbound = { allowPrivate: true };
  const channel = makeWebhookChannel({ signingKey, outbound, clock, timeoutSeconds: 0.5 });
  const address = makeWebhookAddress({ url: hook.at(path), format }, 'salt');
  hook.secrets.set(path, secretOf(signingKey, address));
  return channel.send(address, what, { retryKey });
}

async function failure(fault: WebhookFault, format?: 'slack'): Promise<SendError> {
  hook.failNext(fault);
  const error = await send('/mine', format).catch((thrown: unknown) => thrown);
  if (!(error instanceof SendError)) throw error;
  return error;
}

test('a signature holds for the reference library, and for no other body, time or secret', () => {
  const at = (salt: string) =>
    makeWebhookAddress({ url: 'https://example.com/hook', format: 'events' }, salt);
  const [secret, other] = [secretOf(signingKey, at('a')), secretOf(signingKey, at('b'))];
  const headers = { ...signedHeaders([secret], 'id', new Date(), '{"x":1}') };
  expect(new Webhook(secret).verify('{"x":1}', headers)).toEqual({ x: 1 });
  expect(() => new Webhook(secret).verify('{"x":2}', headers)).toThrow();
  expect(() => new Webhook(other).verify('{"x":1}', headers)).toThrow();
  const old = { ...signedHeaders([secret], 'id', new Date(Date.now() - 600_000), '{"x":1}') };
  expect(() => new Webhook(secret).verify('{"x":1}', old)).toThrow();
});

test('the same try has the same id', async () => {
  await send('/mine');
  await send('/mine');
  expect(hook.taken.map(({ id }) => id)).toEqual([retryKey, retryKey]);
});

describe('what an answer means', () => {
  test.each([
    [
      { kind: 'status', status: 410 },
      { permanent: true, isRecipientGone: true },
    ],
    [
      { kind: 'status', status: 404 },
      { permanent: false, isRecipientGone: false },
    ],
    [{ kind: 'status', status: 301, headers: { location: '/mine' } }, { permanent: false }],
    [
      { kind: 'status', status: 500 },
      { permanent: false, isAmbiguous: true },
    ],
    [{ kind: 'status', status: 429, headers: { 'retry-after': '9' } }, { retryAfterMs: 9_000 }],
    [{ kind: 'drop' }, { permanent: false, isAmbiguous: true }],
    [{ kind: 'hang' }, { permanent: false, isAmbiguous: true }],
  ] as const)('%p', async (fault, meaning) => {
    expect(await failure(fault)).toMatchObject(meaning);
  });

  test('little is read of a huge answer', async () => {
    const body = 'x'.repeat(1_000_000);
    expect((await failure({ kind: 'status', status: 400, body })).message.length).toBeLessThan(300);
  });

  test('an address that a service does not know is gone', async () => {
    const error = await failure({ kind: 'status', status: 404, body: 'no_service' }, 'slack');
    expect(error).toMatchObject({ isRecipientGone: true, message: 'Webhook: 404 no_service' });
  });
});

const said = 'Power lost\nShop & home @everyone *now*';

test.each([
  ['slack', { text: 'Power lost\nShop &amp; home @everyone *now*' }],
  [
    'discord',
    {
      content: 'Power lost\nShop & home @everyone \\*now\\*',
      allowed_mentions: { parse: [] },
    },
  ],
] as const)('%s is sent what it takes, and calls nobody', async (format, body) => {
  await send(`/${format}`, format);
  expect(JSON.parse(hook.shown.at(-1)?.body ?? '')).toEqual(body);
  expect(hook.shown.at(-1)).toMatchObject({ service: format, text: said });
});

test('ntfy is sent plain text, and rings for a loss', async () => {
  await send('/ntfy', 'ntfy');
  expect(hook.shown.at(-1)).toMatchObject({ text: said, headers: { priority: '5' } });
});

test.each(['slack', 'discord', 'ntfy'] as const)(
  '%s takes the longest message in Thai, and in names that are emoji',
  async (format) => {
    const lines = (name: string) => ['ไฟดับ', ...Array(60).fill(name)].join('\n');
    for (const name of ['ร้านอาหารตามสั่งหน้าปากซอย', '🏠🔌*_<@U1>_*🏠🔌']) {
      await send(`/${format}`, format, { ...message, html: escapeHtml(lines(name)) });
      expect(hook.shown.at(-1)?.text).toStartWith(`ไฟดับ\n${name}\n`);
      expect(hook.shown.at(-1)?.text).not.toContain('\ufffd');
    }
  },
);

test('a program that is away over a weekend is told by the tenth try, as Standard Webhooks plans them', async () => {
  const tries: number[] = [];
  const world = makeDeliveryWorld({
    channels: ['webhook'],
    makeChannel: (time) => ({
      ...makeWebhookChannel({ signingKey, outbound: { allowPrivate: false }, clock: time.clock }),
      async send() {
        tries.push(time.wallMs);
        throw new SendError('away', { permanent: false });
      },
    }),
  });
  const { monitor, time } = world;
  const customerId = makeCustomer(monitor);
  monitor.store.db.delete(recipients).run();
  const recipient = { customerId, channel: 'webhook', address: 'https://away.example/#1' } as const;
  monitor.store.db
    .insert(recipients)
    .values({ ...recipient, createdAt: 0 })
    .run();
  await world.loseMains(makeDevice(monitor, { customerId }));
  await time.runMs(4 * 86_400_000, () => world.delivery.settled());
  const waits = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / 3_600_000);
  const planned = [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24];
  expect(waits).toHaveLength(planned.length);
  for (const [index, wait] of waits.entries()) {
    expect(wait / (planned[index] ?? 0)).toBeWithin(1, 1.1001);
  }
  expect(world.rows()).toMatchObject([{ status: 'failed' }]);
});
