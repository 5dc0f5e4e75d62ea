/** The receiver of webhooks as docs/channels/webhooks.md shows it. */
import { expect, test } from 'bun:test';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWebhookAddress } from '../../src/domain/alerts/webhook-address.ts';
import { makeWebhookChannel } from '../../src/notify/channels/webhook/webhook-channel.ts';
import { secretOf } from '../../src/notify/channels/webhook/webhook-signature.ts';
import { renderChannelTest } from '../../src/notify/messages/render-operator.ts';
import { realTime } from '../../src/server/clock.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = join(import.meta.dir, '../..');
const signingKey = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJ';
const channel = makeWebhookChannel({
  ...{ signingKey, clock: realTime.clock },
  outbound: { allowPrivate: true },
});

/** The example, and the lines that it writes. */
async function startReceiver(secret?: string) {
  const words = await Bun.file(join(root, 'docs/channels/webhooks.md')).text();
  const [, source = ''] = /```js\n([\s\S]*?)```/.exec(words) ?? [];
  const dir = tempDir('receiver');
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  writeFileSync(join(dir, 'receiver.mjs'), source);
  const running = Bun.spawn([process.execPath, 'receiver.mjs'], {
    cwd: dir,
    env: { PORT: '0', ...(secret !== undefined && { WEBHOOK_SECRET: secret }) },
    stdout: 'pipe',
  });
  const lines = running.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const port = Number(/port (\d+)/.exec((await lines.read()).value ?? '')?.[1]);
  return { port, lines, [Symbol.dispose]: () => running.kill() };
}

const addressAt = (port: number) =>
  makeWebhookAddress({ url: `http://127.0.0.1:${port}/`, format: 'events' }, 'salt');
const send = (address: string, retryKey: string) =>
  channel.send(address, renderChannelTest('en'), { retryKey });

test('it takes anything before it has a secret, so that it can be connected', async () => {
  using receiver = await startReceiver();
  await send(addressAt(receiver.port), crypto.randomUUID());
});

test('it takes what is signed, says a repeat once, and refuses what is forged', async () => {
  // A proxy of one line gives the receiver an address that is known before its port is.
  let port = 0;
  using door = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { method, headers } = request;
      const body = await request.text();
      return fetch(`http://127.0.0.1:${port}/`, { method, headers, body });
    },
  });
  const address = addressAt(door.port ?? 0);
  using receiver = await startReceiver(secretOf(signingKey, address));
  port = receiver.port;
  const id = crypto.randomUUID();
  await send(address, id);
  await send(address, id);
  await expect(send(addressAt(receiver.port), id)).rejects.toThrow('400');
  await send(address, crypto.randomUUID());
  let said = '';
  while (said.split('test ').length < 3) said += (await receiver.lines.read()).value ?? '';
  expect(said.match(/^test /gm)).toHaveLength(2);
});
