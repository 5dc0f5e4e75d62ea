import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerQuestions, askNodes } from '../../src/cluster/ask-nodes.ts';
import { connectTo, type LogAddress } from '../../src/cluster/log.ts';
import { nodeLockPath } from '../../src/cluster/paths.ts';
import type { SetTimer } from '../../src/domain/instant.ts';
import type { ClusterStatus } from '../../src/domain/system/cluster.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { realTime } from '../../src/server/clock.ts';
import { takeServerLock } from '../../src/store/engine/server-lock.ts';
import { findLastingPort } from '../e2e/harness.ts';
import { faiwatchCommand } from '../support/faiwatch-command.ts';
import { tempDir } from '../support/temp-dir.ts';

let nats: Bun.Subprocess;
let log: LogAddress;
const heard: string[] = [];
const connections: { close(): Promise<void> }[] = [];

function standing(node: string): ClusterStatus {
  const heardAt = Date.UTC(2026, 0, 15);
  const one = { address: null, applied: 7, heardAt, behindMs: 0, version: '1.2.0', obstacle: null };
  return {
    ...{ name: 'town', node, epoch: 3, applied: 7, logEnd: 7, trouble: null },
    role: node === 'home' ? 'leading' : 'following',
    leader: { node: 'home', address: 'http://192.168.1.10:8080' },
    nodes: [
      { ...one, node: 'home', role: 'leading', address: 'http://192.168.1.10:8080' },
      { ...one, node: 'lost', role: 'following', behindMs: 61_000 },
      { ...one, node: 'shop', role: 'following' },
    ],
    lastTakeOver: {
      ...{ node: 'home', epoch: 3, at: heardAt, from: 'shop' },
      ...{ isPlanned: false, silentMs: 12_000, hasLostQuorum: false },
    },
  };
}

