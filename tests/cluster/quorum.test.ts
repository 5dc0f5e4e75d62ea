/**
 * Two of three servers of NATS are away: nothing can be stored, and that is said in a sentence. That it is said once is
 * held by the test of the watch: here NATS takes its own time to come back, beside a clock that runs faster.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Node } from '../../src/cluster/node.ts';
import type { Leader } from '../../src/cluster/node-parts.ts';
import type { Time } from '../../src/domain/instant.ts';
import { realTime } from '../../src/server/clock.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { makeTestLog } from '../support/delivery-world.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type NatsServer, startNats } from './nats.ts';

/** How many times as fast as the real one the node's clock runs. */
const haste = 5;
const time: Time = {
  clock: () => ({ ...realTime.clock(), monoMs: realTime.clock().monoMs * haste }),
  setTimer: (ms, fire) => realTime.setTimer(ms / haste, fire),
};

let nats: readonly NatsServer[];

beforeAll(async () => {
  nats = await startNats(tempDir('quorum-nats'));
}, 60_000);
afterAll(() => Promise.all(nats.map((server) => server.end())));

/** A server that leads for as long as it is let. */
function makeLeader(): { leader: Leader; end(): void } {
  const ended = Promise.withResolvers<void>();
  const leader: Leader = {
    ended: ended.promise,
    opened: Promise.resolve(),
    isDiskRefusing: () => false,
    ...{ takeLog() {}, tell() {}, stop: ended.resolve, kill: ended.resolve },
  };
  return { leader, end: ended.resolve };
}

test('too few servers of NATS are told in a sentence, and that there are enough again', async () => {
  const dataDir = tempDir('quorum');
  const databasePath = join(dataDir, 'faiwatch.db');
  // It has data, and so waits for nobody.
  writeFileSync(databasePath, '');
  const { log, lines } = makeTestLog();
  const servers: { leader: Leader; end(): void }[] = [];
  const node = new Node({
    node: {
      log: { servers: nats.map(({ host, port }) => `nats://${host}:${port}`), name: 'quorum' },
      ...{ name: 'one', address: null, version: '1', extras: null, dataDir, databasePath },
    },
    ...{ time, log, openDoors: async () => ({ async close() {} }) },
    startLeader() {
      const made = makeLeader();
      servers.push(made);
      return made.leader;
    },
  });
  await node.start();
  try {
    await waitFor('leader', () => servers.length === 1);
    // It is making its first copy then, and waits for servers that do not answer any more.
    await Bun.sleep(500 / haste + 50);
    const away = nats.slice(1);
    await Promise.all(away.map((server) => server.kill()));
    servers[0]?.end();
    const said = (start: string) => lines.filter(({ message }) => message.startsWith(start));
    await waitFor('sentence', () => said('too few NATS servers').length > 0, 60_000);
    expect(node.status().trouble).toBe('no-quorum');
    expect(lines.filter(({ message }) => message.includes('neither follow'))).toEqual([]);
    for (const server of away) server.start();
    await waitFor('second leader', () => servers.length === 2, 60_000);
    expect(node.status().lastTakeOver).toMatchObject({ from: 'one', hasLostQuorum: true });
    await waitFor('end of it', () => said('enough NATS servers').length > 0, 30_000);
    // Where in the program it was met says nothing to whoever reads it.
    expect(lines.filter(({ fields }) => 'err' in fields)).toEqual([]);
  } finally {
    await node.stop();
  }
}, 150_000);
