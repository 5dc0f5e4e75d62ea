/**
 * What it costs that sites have places, with 10,000 of them and five years of outages: the start, the rows of
 * an outage that takes all of them, the reliability figures of a year, which is judged by the years before
 * it, and the report of a year for somebody who owns all of them.
 *
 *   node_modules/.bin/bun scripts/bench/places.ts [--quick]
 */
import { Database } from 'bun:sqlite';
import { readOutageReport } from '../../src/actions/alerts/read-outage-history.ts';
import { loadFleet } from '../../src/actions/fleet/load-fleet.ts';
import type { Monitor } from '../../src/actions/monitor.ts';
import type { Instant } from '../../src/domain/instant.ts';
import type { Steps } from '../../src/domain/steps.ts';
import { migrationsDir } from '../../src/installation/assets.ts';
import { loadConfig } from '../../src/installation/config.ts';
import { readReliability } from '../../src/modules/reliability/read-reliability.ts';
import { makeMonitor } from '../../src/server/make-monitor.ts';
import { openStore } from '../../src/store/engine/open.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { formatTable, median } from './lib/report.ts';
import { openScene } from './lib/scene.ts';

const dayMs = 86_400_000;
/** In each of the years. */
const outagesEach = 12;
const years = 5;
const rounds = 3;
const stepGoalMs = 50;
const timezone = 'Asia/Bangkok';

async function places({ isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 1_000 : 10_000;
  await using scene = await openScene('places', { devices });
  const nowMs = Date.now();
  tell(`writing ${years} years of outages`);
  writeYears(scene.databasePath, nowMs);
  const store = openStore(scene.databasePath, { migrationsDir: migrationsDir() });
  scene.defer(() => store.close());
  const now: Instant = { wallMs: nowMs, monoMs: performance.now() };
  const clock = () => ({ wallMs: nowMs, monoMs: performance.now() });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const monitor = makeMonitor(store, loadConfig({ data: scene.dataDir }, {}), {
    ...{ log, clock, monoMs: () => performance.now(), setTimer: () => () => {} },
    ...{ wakeOutbox() {}, onDeviceRefused() {}, publishCommand: () => false, isNear: () => false },
  });
  loadFleet(monitor, now);
  const load = () => timeMs(() => monitor.areas.load(monitor, now));
  const start = median(Array.from({ length: rounds }, load));
  const figures = Array.from({ length: rounds }, () =>
    timeSteps(readReliability(monitor, { time: 'year', area: null }, timezone, now)),
  );
  const longest = median(figures.map((one) => one.longest));
  const fell = fallAll(scene.databasePath, monitor, now);
  const again = median(Array.from({ length: rounds }, load));
  giveAllTo(scene.databasePath, 1);
  const scope = { customerId: 1, deviceId: null };
  const reports = Array.from({ length: rounds }, () =>
    timeSteps(readOutageReport(monitor, scope, 'year', timezone, now)),
  );
  const longestOfReports = median(reports.map((one) => one.longest));
  return {
    title: 'Places, area outages in rows, and reliability figures',
    method:
      `${devices.toLocaleString('en')} sites of as many owners on 50 feeders, each with ${outagesEach} outages in ` +
      `each of the last ${years} years, in a database on disk; what it takes of a processor, the median of ${rounds} ` +
      'rounds in one process. The report is of an owner of all of them, after all were lost.',
    findings: [
      {
        what: 'reliability figures of 10,000 sites: the longest step, between which others are served',
        goal: `≤ ${stepGoalMs} ms`,
        measured: `${Math.round(longest)} ms`,
        isMet: longest <= stepGoalMs,
      },
      {
        what: 'year report of 10,000 sites: the longest step',
        goal: `≤ ${stepGoalMs} ms`,
        measured: `${Math.round(longestOfReports)} ms`,
        isMet: longestOfReports <= stepGoalMs,
      },
    ],
    table: formatTable(
      ['what', 'ms'],
      [
        ['start: places, and the losses of eight weeks', start],
        ['all sites are lost: found and written, each outage with its area outage', fell],
        ['start while that goes on', again],
        ['IEEE 1366 figures of the year', median(figures.map(({ all }) => all))],
        ['report of the year, of an owner of all sites', median(reports.map(({ all }) => all))],
      ].map(([what, ms]) => [`${what}`, `${Math.round(Number(ms))}`]),
    ),
  };
}

/** Spread over the years, so that no two sites fall together. */
function writeYears(databasePath: string, nowMs: number): void {
  const database = new Database(databasePath);
  const from = nowMs - years * 365 * dayMs;
  database.run(
    `UPDATE devices SET created_at = ?1, owned_since = ?1, area = 'TH-50' || printf('%02d', 1 + id % 25),
      cell = 'F' || (id % 50) || '/T' || (id / 10)`,
    [from],
  );
  database.run(
    `INSERT INTO events (device_row, customer_id, event_type, occurred_at, created_at)
    SELECT id, customer_id, 'ONLINE', ?1, ?1 FROM devices`,
    [from],
  );
  database.run(
    `WITH RECURSIVE counted(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < ?2 - 1),
      dated AS (SELECT id, customer_id, ?1 + (id * 7919000 + n * 2592000000 + id * n * 104729) % ?3 AS at
        FROM devices, counted)
    INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at,
      recover_at, confirmed_at)
    SELECT id, customer_id, 'mains', at, 'reported', at, at + 1800000, at + 1920000 FROM dated
    ORDER BY at`,
    [from, outagesEach * years, (years * 365 - 1) * dayMs],
  );
  database.close();
}

/** Every site is lost at once; the fleet knows it as after a start. @returns ms */
function fallAll(databasePath: string, monitor: Monitor, now: Instant): number {
  const at = now.wallMs - 60_000;
  const database = new Database(databasePath);
  database.run(
    `INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at)
    SELECT id, customer_id, 'mains', ?1, 'reported', ?1 FROM devices`,
    [at],
  );
  database.close();
  for (const id of [...monitor.fleet.ids()]) {
    const device = monitor.fleet.get(id);
    if (device !== undefined) monitor.fleet.remove(device);
  }
  const without = timeMs(() => loadFleet({ ...monitor, areas: noAreas }, now));
  tell(`the fleet alone loads in ${Math.round(without)} ms`);
  return timeMs(() => monitor.areas.load(monitor, now));
}

const noAreas = {
  load() {},
  configure() {},
  forget() {},
  follow() {},
} as unknown as Monitor['areas'];

/** What it takes of a processor, in ms. */
function timeMs(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function giveAllTo(databasePath: string, customerId: number): void {
  const database = new Database(databasePath);
  for (const table of ['devices', 'events', 'outages']) {
    database.run(`UPDATE ${table} SET customer_id = ?`, [customerId]);
  }
  database.close();
}

function timeSteps(steps: Steps<unknown>): { readonly all: number; readonly longest: number } {
  let [all, longest] = [0, 0];
  for (let isDone = false; !isDone; ) {
    const ms = timeMs(() => {
      isDone = steps.next().done === true;
    });
    all += ms;
    longest = Math.max(longest, ms);
  }
  return { all, longest };
}

if (import.meta.main) await runBench(places);
