/** What may happen to machines, servers of NATS, disks and cables. */
import { expect } from 'bun:test';
import type { Prng } from '../../src/domain/prng.ts';
import type { NatsServer } from './nats.ts';
import type { TestNode } from './nodes.ts';
import { type Cable, cables } from './place.ts';

export interface Scene {
  readonly nodes: readonly TestNode[];
  readonly nats: readonly NatsServer[];
  readonly leader: TestNode;
  /** Whether nothing befalls NATS meanwhile. */
  readonly isNatsWhole: boolean;
  readonly random: Prng;
}

export interface Fault {
  readonly name: string;
  /** Two at once are of different things, so that NATS keeps its quorum, and one machine can lead. */
  readonly of: 'leader' | 'disk of the leader' | 'follower' | 'nats';
  /** For how long it lasts, in ms. */
  readonly lasts: readonly [number, number];
  /** Whether the leader is asked to go, rather than lost. */
  readonly isInOrder?: true;
  /** Whether boards cannot reach a machine that hears and leads on, and cannot know of what they do not say. */
  readonly hidesBoards?: true;
  /** Whether a message that has left may arrive once it is over: the kernel repeats what was not taken. */
  readonly holdsMessages?: boolean;
  /** Whether it takes machines with cables and disks of their own, and so root. */
  readonly takesRoot?: true;
  /** @returns what mends it */
  strike(scene: Scene): Promise<() => unknown>;
}

function follower({ nodes, leader, random }: Scene): TestNode {
  const others = nodes.filter((node) => node !== leader);
  return random.pick(others, 1)[0] as TestNode;
}

function server({ nats, random }: Scene): NatsServer {
  return random.pick(nats, 1)[0] as NatsServer;
}

async function kill(one: TestNode | NatsServer): Promise<() => unknown> {
  await one.kill();
  return () => one.start();
}

async function hold(one: TestNode | NatsServer): Promise<() => unknown> {
  one.signal('SIGSTOP');
  return () => one.signal('SIGCONT');
}

async function fillDisk({ place }: TestNode): Promise<() => unknown> {
  place.fillDisk();
  return () => place.freeDisk();
}

function cutFrom(name: string, pulled: readonly Cable[], lasts: Fault['lasts']): Fault {
  return {
    ...{ name: `the leader is cut off from ${name}`, of: 'leader', lasts, takesRoot: true },
    holdsMessages: pulled.includes('messenger'),
    async strike({ leader: { place } }) {
      for (const cable of pulled) place.pull(cable);
      return () => {
        for (const cable of pulled) place.plug(cable);
      };
    },
  };
}

export const leaderKilled: Fault = {
  ...{ name: 'the leader is killed', of: 'leader', lasts: [0, 30_000] },
  strike: ({ leader }) => kill(leader),
};

const allFaults: readonly Fault[] = [
  leaderKilled,
  {
    ...{ name: 'the leader stands still for a moment', of: 'leader', lasts: [5_000, 20_000] },
    strike: ({ leader }) => hold(leader),
  },
  {
    ...{ name: 'the leader stands still', of: 'leader', lasts: [15_000, 60_000] },
    strike: ({ leader }) => hold(leader),
  },
  {
    ...{ name: 'the leader is updated', of: 'leader', lasts: [0, 5_000], isInOrder: true },
    async strike({ leader, isNatsWhole }) {
      const code = await leader.stop();
      // While NATS chooses a new leader of its own, it takes nothing, and the machine ends without its last word.
      expect(isNatsWhole ? [0] : [0, 1]).toContain(code);
      return () => leader.start();
    },
  },
  cutFrom('NATS', ['nats'], [5_000, 40_000]),
  { ...cutFrom('the boards', ['boards'], [5_000, 20_000]), hidesBoards: true },
  cutFrom('the messenger', ['messenger'], [5_000, 20_000]),
  cutFrom('all', cables, [5_000, 40_000]),
  {
    ...{ name: 'the disk of the leader is full', of: 'disk of the leader', lasts: [5_000, 20_000] },
    takesRoot: true,
    strike: ({ leader }) => fillDisk(leader),
  },
  {
    ...{ name: 'a follower is killed', of: 'follower', lasts: [0, 10_000] },
    strike: (scene) => kill(follower(scene)),
  },
  {
    ...{ name: 'the disk of a follower is full', of: 'follower', lasts: [5_000, 20_000] },
    takesRoot: true,
    strike: (scene) => fillDisk(follower(scene)),
  },
  {
    ...{ name: 'a server of NATS is killed', of: 'nats', lasts: [1_000, 40_000] },
    strike: (scene) => kill(server(scene)),
  },
  {
    ...{ name: 'a server of NATS is cut off from the others', of: 'nats', lasts: [1_000, 40_000] },
    async strike(scene) {
      const one = server(scene);
      one.cutOff();
      return () => one.reconnect();
    },
  },
  {
    ...{ name: 'a server of NATS loses its disk', of: 'nats', lasts: [0, 5_000] },
    async strike(scene) {
      const one = server(scene);
      await one.kill();
      one.loseData();
      return () => one.start();
    },
  },
  {
    ...{ name: 'a server of NATS stands still', of: 'nats', lasts: [1_000, 40_000] },
    strike: (scene) => hold(server(scene)),
  },
];

/** One fault; or, once in four times, two of different things. */
export function pickFaults(random: Prng, isRoot: boolean): readonly Fault[] {
  const possible = allFaults.filter(({ takesRoot }) => isRoot || takesRoot !== true);
  const [first, ...rest] = random.pick(possible, possible.length) as [Fault, ...Fault[]];
  if (random.next() < 0.75) return [first];
  return [first, rest.find((fault) => fault.of !== first.of) as Fault];
}
