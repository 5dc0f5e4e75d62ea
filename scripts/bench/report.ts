/**
 * The year report of one customer, as the portal asks for it, over 1,000,000 stored events.
 *
 *   node_modules/.bin/bun scripts/bench/report.ts [--quick] [--binary dist/faiwatch]
 *
 * Beside it the same request to a bare route of Bun.serve: what HTTP and this client cost by themselves.
 */
import { Database } from 'bun:sqlite';
import { reportPath, startBareServer } from './lib/bare-server.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { formatTable, quantile } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { seedHistory } from './lib/seed-history.ts';
import { startServer } from './lib/server.ts';
import { openSessions } from './lib/session-tokens.ts';

const goalMs = 12;
const dayMs = 86_400_000;
const secret = 'of the benchmark of reports, and of nothing else';
const devicesPerCustomer = 5;
/** Events of each device. A tenth of them are the two of a power outage, which makes fifty outages. */
const eventsPerDevice = 1_000;
/** Restarts of the server within the year, each of a minute: the report looks into each of them. */
const restarts = 100;

async function report({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 100 : 1_000;
  const rounds = isQuick ? 1 : 5;
  const requests = isQuick ? 100 : 400;
  await using scene = await openScene('report', { devices, devicesPerCustomer });
  const now = Date.now();
  tell('writing the history');
  seedHistory(scene.databasePath, {
    devices,
    eventsPerDevice,
    from: now - 364 * dayMs,
    to: now - dayMs,
    kind: 'mixed',
  });
  seedRestarts(scene.databasePath, now);
  const bare = await startBareServer();
  scene.defer(() => bare.stop());
  const faiwatch = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_JWT_SECRET: secret },
  });
  // At a proper stop it would remove the roll-ups that are older than a month, for many seconds.
  scene.defer(async () => {
    await faiwatch.kill();
    await faiwatch.removeData();
  });

  const customers = Array.from({ length: devices / devicesPerCustomer }, (_, i) => i + 1);
  const tokens = await openSessions(scene.databasePath, secret, 'customer', customers);
  const headers = tokens.map((token) => ({ Authorization: `Bearer ${token}` }));
  const theirs: number[] = [];
  const ours: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const count = round === 0 ? 50 : requests;
    const bares = await measure(bare.port, count);
    const reports = await measure(faiwatch.http, count);
    // The first round warms both up and does not count.
    if (round === 0) continue;
    theirs.push(...bares);
    ours.push(...reports);
    tell(`round ${round}: p99 ${quantile(reports, 0.99).toFixed(1)} ms`);
  }
  const p99 = quantile(ours, 0.99);
  const outages = Math.floor(eventsPerDevice / 20) * devicesPerCustomer;
  return {
    title: 'Year report',
    method:
      `GET ${reportPath}?period=year of customers with ${devicesPerCustomer} devices and about ` +
      `${outages} outages in a year in which the server was started ${restarts} times; ` +
      `${(devices * eventsPerDevice).toLocaleString('en-GB')} events stored. ` +
      `${(rounds * requests).toLocaleString('en-GB')} requests one after the other, each of the next ` +
      'customer, alternating in rounds with a bare route of `Bun.serve` in a process of its own that answers ' +
      '`ok`; from the request to the last byte of the answer, a report of about ' +
      `${Math.round(bytes / 1000)} kB.`,
    findings: [
      {
        what: 'year report of one customer, p99',
        goal: `≤ ${goalMs} ms`,
        measured: `${p99.toFixed(1)} ms (${describe(ours)})`,
        isMet: p99 <= goalMs,
      },
    ],
    table: formatTable(
      ['what', 'p50 ms', 'p99 ms', 'worst ms'],
      [
        ['bare route', ...figures(theirs)],
        ['year report', ...figures(ours)],
      ],
    ),
  };

  /** @returns how long each request took, in ms */
  async function measure(port: number, count: number): Promise<number[]> {
    const times: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const startedAt = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${reportPath}?period=year`, {
        headers: headers[i % headers.length] ?? {},
      });
      const text = await answer.text();
      times.push(performance.now() - startedAt);
      if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
      if (port === faiwatch.http) {
        bytes = text.length;
        if (!text.includes('"cause":"mains"')) throw new Error(`A report of nothing: ${text}`);
      }
    }
    return times;
  }
}

function seedRestarts(databasePath: string, now: number): void {
  const database = new Database(databasePath);
  try {
    const insert = database.query(
      "INSERT INTO observation_gaps (kind, from_at, to_at) VALUES ('server_off', ?1, ?1 + 60000)",
    );
    const stepMs = (363 * dayMs) / restarts;
    database.transaction(() => {
      for (let i = 0; i < restarts; i += 1) insert.run(Math.round(now - 364 * dayMs + i * stepMs));
    })();
  } finally {
    database.close();
  }
}

const figures = (times: readonly number[]): number[] =>
  [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(
    (ms) => Math.round(ms * 100) / 100,
  );

function describe(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(1)}, worst ${Math.max(...times).toFixed(1)}`;
}

if (import.meta.main) await runBench(report);