beforeAll(async () => {
  const port = await findLastingPort();
  nats = Bun.spawn(['nats-server', '-a', '127.0.0.1', '-p', String(port)], {
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    ...{ stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  });
  log = { servers: [`nats://127.0.0.1:${port}`], name: 'town' };
  for (const name of ['shop', 'home']) await answerAs(log.name, standing(name));
});

/** @returns ends it */
async function answerAs(cluster: string, status: ClusterStatus): Promise<() => Promise<void>> {
  const name = status.node;
  const connection = await connectTo(log, name);
  connections.push(connection);
  answerQuestions(connection, cluster, {
    status: () => status,
    stepDown: () => void heard.push(`${name}: step down`),
    forget: (node) => void heard.push(`${name}: forget ${node}`),
  });
  await connection.flush();
  return () => connection.close();
}

afterAll(async () => {
  for (const connection of connections) await connection.close();
  nats.kill();
  await nats.exited;
});

async function faiwatch(dir: string, ...args: string[]) {
  return faiwatchOf('town', dir, ...args);
}

async function faiwatchOf(cluster: string, dir: string, ...args: string[]) {
  const child = Bun.spawn([...faiwatchCommand(), 'cluster', ...args, '--data', dir], {
    cwd: join(import.meta.dir, '../..'),
    env: { ...process.env, FAIWATCH_CLUSTER: log.servers[0], FAIWATCH_CLUSTER_NAME: cluster },
    ...{ stdout: 'pipe', stderr: 'pipe' },
  });
  const [out, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { out: out + complaint, code: await child.exited };
}

describe('nodes', () => {
  test('answer each question, in the order of their names', async () => {
    const answers = await askNodes(log, { ask: 'status' }, realTime);
    expect(answers).toEqual([standing('home'), standing('shop')]);
    expect(await askNodes({ ...log, name: 'city' }, { ask: 'status' }, realTime)).toEqual([]);
    await askNodes(log, { ask: 'forget', node: 'lost' }, realTime);
    await askNodes(log, { ask: 'step-down' }, realTime);
    expect(heard.sort()).toEqual([
      'home: forget lost',
      'home: step down',
      'shop: forget lost',
      'shop: step down',
    ]);
  });
});

test('a command that has its answers ends, and waits for nothing', async () => {
  const waiting = new Set<object>();
  const setTimer: SetTimer = (ms, fire) => {
    const timer = {};
    waiting.add(timer);
    const cancel = realTime.setTimer(ms, () => {
      waiting.delete(timer);
      fire();
    });
    return () => {
      waiting.delete(timer);
      cancel();
    };
  };
  await askNodes(log, { ask: 'status' }, { ...realTime, setTimer });
  expect(waiting.size).toBe(0);
});

describe('most servers of NATS away', () => {
  const away = ['nats://127.0.0.1:1', 'nats://127.0.0.1:2'];
  const troubles = async (name: string) => {
    const asked = { ...log, servers: [...log.servers, ...away], name };
    const answers = await askNodes(asked, { ask: 'status' }, realTime);
    return answers.map(({ trouble }) => trouble);
  };

  test('is said for nodes that do not know it yet', async () => {
    const end = await answerAs('hill', standing('home'));
    expect(await troubles('hill')).toEqual(['no-quorum']);
    await end();
  });

  test('is not said where the log goes on, as behind a wall that only lets one through', async () => {
    const moving = {
      ...standing('home'),
      get logEnd() {
        return Date.now();
      },
    };
    const end = await answerAs('vale', moving);
    expect(await troubles('vale')).toEqual([null]);
    await end();
  });
});

describe('faiwatch cluster', () => {
  test('status shows who leads and who does not answer', async () => {
    const { out, code } = await faiwatch(tempDir('cluster-ask'), 'status');
    expect(
      out,
    ).toBe(`Cluster town: home leads since 2026-01-15T00:00:00.000Z, when shop had fallen silent, term 3

MACHINE  ROLE             APPLIED  BEHIND  ADDRESS                   VERSION
home     leads            7        0 s     http://192.168.1.10:8080  1.2.0
lost     does not answer  7        61 s    -                         1.2.0
shop     follows          7        0 s     -                         1.2.0
`);
    // One of them could not take over.
    expect(code).toBe(1);
  });

  test('status fails while a machine lacks something', async () => {
    const nodes = standing('home').nodes.filter(({ node }) => node !== 'lost');
    const stop = [
      await answerAs('village', { ...standing('home'), nodes }),
      await answerAs('village', { ...standing('shop'), nodes, applied: 0 }),
    ];
    const { out, code } = await faiwatchOf('village', tempDir('cluster-ask'), 'status');
    expect(out).toMatch(/^shop +joins +0 /m);
    expect(code).toBe(1);
    heard.length = 0;
    const stepped = await faiwatchOf('village', tempDir('cluster-ask'), 'step-down');
    expect(stepped.out).toContain('no other machine that could lead');
    expect(heard).toEqual([]);
    for (const end of stop) await end();
    for (const [behindMs, expected] of [
      [2_000, 0],
      [30_000, 1],
    ] as const) {
      const seen = nodes.map((one) => (one.node === 'shop' ? { ...one, behindMs } : one));
      const busy = [
        await answerAs('village', { ...standing('home'), nodes: seen, logEnd: 8 }),
        await answerAs('village', { ...standing('shop'), nodes: seen, logEnd: 8 }),
      ];
      const { code: found } = await faiwatchOf('village', tempDir('cluster-ask'), 'status');
      expect({ behindMs, code: found }).toEqual({ behindMs, code: expected });
      for (const end of busy) await end();
    }
  });

  test('forget refuses a machine that runs, and one that nobody knows', async () => {
    heard.length = 0;
    const { out, code } = await faiwatch(tempDir('cluster-ask'), 'forget', 'shop');
    expect(out).toContain('shop still runs');
    expect(code).toBe(1);
    const unknown = await faiwatch(tempDir('cluster-ask'), 'forget', 'shpo');
    expect(unknown.out).toContain('no machine is called shpo; there are home, lost, shop');
    expect(unknown.code).toBe(1);
    expect(heard).toEqual([]);
    expect((await faiwatch(tempDir('cluster-ask'), 'forget', 'lost')).code).toBe(0);
    expect(heard.sort()).toEqual(['home: forget lost', 'shop: forget lost']);
  });

  test('join keeps what was here, and leaves a running service alone', async () => {
    const dir = tempDir('cluster-ask');
    writeFileSync(databasePath(dir), 'mine');
    writeFileSync(join(dir, 'channels.json'), 'my bot');
    writeFileSync(join(dir, 'faiwatch.toml'), '# stays');
    mkdirSync(join(dir, 'cluster'));
    const unlock = takeServerLock(nodeLockPath(dir));
    expect((await faiwatch(dir, 'join')).out).toContain('stop it first');
    unlock();
    const { out, code } = await faiwatch(dir, 'join');
    expect(code).toBe(0);
    const [, kept = ''] = /what was here is (\S+)/.exec(out) ?? [];
    expect(await Bun.file(kept).text()).toBe('mine');
    expect(await Bun.file(databasePath(dir)).exists()).toBe(false);
    expect(await Bun.file(join(`${kept}-files`, 'channels.json')).text()).toBe('my bot');
    expect(readdirSync(dir).filter((name) => !name.endsWith('.lock'))).toEqual([
      'backups',
      'faiwatch.toml',
    ]);
  });
});
