/**
 * The reliability figures of a year, which is judged by the years before it, of 10,000 sites.
 *
 *   node_modules/.bin/bun src/modules/reliability/testing/bench.ts [--quick]
 */
import {
  type BenchOptions,
  type BenchReport,
  runBench,
} from '../../../../scripts/bench/lib/bench.ts';
import { formatTable, median } from '../../../../scripts/bench/lib/report.ts';
import { openYears, outagesEach, timeSteps, years } from '../../../../scripts/bench/lib/years.ts';
import { readReliability } from '../read-reliability.ts';

const rounds = 3;
const stepGoalMs = 50;
const timezone = 'Asia/Bangkok';

async function reliability({ isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 1_000 : 10_000;
  await using opened = await openYears('reliability', devices);
  const { monitor, now } = opened;
  const figures = Array.from({ length: rounds }, () =>
    timeSteps(readReliability(monitor, { time: 'year', area: null }, timezone, now)),
  );
  const longest = median(figures.map((one) => one.longest));
  return {
    title: 'Reliability figures',
    method:
      `${devices.toLocaleString('en')} sites of as many owners, each with ${outagesEach} outages in each of the last ` +
      `${years} years, in a database on disk; what it takes of a processor, the median of ${rounds} rounds in one process.`,
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
      [['IEEE 1366 figures of the year', `${Math.round(median(figures.map(({ all }) => all)))}`]],
    ),
  };
}

if (import.meta.main) await runBench(reliability);
