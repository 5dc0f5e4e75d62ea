/**
 * What it costs that sites have places, with 10,000 of them and five years of outages: the start, the rows of
 * an outage that takes all of them, and the report of a year for somebody who owns all of them.
 *
 *   node_modules/.bin/bun scripts/bench/places.ts [--quick]
 */
import { Database } from 'bun:sqlite';
import { readOutageReport } from '../../src/actions/alerts/read-outage-history.ts';
import { loadFleet } from '../../src/actions/fleet/load-fleet.ts';
import type { Monitor } from '../../src/actions/monitor.ts';
import type { Instant } from '../../src/domain/instant.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { formatTable, median } from './lib/report.ts';
import { openYears, outagesEach, timeMs, timeSteps, years } from './lib/years.ts';

const rounds = 3;
const stepGoalMs = 50;
const timezone = 'Asia/Bangkok';

async function places({ isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 1_000 : 10_000;
  await using opened = await openYears('places', devices);
  const { scene, monitor, now } = opened;
  const load = () => timeMs(() => monitor.areas.load(monitor, now));
  const start = median(Array.from({ length: rounds }, load));
  const fell = fallAll(scene.databasePath, monitor, now);
  const again = median(Array.from({ length: rounds }, load));
  giveAllTo(scene.databasePath, 1);
  const scope = { customerId: 1, deviceId: null };
  const reports = Array.from({ length: rounds }, () =>
    timeSteps(readOutageReport(monitor, scope, 'year', timezone, now)),
  );
  const longestOfReports = median(reports.map((one) => one.longest));
  return {
    title: 'Places, and area outages in rows',
    method:
      `${devices.toLocaleString('en')} sites of as many owners on 50 feeders, each with ${outagesEach} outages in ` +
      `each of the last ${years} years, in a database on disk; what it takes of a processor, the median of ${rounds} ` +
      'rounds in one process. The report is of an owner of all of them, after all were lost.',
    findings: [
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
        ['report of the year, of an owner of all sites', median(reports.map(({ all }) => all))],
      ].map(([what, ms]) => [`${what}`, `${Math.round(Number(ms))}`]),
    ),
  };
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

function giveAllTo(databasePath: string, customerId: number): void {
  const database = new Database(databasePath);
  for (const table of ['devices', 'events', 'outages']) {
    database.run(`UPDATE ${table} SET customer_id = ?`, [customerId]);
  }
  database.close();
}

if (import.meta.main) await runBench(places);
