/** The server as systemd sees it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatagramReceiver } from '../support/datagram-receiver.ts';
import { installBinary } from './harness.ts';
import { waitFor } from './wait-for.ts';

test.concurrent('the server tells systemd when it is ready, and from then on that its loop turns', async () => {
  await using home = await installBinary();
  const path = join(home.dir, 'notify');
  const receiver = openDatagramReceiver(path);
  home.defer(() => receiver.close());
  const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: '300000' };
  home.spawnServer({ env, args: ['--port', '0', '--mqtt-port', '0'] });
  const heard: string[] = [];
  await waitFor('messages to systemd', () => heard.push(...receiver.take()) >= 4, 20_000);
  expect(heard[0]).toBe('READY=1');
  expect(new Set(heard.slice(1))).toEqual(new Set(['WATCHDOG=1']));
}, 60_000);
