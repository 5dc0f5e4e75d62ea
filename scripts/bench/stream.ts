/**
 * The live stream: from the POST of a POWER_DOWN to its arrival at 500 listeners, against a bare Bun
 * server that writes the same message into as many open streams, without log-in and storage.
 *
 *   node_modules/.bin/bun scripts/bench/stream.ts [--quick] [--binary dist/faiwatch]
 */
import { migrationsDir } from '../../src/installation/assets.ts';
import { openStore } from '../../src/store/engine/open.ts';
import { admins } from '../../src/store/people/tables.ts';
import { startBareServer } from './lib/bare-server.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { readMemory } from './lib/process-stats.ts';
import { formatTable, quantile } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';
import { openSessions } from './lib/session-tokens.ts';
import { StreamListeners } from './lib/stream-listeners.ts';

const goalMs = 1_000;
const secret = 'a secret that only this benchmark knows';
const listenersPerAdmin = 10;
/** Between one loss of power and the next, where they come one after the other. */
const pauseMs = 10;

/** Makes power fail at a site; settles when that was answered. */
type Fail = (site: number) => Promise<void>;

async function stream({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const listeners = isQuick ? 100 : 500;
  const rounds = isQuick ? 10 : 50;
  // Each customer has one device that fails alone, one that fails with all others, and some of them
  // one more, at whose failure the administrators are looked at.
  const devices = 3 * listeners;
  await using scene = await openScene('stream', {
    devices,
    devicesPerCustomer: 3,
    eventsPerDevice: 100,
  });
  const adminIds = addAdmins(scene.databasePath, listeners / listenersPerAdmin);
  const bare = await startBareServer();
  scene.defer(() => bare.stop());
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: {
      FAIWATCH_LOG_LEVEL: 'error',
      FAIWATCH_JWT_SECRET: secret,
      FAIWATCH_DEVICE_RATE: '1000000',
      FAIWATCH_DEVICE_BURST: '1000000',
    },
  });
  scene.defer(() => server.stop());

  const failOurs =
    (device: number): Fail =>
    (site) => {
      const token = scene.credentials[3 * site + device]?.device_token;
      const event = { boot_id: 'be0c0001', seq: 1, type: 'POWER_DOWN', age_ms: 0 };
      return post(`http://127.0.0.1:${server.http}/api/device/v1/events`, {
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify({ events: [event] }),
      });
    };
  const failBare: Fail = (site) => post(`http://127.0.0.1:${bare.port}/down?to=${site}`);
  const failBareForAll: Fail = () => post(`http://127.0.0.1:${bare.port}/down?to=all`);

  const customers = Array.from({ length: listeners }, (_, index) => index + 1);
  const beforeMb = readMemory(server.pid).residentMb;
  const ours = await StreamListeners.open(
    server.http,
    await requestsOf(scene.databasePath, 'customer', customers),
  );
  const theirs = await StreamListeners.open(
    bare.port,
    customers.map(() => 'GET /stream HTTP/1.1'),
  );
  scene.defer(() => ours.close());
  scene.defer(() => theirs.close());
  const listeningMb = readMemory(server.pid).residentMb;
  tell(`${listeners} listen to each`);

  const alone = {
    theirs: await measureAlone(theirs, failBare, listeners),
    ours: await measureAlone(ours, failOurs(0), listeners),
  };
  const together = {
    theirs: await measureTogether(theirs, failBare, listeners),
    ours: await measureTogether(ours, failOurs(1), listeners),
  };
  tell('the administrators listen');
  const adminListeners = adminIds.flatMap((id) => Array<number>(listenersPerAdmin).fill(id));
  const watching = await StreamListeners.open(
    server.http,
    await requestsOf(scene.databasePath, 'admin', adminListeners),
  );
  scene.defer(() => watching.close());
  const broadcast = {
    theirs: await measureBroadcast(theirs, failBareForAll, listeners, rounds),
    ours: await measureBroadcast(watching, failOurs(2), listeners, rounds),
  };
  const lost = ours.lost + theirs.lost + watching.lost;
  if (lost > 0) throw new Error(`${lost} listeners were lost`);

  const worst = Math.max(...alone.ours, ...together.ours);
  return {
    title: 'The live stream',
    method:
      `${listeners} customers listen, each on a connection of their own, over ${devices} devices ` +
      'with 100 stored events each. Power fails at each of them: one after the other, and at all of ' +
      `them at once. Then ${listeners} listeners of administrators beside them hear of ${rounds} ` +
      'failures, each of them of all. Measured from before the device’s POST to the first byte of ' +
      'the message, so a commit with a sync of the disk lies in between. The reference is a bare Bun ' +
      'server with as many open streams, into which a POST writes the same message.',
    findings: [
      {
        what: `POWER_DOWN → its owner, ${listeners} listening, worst`,
        goal: `≤ ${goalMs / 1000} s`,
        measured: `${worst.toFixed(0)} ms`,
        isMet: worst <= goalMs,
      },
    ],
    table: [
      formatTable(
        ['ms from POST to arrival', 'p50', 'p99', 'worst', 'bare p50', 'bare p99', 'bare worst'],
        [
          ['own, one after the other', ...row(alone)],
          ['own, all at once', ...row(together)],
          ['all hear of each', ...row(broadcast)],
        ],
      ),
      formatTable(
        ['memory', 'MB'],
        [
          ['nobody listens', beforeMb.toFixed(0)],
          [`${listeners} listen`, listeningMb.toFixed(0)],
        ],
      ),
    ].join('\n\n'),
  };
}

