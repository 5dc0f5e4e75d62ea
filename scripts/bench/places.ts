/**
 * What it costs that sites have places, with 10,000 of them and five years of outages: the report of a year for
 * somebody who owns all of them, after all were lost.
 *
 *   node_modules/.bin/bun scripts/bench/places.ts [--quick]
 */
import { Database } from 'bun:sqlite';
import { readOutageReport } from '../../src/actions/alerts/read-outage-history.ts';
import { type BenchOptions, type BenchReport, runBench } from './lib/bench.ts';
import { formatTable, median } from './lib/report.ts';
import { loseAll, openYears, outagesEach, timeSteps, years } from './lib/years.ts';

const rounds = 3;
const stepGoalMs = 50;
const timezone = 'Asia/Bangkok';

async function places({ isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 1_000 : 10_000;
  await using opened = await openYears('places', devices);
  const { scene, monitor, now } = opened;
  loseAll(scene.databasePath, now.wallMs);
  giveAllTo(scene.databasePath, 1);
  const scope = { customerId: 1, deviceId: null };
  const reports = Array.from({ length: rounds }, () =>
    timeSteps(readOutageReport(monitor, scope, 'year', timezone, now)),
  );
  const longestOfReports = median(reports.map((one) => one.longest));
  return {
    title: 'Reports of many sites',
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
      [['report of the year, of an owner of all sites', median(reports.map(({ all }) => all))]].map(
        ([what, ms]) => [`${what}`, `${Math.round(Number(ms))}`],
      ),
    ),
  };
}

function giveAllTo(databasePath: string, customerId: number): void {
  const database = new Database(databasePath);
  for (const table of ['devices', 'events', 'outages']) {
    database.run(`UPDATE ${table} SET customer_id = ?`, [customerId]);
  }
  database.close();
}

if (import.meta.main) await runBench(places);
