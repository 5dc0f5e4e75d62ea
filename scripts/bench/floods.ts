/**
 * The heartbeats of one board while somebody else floods the server: with the token of another device,
 * with searches over 300,000 events, with changes of a customer.
 *
 *   node_modules/.bin/bun scripts/bench/floods.ts [--quick] [--binary dist/faiwatch]
 *
 * The same run measures the heartbeats without each flood as well.
 */
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { type Flood, startFlood, timeHeartbeats } from './lib/flood.ts';
import { formatTable, quantile } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goalMs = 300;
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
  const [board, flooder] = scene.credentials;
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
  return {
    title: 'Floods',
    method:
      `${(devices * eventsPerDevice).toLocaleString('en-GB')} events stored. A board sends a ` +
      'heartbeat over HTTP every 60 ms, which is less than it may; timed from the request to the last byte of the answer. ' +
      'The flood comes from a process of its own, which asks anew as soon as it is answered. One ' +
      'after the other in one run, without a flood first and last.',
    findings: rows
      .filter(({ answered }) => answered !== '–')
      .map(({ name, times }) => ({
        what: `a board’s heartbeat during a flood (${name})`,
        goal: `worst ≤ ${goalMs} ms`,
        measured: `worst ${Math.max(...times).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(1)}`,
        isMet: Math.max(...times) <= goalMs,
      })),
    table: formatTable(
      ['besides', 'p50 ms', 'p99 ms', 'worst ms', 'the flood was answered'],
      rows.map(({ name, times, answered }) => [
        name,
        ...[quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(
          (ms) => Math.round(ms * 10) / 10,
        ),
        answered,
      ]),
    ),
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
