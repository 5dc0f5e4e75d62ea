/** A server of NATS that refuses a password, for a while. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askNodes } from '../../src/cluster/ask-nodes.ts';
import { connectTo, type LogAddress, whyUnreachable } from '../../src/cluster/log.ts';
import { Node } from '../../src/cluster/node.ts';
import { NodeUnusable } from '../../src/cluster/node-unusable.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { realTime } from '../../src/server/clock.ts';
import { findLastingPort, installBinary } from '../e2e/harness.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { makeTestLog } from '../support/delivery-world.ts';
import { tempDir } from '../support/temp-dir.ts';
import { startNats } from './nats.ts';
import { TestNode } from './nodes.ts';
import { onLoopback } from './place.ts';

const natsEnv = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

let nats: Bun.Subprocess;
let config: string;
let port: number;

function requirePassword(password: string): void {
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"
authorization { users: [{ user: faiwatch, password: "${password}" }] }
`,
  );
}

const addressWith = (password: string): LogAddress => ({
  servers: [`nats://faiwatch:${password}@127.0.0.1:${port}`],
  name: 'refused',
});

beforeAll(async () => {
  port = await findLastingPort();
  config = join(tempDir('refused'), 'nats.conf');
  requirePassword('old');
  nats = Bun.spawn(['nats-server', '-c', config], {
    env: natsEnv,
    ...{ stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  });
});

afterAll(async () => {
  nats.kill();
  await nats.exited;
});

/** A machine of a cluster on one server of NATS. @returns why it ended */
async function runOn(settings: string): Promise<unknown> {
  const dir = tempDir('alone');
  const alone = await findLastingPort();
  const path = join(dir, 'nats.conf');
  writeFileSync(path, `listen: "127.0.0.1:${alone}"\n${settings.replace('DIR', dir)}\n`);
  await using server = Bun.spawn(['nats-server', '-c', path], {
    env: natsEnv,
    ...{ stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  });
  const { log } = makeTestLog();
  const databasePath = join(dir, 'faiwatch.db');
  // It has data, and so waits for nobody.
  writeFileSync(databasePath, '');
  const node = new Node({
    node: {
      log: { servers: [`nats://127.0.0.1:${alone}`], name: 'alone' },
      ...{ name: 'one', address: null, version: '1', extras: null, dataDir: dir, databasePath },
    },
    ...{ time: realTime, log, openDoors: async () => ({ async close() {} }) },
    startLeader: () => {
      throw new Error('it does not lead');
    },
  });
  await node.start();
  const ended = await node.ended.catch((error: unknown) => error);
  server.kill();
  await server.exited;
  return ended;
}

test('a server of NATS that stands alone is refused in a sentence', async () => {
  const ended = await runOn('jetstream { store_dir: "DIR/store" }');
  expect(ended).toBeInstanceOf(NodeUnusable);
  expect((ended as Error).message).toStartWith('The NATS server in "cluster" stands alone');
}, 30_000);

test('a connection that was refused for a while is made again', async () => {
  const connection = await connectTo(addressWith('old'), 'test');
  let refusals = 0;
  const count = async () => {
    for await (const { type } of connection.status()) if (type === 'error') refusals += 1;
  };
  void count();
  let isClosed = false;
  void connection.closed().then(() => {
    isClosed = true;
  });
  requirePassword('new');
  nats.kill('SIGHUP');
  await waitFor('refusals', () => refusals > 3 || isClosed);
  expect(isClosed).toBe(false);
  requirePassword('old');
  nats.kill('SIGHUP');
  const isThere = () =>
    connection.flush().then(
      () => true,
      () => false,
    );
  await waitFor('connection', isThere);
  await connection.close();
}, 30_000);

test('why no server takes this machine in is told in words', async () => {
  const noLog = 'JetStream is not switched on there';
  expect(await whyUnreachable(addressWith('old'), 'test')).toStartWith(noLog);
  const refusal = 'it refuses the user and password in "cluster"';
  expect(await whyUnreachable(addressWith('wrong'), 'test')).toStartWith(refusal);
  const asking = askNodes(addressWith('wrong'), { ask: 'status' }, realTime);
  await expect(asking).rejects.toThrow(`no NATS server of the cluster answers: ${refusal}`);
  const closed = {
    ...addressWith('old'),
    servers: [`nats://127.0.0.1:${await findLastingPort()}`],
  };
  expect(await whyUnreachable(closed, 'test')).toContain('ECONNREFUSED');
}, 30_000);

test('a machine whose configuration names other extras than the one that leads is refused', async () => {
  await using home = await installBinary();
  const servers = await startNats(home.dir, onLoopback.hostOf('nats'));
  home.defer(() => Promise.all(servers.map((server) => server.end())));
  const make = async (name: string, extras: string) => {
    const dataDir = join(home.dir, name);
    mkdirSync(dataDir);
    const env = { ...process.env, FAIWATCH_EXTRAS: extras };
    const node = await TestNode.make({ home, name, dataDir, nats: servers, env });
    home.defer(() => node.kill());
    return node;
  };
  const first = await make('first', 'map,oidc');
  first.start();
  await waitFor('leader', () => first.leads(), 30_000);
  const other = await make('other', 'map');
  other.start();
  await waitFor('refusal', () => !other.isRunning, 30_000);
  expect(other.readLog()).toContain(
    'The configuration of this machine says extras = "map", and that of first, which leads, says extras = "map oidc"',
  );
  const same = await make('same', 'oidc,map');
  same.start();
  await waitFor('copy', () => existsSync(databasePath(same.dataDir)), 30_000);
  expect(same.isRunning).toBe(true);
}, 120_000);
