/**
 * Several machines are one installation, and faults at random moments take nothing from it that a board was
 * told is stored.
 *
 * CLUSTER_FAULTS: how many (default: the leader is killed once). CLUSTER_SEED: other ones.
 */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { openedPath } from '../../src/cluster/paths.ts';
import { Prng } from '../../src/domain/prng.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { waitFor } from '../e2e/wait-for.ts';
import type { TestNode } from './nodes.ts';
import { World } from './world.ts';

const faults = Number(process.env['CLUSTER_FAULTS'] ?? 1);
const seed = process.env['CLUSTER_SEED'] ?? '1';

interface Fault {
  readonly name: string;
  /** @returns what mends it */
  strike(world: World, leader: TestNode, random: Prng): Promise<() => unknown>;
}

const killLeader: Fault = {
  name: 'the leader is killed',
  async strike(_, leader) {
    await leader.kill();
    return () => leader.start();
  },
};

const all: readonly Fault[] = [
  killLeader,
  {
    name: 'the leader stands still',
    async strike(_, leader, random) {
      leader.signal('SIGSTOP');
      await Bun.sleep(random.between(5_000, random.next() < 0.3 ? 40_000 : 20_000));
      return () => leader.signal('SIGCONT');
    },
  },
  {
    name: 'a follower is killed',
    async strike({ nodes }, leader, random) {
      const [follower] = random.pick(
        nodes.filter((node) => node !== leader),
        1,
      ) as [TestNode];
      await follower.kill();
      await Bun.sleep(random.between(0, 3_000));
      return () => follower.start();
    },
  },
  {
    name: 'a server of NATS is killed',
    async strike({ nats }, _, random) {
      const [server] = random.pick(nats, 1) as [(typeof nats)[number]];
      await server.kill();
      await Bun.sleep(random.between(1_000, 12_000));
      return () => server.start();
    },
  },
  {
    name: 'a server of NATS loses its disk',
    async strike({ nats }, _, random) {
      const [server] = random.pick(nats, 1) as [(typeof nats)[number]];
      await server.kill();
      server.loseData();
      return () => server.start();
    },
  },
  {
    name: 'a server of NATS stands still',
    async strike({ nats }, _, random) {
      const [server] = random.pick(nats, 1) as [(typeof nats)[number]];
      server.signal('SIGSTOP');
      await Bun.sleep(random.between(1_000, 20_000));
      return () => server.signal('SIGCONT');
    },
  },
  {
    name: 'the leader is updated',
    async strike(_, leader) {
      expect(await leader.stop()).toBe(0);
      return () => leader.start();
    },
  },
  {
    name: 'the leader and a server of NATS are killed',
    async strike({ nats }, leader, random) {
      const [server] = random.pick(nats, 1) as [(typeof nats)[number]];
      await Promise.all([leader.kill(), server.kill()]);
      await Bun.sleep(random.between(0, 5_000));
      return () => {
        server.start();
        leader.start();
      };
    },
  },
];

/** A command beside the leader is done once all have what it wrote; elsewhere it is refused. */
async function expectCommands({ home, nodes }: World): Promise<void> {
  const [key = ''] = await home.createKeys(1);
  for (const node of nodes.slice(1)) {
    await waitFor('key that a command has made', () => {
      const copy = node.copy();
      try {
        return copy.query('SELECT 1 FROM activation_keys WHERE key_code = ?').get(key);
      } finally {
        copy.close();
      }
    });
    const refused = await home.run('keys', 'list', '--data', node.dataDir);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('does not lead');
  }
}

test(
  `${faults} faults: what was acknowledged is on every machine, and one leads at a time`,
  async () => {
    await using world = await World.start(seed, faults > 1 ? 3 : 2);
    const random = new Prng(`faults ${seed}`);
    const waits: number[] = [];
    await world.untilAcknowledged();
    await world.expectEverywhere();
    await expectCommands(world);
    for (let i = 0; i < faults; i += 1) {
      const fault = faults === 1 ? killLeader : (random.pick(all, 1)[0] as Fault);
      const leader = await world.leader();
      if (faults > 1) await Bun.sleep(random.between(0, 3_000));
      const since = performance.now();
      const mend = await fault.strike(world, leader, random);
      await world.untilAcknowledged();
      const took = performance.now() - since;
      waits.push(took);
      mend();
      if (faults > 1) console.info(`  ${i + 1} ${fault.name}: ${Math.round(took)} ms`);
      await waitFor(
        'whole cluster of NATS',
        async () =>
          (await Promise.all(world.nats.map((server) => server.isHealthy()))).every(Boolean),
        60_000,
      );
      await world.expectEverywhere();
    }
    const leader = await world.leader();
    await world.fleet.end();
    await world.expectEverywhere();
    await world.expectEqual();
    expect(world.falseAlarms(leader)).toEqual([]);
    // Stopped in order, it leaves nothing in its database that the log would have to be asked for.
    expect(await leader.stop()).toBe(0);
    expect(existsSync(openedPath(leader.dataDir))).toBe(false);
    expect(existsSync(`${databasePath(leader.dataDir)}-wal`)).toBe(false);
    waits.sort((a, b) => a - b);
    console.info(
      `  ${faults} faults, ${world.fleet.acknowledged.length} reports, ${world.telegram.sent.length} messages, ` +
        `${world.duplicates()} twice; acknowledged again after ${Math.round(waits.at(-1) ?? 0)} ms at most, ` +
        `${Math.round(waits[Math.floor(waits.length * 0.95)] ?? 0)} ms in 95 of 100`,
    );
  },
  faults * 90_000 + 120_000,
);

test.if(faults > 1)(
  'a log that is lost as a whole is built anew from the machine that has most',
  async () => {
    await using world = await World.start(`lost ${seed}`, 3);
    await world.untilAcknowledged();
    await world.expectEverywhere();
    await Promise.all(world.nats.map((server) => server.kill()));
    for (const server of world.nats) {
      server.loseData();
      server.start();
    }
    await world.untilAcknowledged();
    await world.expectEverywhere();
    await world.fleet.end();
    await world.expectEverywhere();
    await world.expectEqual();
  },
  240_000,
);
