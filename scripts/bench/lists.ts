/**
 * The heartbeats of one board while operators hammer one list after the other, over 100,000 customers,
 * devices and keys and a million events, outages, notifications and entries of the audit log. A query must not
 * walk through all of it in one step.
 *
 *   node_modules/.bin/bun scripts/bench/lists.ts [--quick] [--binary dist/faiwatch]
 *
 * With the executable of an earlier release for `--binary` the same is measured of that.
 */
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { startFlood, timeHeartbeats } from './lib/flood.ts';
import { fillLists } from './lib/lists-data.ts';
import { formatTable, quantile } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';
import { openSessions } from './lib/session-tokens.ts';

const goalMs = 50;
const secret = 'of the benchmark of lists, and of nothing else';
/** The server does two requests of one operator at a time, which makes eight of four operators. */
const operators = 4;
const connectionsEach = 2;

/** A word that no row holds, so that the search looks at all of them. */
const nowhere = 'q=zqzqz';

const listed: readonly string[] = [
  '/api/customers',
  `/api/customers?${nowhere}`,
  '/api/customers?filter=inactive&page=400',
  '/api/devices',
  `/api/devices?${nowhere}`,
  '/api/devices?filter=offline&page=400',
  '/api/devices?filter=down',
  '/api/keys',
  `/api/keys?${nowhere}`,
  '/api/keys?q=7777',
  '/api/keys?filter=expired&page=400',
  '/api/keys/stats',
  '/api/events',
  `/api/events?${nowhere}`,
  '/api/outages',
  '/api/outages?filter=device',
  '/api/outages?filter=open',
  '/api/outages?page=200',
  '/api/notifications',
  '/api/notifications?filter=undelivered',
  '/api/notifications?filter=sent&page=200',
  '/api/audit',
  `/api/audit?${nowhere}`,
  '/api/dashboard/stats',
  '/api/system',
  '/api/firmware',
  '/api/join-requests',
];

async function lists({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 5_000 : 100_000;
  const eventsPerDevice = 10;
  const outagesOfOne = isQuick ? 5_000 : 100_000;
  const lastsMs = isQuick ? 600 : 3_000;
  await using scene = await openScene('lists', { devices, eventsPerDevice });
  tell('writing outages, notifications and the audit log');
  fillLists(scene.databasePath, {
    rows: devices * eventsPerDevice,
    outagesOfOne,
    operators,
    now: Date.now(),
  });
  const ids = Array.from({ length: operators }, (_, i) => i + 1);
  const tokens = await openSessions(scene.databasePath, secret, 'admin', ids);
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_JWT_SECRET: secret },
    readyTimeoutMs: 120_000,
  });
  scene.defer(async () => {
    await server.kill();
    await server.removeData();
  });
  const url = `http://127.0.0.1:${server.http}`;
  const [one, board] = scene.credentials;
  if (one === undefined || board === undefined) throw new Error('There are no devices');
  await timeHeartbeats(url, board.device_token, 1_000);
  const paths: readonly (string | null)[] = [
    null,
    ...listed,
    `/api/devices/${one.device_id}/report?period=all`,
    `/api/outages?device_id=${one.device_id}`,
    `/api/notifications?device_id=${one.device_id}`,
    null,
  ];
  const rows: { path: string | null; times: readonly number[]; answered: number }[] = [];
  for (const path of paths) {
    const floods =
      path === null
        ? []
        : tokens.map((token) =>
            startFlood({ url: url + path, token, kind: 'search', connections: connectionsEach }),
          );
    if (floods.length > 0) await Bun.sleep(500);
    const times = await timeHeartbeats(url, board.device_token, lastsMs);
    const statuses = await Promise.all(floods.map((flood) => flood.stop()));
    const counts = statuses.map(({ 200: done = 0, ...others }) => {
      if (Object.keys(others).length > 0) throw new Error(`${path}: ${JSON.stringify(others)}`);
      return done;
    });
    const answered = counts.reduce((sum, count) => sum + count, 0);
    rows.push({ path, times, answered });
    tell(
      `${path ?? 'nothing else'}: worst ${Math.max(...times).toFixed(0)} ms, ${answered} answered`,
    );
  }
  const besides = rows.filter(({ path }) => path !== null);
  const worst = Math.max(...besides.flatMap(({ times }) => times));
  return {
    title: 'Lists during heartbeats',
    method:
      `${devices.toLocaleString('en-GB')} customers, devices and keys; ` +
      `${(devices * eventsPerDevice).toLocaleString('en-GB')} events, and as many outages, ` +
      `notifications and entries of the audit log; one device with ${outagesOfOne.toLocaleString('en-GB')} ` +
      `outages. ${operators * connectionsEach} connections of ${operators} operators, in processes ` +
      'of their own, ask for one list anew as soon as it is answered. Meanwhile a board sends a ' +
      'heartbeat over HTTP every 60 ms; timed from the request to the last byte of the answer. One ' +
      'list after the other in one run, without any first and last.',
    findings: [
      {
        what: 'a board’s heartbeat while any one list is hammered',
        goal: `worst ≤ ${goalMs} ms`,
        measured: `worst ${worst.toFixed(0)} ms`,
        isMet: worst <= goalMs,
      },
    ],
    table: formatTable(
      ['besides', 'p50 ms', 'p99 ms', 'worst ms', 'lists a second'],
      rows.map(({ path, times, answered }) => [
        path === null ? 'nothing else' : `\`${path.replace(one.device_id, 'ID')}\``,
        ...[quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(
          (ms) => Math.round(ms * 10) / 10,
        ),
        path === null ? '–' : Math.round((answered * 1000) / (lastsMs + 500)),
      ]),
    ),
  };
}

if (import.meta.main) await runBench(lists);
