import { expect, test } from 'bun:test';
import { connectTo, Log } from '../../src/cluster/log.ts';
import { realTime } from '../../src/server/clock.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { tempDir } from '../support/temp-dir.ts';
import { beginLog, type NatsServer, startNats } from './nats.ts';

/** So many that one server of NATS keeps no part of them in one of 4,000 runs. */
const readers = 20;

test('who reads the log goes on when any server of NATS is gone for good', async () => {
  const nats = await startNats(tempDir('log-nats'));
  const servers = nats.map(({ host, port }) => `nats://${host}:${port}`);
  const connection = await connectTo({ servers, name: 'read' }, 'test');
  const seen = new Array<number>(readers).fill(0);
  let stops: (() => void)[] = [];
  try {
    const log = await Log.open(connection, 'read', realTime);
    await beginLog(log);
    const readAs = (reader: number) =>
      log.follow(
        1,
        (seq) => {
          seen[reader] = seq;
        },
        () => {},
      );
    stops = seen.map((_, reader) => readAs(reader));
    const append = (last: number) => log.append(new TextEncoder().encode('entry'), last);
    await append(0);
    const haveRead = (seq: number) => seen.every((last) => last === seq);
    await waitFor('first entry', () => haveRead(1));
    await nats[0]?.kill();
    await append(1);
    await waitFor('entry after a server of NATS was lost', () => haveRead(2), 50_000);
    expect(seen).toEqual(new Array(readers).fill(2));
  } finally {
    for (const stop of stops) stop();
    await connection.close();
    await Promise.all(nats.map((server) => server.end()));
  }
}, 60_000);

test('who is connected to a server of NATS that is cut off from the others leaves it', async () => {
  const nats = await startNats(tempDir('log-nats'));
  const [server] = nats as [NatsServer];
  const servers = nats.map(({ host, port }) => `nats://${host}:${port}`);
  // Which server takes it is left to chance.
  let connection = await connectTo({ servers, name: 'cut' }, 'test');
  while (connection.getServer() !== `${server.host}:${server.port}`) {
    await connection.close();
    connection = await connectTo({ servers, name: 'cut' }, 'test');
  }
  try {
    const log = await Log.open(connection, 'cut', realTime);
    await beginLog(log);
    await log.append(new TextEncoder().encode('entry'), 0);
    server.cutOff();
    // One that was under way when the cables were pulled may still be taken.
    let last = 1;
    const leaves = async () => {
      last = await log.append(new TextEncoder().encode('another'), last);
      return connection.getServer() !== `${server.host}:${server.port}`;
    };
    await waitFor('another server', leaves, 90_000);
  } finally {
    await connection.close();
    await Promise.all(nats.map((one) => one.end()));
  }
}, 150_000);