function addAdmins(databasePath: string, count: number): readonly number[] {
  const store = openStore(databasePath, { migrationsDir: migrationsDir() });
  try {
    const rows = Array.from({ length: count }, (_, index) => ({
      username: `bench-${index}`,
      passwordHash: 'none',
      createdAt: Date.now(),
    }));
    return store.db
      .insert(admins)
      .values(rows)
      .returning({ id: admins.id })
      .all()
      .map(({ id }) => id);
  } finally {
    store.close();
  }
}

async function requestsOf(
  databasePath: string,
  kind: 'admin' | 'customer',
  ids: readonly number[],
): Promise<string[]> {
  const tokens = await openSessions(databasePath, secret, kind, ids);
  return tokens.map((token) => `GET /api/stream HTTP/1.1\r\nAuthorization: Bearer ${token}`);
}

/** At one site after the other; ms until its owner hears of it. */
async function measureAlone(
  listeners: StreamListeners,
  fail: Fail,
  sites: number,
): Promise<number[]> {
  const delays: number[] = [];
  for (let site = 0; site < sites; site += 1) {
    const arrived = listeners.next(site);
    const postedAt = performance.now();
    await fail(site);
    delays.push((await arrived) - postedAt);
    await Bun.sleep(pauseMs);
  }
  return delays;
}

/** At every site at once. */
async function measureTogether(
  listeners: StreamListeners,
  fail: Fail,
  sites: number,
): Promise<number[]> {
  return Promise.all(
    Array.from({ length: sites }, async (_, site) => {
      const arrived = listeners.next(site);
      const postedAt = performance.now();
      await fail(site);
      return (await arrived) - postedAt;
    }),
  );
}

/** At one site after the other; ms until everybody has heard of it, listener by listener. */
async function measureBroadcast(
  listeners: StreamListeners,
  fail: Fail,
  count: number,
  rounds: number,
): Promise<number[]> {
  const delays: number[] = [];
  for (let site = 0; site < rounds; site += 1) {
    const arrived = Promise.all(Array.from({ length: count }, (_, index) => listeners.next(index)));
    const postedAt = performance.now();
    await fail(site);
    for (const at of await arrived) delays.push(at - postedAt);
    await Bun.sleep(pauseMs);
  }
  return delays;
}

async function post(url: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(url, { ...init, method: 'POST' });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`);
}

function row({ ours, theirs }: { ours: readonly number[]; theirs: readonly number[] }): number[] {
  return [ours, theirs].flatMap((delays) =>
    [0.5, 0.99, 1].map((q) => Number(quantile(delays, q).toFixed(1))),
  );
}

if (import.meta.main) await runBench(stream);
