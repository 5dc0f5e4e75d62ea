/**
 * What it costs that sites have places, with 10,000 of them and a year of outages: the start, the rows of an
 * outage that takes all of them, and the reliability figures of the year.
 *
 *   node_modules/.bin/bun scripts/bench/places.ts [--quick]
 */
import { Database } from 'bun:sqlite';
import { loadFleet } from '../../src/actions/fleet/load-fleet.ts';
import type { Monitor } from '../../src/actions/monitor.ts';
import { readReliability } from '../../src/actions/reliability/read-reliability.ts';
import type { Instant } from '../../src/domain/instant.ts';
import { migrationsDir } from '../../src/installation/assets.ts';
import { loadConfig } from '../../src/installation/config.ts';
import { makeMonitor } from '../../src/server/make-monitor.ts';
import { openStore } from '../../src/store/engine/open.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { formatTable, median } from './lib/report.ts';
import { openScene } from './lib/scene.ts';

const dayMs = 86_400_000;
const outagesEach = 12;
const rounds = 3;
const stepGoalMs = 50;

async function places({ isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 1_000 : 10_000;
  await using scene = await openScene('places', { devices });
  const nowMs = Date.now();
  tell('writing a year of outages');
  writeYear(scene.databasePath, nowMs);
  const store = openStore(scene.databasePath, { migrationsDir: migrationsDir() });
  scene.defer(() => store.close());
  const now: Instant = { wallMs: nowMs, monoMs: performance.now() };
  const clock = () => ({ wallMs: nowMs, monoMs: performance.now() });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const monitor = makeMonitor(store, loadConfig({ data: scene.dataDir }, {}), {
    ...{ log, clock, monoMs: () => performance.now(), setTimer: () => () => {} },
    ...{ wakeOutbox() {}, onDeviceRefused() {}, publishCommand: () => false },
  });
  loadFleet(monitor, now);
  const load = () => timeMs(() => monitor.areas.load(monitor, now));
  const start = median(Array.from({ length: rounds }, load));
  const figures = Array.from({ length: rounds }, () => timeSteps(monitor, now));
  const longest = median(figures.map((one) => one.longest));
  const fell = fallAll(scene.databasePath, monitor, now);
  const again = median(Array.from({ length: rounds }, load));
  return {
    title: 'Places, area outages in rows, and reliability figures',
    method:
      `${devices.toLocaleString('en')} sites of as many owners on 50 feeders, each with ${outagesEach} outages in ` +
      `the last year, in a database on disk; what it takes of a processor, the median of ${rounds} rounds in one process.`,
    findings: [
      {
        what: 'reliability figures of 10,000 sites: the longest step, between which others are served',
        goal: `≤ ${stepGoalMs} ms`,
        measured: `${Math.round(longest)} ms`,
        isMet: longest <= stepGoalMs,
      },
    ],
    table: formatTable(
      ['what', 'ms'],
      [
        ['start: places, and the losses of eight weeks', start],
        ['all sites are lost: found and written, each outage with its area outage', fell],
        ['start while that goes on', again],
        ['IEEE 1366 figures of the year', median(figures.map(({ all }) => all))],
      ].map(([what, ms]) => [`${what}`, `${Math.round(Number(ms))}`]),
    ),
  };
}

/** Spread over the year, so that no two sites fall together. */
function writeYear(databasePath: string, nowMs: number): void {
  const database = new Database(databasePath);
  const from = nowMs - 365 * dayMs;
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
    [from, outagesEach, 364 * dayMs],
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

function timeSteps(
  monitor: Monitor,
  now: Instant,
): { readonly all: number; readonly longest: number } {
  const steps = readReliability(monitor, { time: 'year', area: null }, 'Asia/Bangkok', now);
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
