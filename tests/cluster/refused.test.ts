/** A server of NATS that refuses a password, for a while. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askNodes } from '../../src/cluster/ask-nodes.ts';
import { connectTo, type LogAddress, whyUnreachable } from '../../src/cluster/log.ts';
import { realTime } from '../../src/server/clock.ts';
import { findLastingPort } from '../e2e/harness.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { tempDir } from '../support/temp-dir.ts';

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
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    ...{ stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  });
});

afterAll(async () => {
  nats.kill();
  await nats.exited;
});

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
  expect(await whyUnreachable(addressWith('old'), 'test')).toBeNull();
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
