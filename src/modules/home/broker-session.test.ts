import { expect, test } from 'bun:test';
import { startHostileStream } from '../../../tests/fakes/hostile/hostile-far-end.ts';
import { until } from '../../../tests/support/bot-world.ts';
import { measure, mostGrowthBytes } from '../../../tests/support/peak-memory.ts';
import { realTime } from '../../server/clock.ts';
import { openBrokerSession } from './broker-session.ts';

test('a customer’s broker that sends a packet of 256 MB is let go', async () => {
  // CONNACK, and a PUBLISH with 256 MB to come (MQTT 3.1.1 section 2.2.3).
  const first = '\x20\x02\0\0\x30\xff\xff\xff\x7f';
  const again = 'x'.repeat(65_536);
  await using broker = await startHostileStream({ kind: 'flood', first, again }, false);
  const login = {
    ...{ ref: 'a', username: 'u', password: 'p', ca: null, isTrusted: true },
    address: { host: '127.0.0.1', port: broker.port, tls: false },
  };
  const { grownBytes } = await measure(async () => {
    const session = await openBrokerSession(login, { allowPrivate: true }, realTime).catch(
      () => null,
    );
    await until(() => broker.openConnections() === 0);
    session?.client.end(true);
  });
  expect(grownBytes).toBeLessThan(mostGrowthBytes);
});
