/**
 * The heartbeats of one board while somebody else floods the server: with the token of another device, with
 * searches over 300,000 events, with what waits for no answer at every door, and with each call 48 times at once.
 *
 *   node_modules/.bin/bun scripts/bench/floods.ts [--quick] [--binary dist/faiwatch]
 *
 * The same run measures the heartbeats without each flood as well.
 */
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { startBurst } from './lib/burst.ts';
import { listBursts } from './lib/bursts.ts';
import { type Flood, startFlood, timeHeartbeats } from './lib/flood.ts';
import { formatTable, quantile } from './lib/report.ts';
import { floodRoutes } from './lib/route-flood.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goalMs = 300;
/** Of each call. */
const atOnce = 48;
/** Calls that the report names: those beside which a heartbeat waited longest. */
const namedRoutes = 12;
const password = 'of the benchmark of floods';

async function floods({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const lastsMs = isQuick ? 3_000 : 20_000;
  const devices = 1_000;
  const eventsPerDevice = isQuick ? 50 : 300;
  await using scene = await openScene('floods', {
    devices,
    devicesPerCustomer: 5,
    eventsPerDevice,
  });
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_ADMIN_PASSWORD: password },
  });
  scene.defer(async () => {
    await server.kill();
    await server.removeData();
  });
  const url = `http://127.0.0.1:${server.http}`;
  // The second is of another customer.
  const [flooder, board] = [scene.credentials[0], scene.credentials.at(-1)];
  const admin = await logIn(`${url}/api/auth/login`, { username: 'admin', password });
  if (board === undefined || flooder === undefined) throw new Error('There are no devices');

  const wanted: { readonly name: string; readonly flood: Flood | null }[] = [
    { name: 'nothing else', flood: null },
    {
      name: '16 connections, 100 events a request, one device’s token',
      flood: {
        url: `${url}/api/device/v1/events`,
        token: flooder.device_token,
        kind: 'events',
        connections: 16,
      },
    },
    {
      name: '8 connections, searches of one operator',
      flood: {
        url: `${url}/api/events?q=Site+1&filter=acknowledge`,
        token: admin,
        kind: 'search',
        connections: 8,
      },
    },
    {
      name: '8 connections, lists of all heartbeats of one operator',
      flood: {
        url: `${url}/api/events?q=Customer+1&filter=heartbeat&page=50&limit=200`,
        token: admin,
        kind: 'search',
        connections: 8,
      },
    },
    { name: 'nothing else, again', flood: null },
  ];
  await timeHeartbeats(url, board.device_token, 1_000);
  const rows: { name: string; times: readonly number[]; answered: string }[] = [];
  for (const { name, flood } of wanted) {
    const running = flood === null ? null : startFlood(flood);
    if (running !== null) await Bun.sleep(500);
    const times = await timeHeartbeats(url, board.device_token, lastsMs);
    const statuses = (await running?.stop()) ?? {};
    const answered = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
    rows.push({ name, times, answered: answered.join(', ') || '–' });
    tell(`${name}: worst ${Math.max(...times).toFixed(0)} ms; ${answered.join(', ')}`);
  }
  const stolen = { deviceId: flooder.device_id, token: flooder.device_token };
  const doors = { http: server.http, mqtt: server.mqtt ?? 0, stolen };
  for (const { name, burst } of listBursts(doors)) {
    const running = startBurst(burst);
    await Bun.sleep(500);
    const times = await timeHeartbeats(url, board.device_token, lastsMs / 4);
    const { opened, ended } = await running.stop();
    const isOver = `${opened} connections opened, ${ended} ended`;
    rows.push({ name: `64 connections that wait for nothing: ${name}`, times, answered: isOver });
    tell(`${name}: worst ${Math.max(...times).toFixed(0)} ms; ${isOver}`);
  }
  const routes = await floodRoutes({
    ...{ url, databasePath: scene.databasePath, password, asked: flooder, board },
    ...{ times: atOnce, isReadOnly: isQuick },
    onRoute: ({ route, worstMs, answered }) =>
      tell(`${route}: worst ${worstMs.toFixed(0)} ms; ${JSON.stringify(answered)}`),
  });
  const slowest = routes.toSorted((a, b) => b.worstMs - a.worstMs);
  const worstRoute = slowest[0]?.worstMs ?? Number.NaN;
  return {
    title: 'Floods',
    method:
      `${(devices * eventsPerDevice).toLocaleString('en-GB')} events stored. A board sends a ` +
      'heartbeat over HTTP every 60 ms, which is less than it may; timed from the request to the last byte of the answer. ' +
      'The flood comes from a process of its own, which asks anew as soon as it is answered. One ' +
      'after the other in one run, without a flood first and last. Then 64 connections write without ' +
      `waiting for an answer, at one door after the other. Then each of the ${routes.length} calls of the ` +
      `API is asked ${atOnce} times at once, as whoever may ask it most cheaply.`,
    findings: [
      ...rows
        .filter(({ answered }) => answered !== '–')
        .map(({ name, times }) => ({
          what: `a board’s heartbeat during a flood (${name})`,
          goal: `worst ≤ ${goalMs} ms`,
          measured: `worst ${Math.max(...times).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(1)}`,
          isMet: Math.max(...times) <= goalMs,
        })),
      {
        what: `a board’s heartbeat while any of ${routes.length} calls is asked ${atOnce} times at once`,
        goal: `worst ≤ ${goalMs} ms`,
        measured: `worst ${worstRoute.toFixed(0)} ms (${slowest[0]?.route})`,
        isMet: worstRoute <= goalMs,
      },
    ],
    table: [
      formatTable(
        ['besides', 'p50 ms', 'p99 ms', 'worst ms', 'the flood was answered'],
        rows.map(({ name, times, answered }) => [
          name,
          ...[quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(
            (ms) => Math.round(ms * 10) / 10,
          ),
          answered,
        ]),
      ),
      formatTable(
        ['call, 48 times at once', 'worst ms', 'answered'],
        slowest.slice(0, namedRoutes).map(({ route, worstMs, answered }) => [
          route,
          Math.round(worstMs),
          Object.entries(answered)
            .map(([status, count]) => `${status}: ${count}`)
            .join(', '),
        ]),
      ),
    ].join('\n\n'),
  };
}

async function logIn(url: string, body: object): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { token } = (await answer.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`${url}: ${answer.status}`);
  return token;
}

if (import.meta.main) await runBench(floods);
