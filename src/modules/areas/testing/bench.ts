/**
 * What it costs to find area outages: 10,000 sites that lose power within ten seconds; and what it costs in rows,
 * with five years of outages: the start, all of them lost, the start while that goes on, and a look at none.
 *
 *   node_modules/.bin/bun src/modules/areas/testing/bench.ts [--quick]
 *
 * The losses are fed in as the fleet feeds them: one by one, and settled four times a second.
 */

import {
  type BenchOptions,
  type BenchReport,
  runBench,
} from '../../../../scripts/bench/lib/bench.ts';
import { formatTable, median } from '../../../../scripts/bench/lib/report.ts';
import {
  loseAll,
  openYears,
  outagesEach,
  timeMs,
  years,
} from '../../../../scripts/bench/lib/years.ts';
import { loadFleet } from '../../../actions/fleet/load-fleet.ts';
import { listAreaOutages } from '../area-rows.ts';
import { AreaWatch } from '../area-watch.ts';
import { AreaFollow } from '../follow-areas.ts';

const timezone = 'Asia/Bangkok';
const goalMs = 200;
const sites = 10_000;
const fallMs = 10_000;
const settleMs = 250;
const startAt = Date.UTC(2026, 0, 5);

interface Shape {
  readonly name: string;
  readonly placeOf: (site: number) => {
    readonly cell: string | null;
    readonly location: { readonly latitude: number; readonly longitude: number } | null;
  };
}

const shapes: readonly Shape[] = [
  {
    name: '1,000 transformers of 50 feeders, 10 sites each',
    placeOf: (site) => ({
      cell: `F${Math.floor(site / 200)}/T${Math.floor(site / 10)}`,
      location: null,
    }),
  },
  {
    name: '3,333 transformers of one feeder, 3 sites each',
    placeOf: (site) => ({ cell: `F1/T${Math.floor(site / 3)}`, location: null }),
  },
  {
    name: 'known by their points only, in a city of 10 km',
    placeOf: (site) => ({
      cell: null,
      location: {
        latitude: 18.75 + (site % 100) / 1000,
        longitude: 98.95 + Math.floor(site / 100) / 1000,
      },
    }),
  },
];

async function areas({ isQuick }: BenchOptions): Promise<BenchReport> {
  const ofRows = await inRows(isQuick ? 1_000 : 10_000);
  const rounds = isQuick ? 1 : 5;
  const rows = shapes.map((shape) => {
    const times = Array.from({ length: rounds }, () => fall(shape));
    const found = times[0]?.found ?? 0;
    return { shape, ms: median(times.map(({ ms }) => ms)), found };
  });
  const worst = Math.max(...rows.map(({ ms }) => ms));
  return {
    title: 'Area outages',
    method:
      `${sites.toLocaleString('en')} sites of as many owners, watched for four weeks with a loss each, lose ` +
      `power within ${fallMs / 1000} s. The losses are fed into the detection one by one, and it settles ` +
      `every ${settleMs} ms; what it took of a processor in all, the median of ${rounds} rounds. In rows: as many on ` +
      `50 feeders, each with ${outagesEach} outages in each of the last ${years} years, in a database on disk.`,
    findings: [
      {
        what: '10,000 sites fall within ten seconds: finding the area outages, in all',
        goal: `≤ ${goalMs} ms`,
        measured: `${Math.round(worst)} ms`,
        isMet: worst <= goalMs,
      },
    ],
    table: formatTable(
      ['how the sites lie', 'area outages found', 'ms'],
      [
        ...rows.map(({ shape, ms, found }) => [shape.name, `${found}`, `${Math.round(ms)}`]),
        ...ofRows.map(({ what, found, ms }) => [what, `${found}`, ms.toFixed(ms < 10 ? 1 : 0)]),
      ],
    ),
  };
}

interface OfRows {
  readonly what: string;
  readonly found: number;
  readonly ms: number;
}

async function inRows(devices: number): Promise<OfRows[]> {
  await using opened = await openYears('areas', devices);
  const { scene, monitor } = opened;
  const { store } = monitor;
  let following = new AreaFollow(timezone);
  const load = () => {
    following = new AreaFollow(timezone);
    return timeMs(() => following.settle(monitor, monitor.clock()));
  };
  const look = () => timeMs(() => following.settle(monitor, monitor.clock()));
  const count = () => listAreaOutages(store, { isOpen: true }, { page: 1, limit: 1 }).total;
  const medianOf = (work: () => number) => median(Array.from({ length: 3 }, work));
  const start = medianOf(load);
  const idle = median(Array.from({ length: 100 }, look));
  loseAll(scene.databasePath, monitor.clock().wallMs);
  for (const device of [...monitor.fleet.all()]) monitor.fleet.remove(device);
  loadFleet(monitor, monitor.clock());
  const fell = load();
  const again = medianOf(load);
  const found = count();
  return [
    { what: 'in rows: the start, with the losses of eight weeks', found: 0, ms: start },
    { what: 'a look while nothing happens', found: 0, ms: idle },
    { what: 'all are lost: found and written', found, ms: fell },
    { what: 'the start while that goes on', found, ms: again },
  ];
}

function fall({ placeOf }: Shape): { readonly ms: number; readonly found: number } {
  const watch = new AreaWatch(timezone);
  for (let site = 0; site < sites; site += 1) {
    watch.place(site, {
      place: { area: null, ...placeOf(site) },
      facts: { ownerId: site, detection: 'silence-30', provider: `100.${site % 3}` },
      since: startAt - 28 * 86_400_000,
      past: [{ at: startAt - (site % 600) * 3_600_000, isOfArea: false }],
    });
    watch.follow(site, { type: 'up' });
  }
  watch.settle(startAt);
  const began = process.cpuUsage();
  const perSettle = (sites * settleMs) / fallMs;
  for (let first = 0; first < sites; first += perSettle) {
    const at = startAt + (first / perSettle) * settleMs;
    for (let number = first; number < first + perSettle; number += 1) {
      // Neighbours do not fall one after the other.
      const site = (number * 7919) % sites;
      const onset = { from: at - 30_000, to: at };
      const said = { outageId: site, onset, isReported: false, isExcused: false } as const;
      watch.follow(site, { type: 'lost', ...said });
    }
    watch.settle(at);
  }
  const { user, system } = process.cpuUsage(began);
  const ms = (user + system) / 1000;
  return { ms, found: [...watch.open()].length };
}

if (import.meta.main) await runBench(areas);
