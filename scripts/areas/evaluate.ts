/**
 * How well area outages are found in made-up districts.
 *
 *   bun scripts/areas/evaluate.ts                     1,000 days of the seeds that figures are reported on
 *   bun scripts/areas/evaluate.ts --seeds choose      of those that parameters are chosen on
 *   bun scripts/areas/evaluate.ts --days 200 --show   fewer, with every mistake
 */
import { parseArgs } from 'node:util';
import type { AreaOutage } from '../../src/domain/areas/area-outage.ts';
import { AreaWatch } from '../../src/domain/areas/area-watch.ts';
import { makeDays, type Truth } from './make-days.ts';
import { makeWorld, type World } from './make-world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: 'report' },
    days: { type: 'string', default: '1000' },
    show: { type: 'boolean', default: false },
  },
});

const daysPerWorld = 25;
const startAt = Date.UTC(2026, 0, 5);
/** An outage of fewer sites, or over sooner than silence is noticed, may be missed. */
const leastSites = 5;
const leastMs = 300_000;
/** Truth and finding are the same if they begin this near, in ms. */
const nearMs = 240_000;

interface Said {
  readonly area: AreaOutage;
  readonly sites: ReadonlySet<number>;
  readonly saidMainsAt: number | null;
}

const total = { days: 0, said: 0, right: 0, due: 0, found: 0, small: 0, smallFound: 0 };
const delays: number[] = [];
const delaysReported: number[] = [];
const cpu = { losses: 0, ms: 0 };
for (let number = 0; total.days < Number(values.days); number += 1) {
  const seed = `${values.seeds} ${number}`;
  const world = makeWorld(seed, daysPerWorld);
  score(seed, world, watch(seed, world));
  total.days += daysPerWorld;
}

const percent = (part: number, whole: number) =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(2)} % (${part} of ${whole})`;
const median = (times: readonly number[]) =>
  times.length === 0
    ? 'none'
    : `${((times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0) / 1000).toFixed(1)} s of ${times.length}`;
console.log(`seeds ${values.seeds}, ${total.days} days`);
console.log(`precision  ${percent(total.right, total.said)}`);
console.log(
  `recall     ${percent(total.found, total.due)}, outages of ${leastSites} sites or more`,
);
console.log(`           ${percent(total.smallFound, total.small)}, of 3 or 4`);
console.log(
  `delay      median ${median(delaysReported)} where boards report, ${median(delays)} of all`,
);
console.log(`cost       ${((1000 * cpu.ms) / cpu.losses).toFixed(1)} µs a change`);

interface Watched {
  readonly said: readonly Said[];
  readonly truths: readonly Truth[];
}

function watch(seed: string, world: World): Watched {
  const { told, truths } = makeDays(seed, world, startAt);
  const areas = new AreaWatch('Asia/Bangkok');
  for (const site of world.sites) {
    areas.place(site.id, { place: site.place, facts: site, since: startAt, past: [] });
    areas.follow(site.id, { type: 'up' });
  }
  const said = new Map<AreaOutage, { sites: Set<number>; saidMainsAt: number | null }>();
  const siteOf = new Map<number, number>();
  const began = performance.now();
  for (const { at, siteId, standing } of told) {
    if (standing.type === 'lost') siteOf.set(standing.outageId, siteId);
    areas.follow(siteId, standing);
    const { touched, removed, joined } = areas.settle(at);
    for (const area of touched) {
      const known = said.get(area) ?? { sites: new Set(), saidMainsAt: null };
      if (area.cause === 'mains') known.saidMainsAt ??= at;
      said.set(area, known);
    }
    for (const [outageId, area] of joined) {
      const site = siteOf.get(outageId);
      if (area !== null && site !== undefined) said.get(area)?.sites.add(site);
    }
    // What went into another is told there; what was none after all had been said.
    for (const area of removed) if (area.cause !== 'mains') said.delete(area);
  }
  cpu.ms += performance.now() - began;
  cpu.losses += told.length;
  return { said: Array.from(said, ([area, rest]) => ({ area, ...rest })), truths };
}

function score(seed: string, world: World, { said, truths }: Watched): void {
  const mains = said.filter(({ saidMainsAt }) => saidMainsAt !== null);
  const matches = (truth: Truth, { area, sites }: Said) =>
    Math.abs(area.onset.from - truth.at) <= nearMs &&
    [...sites].filter((site) => truth.sites.has(site)).length * 2 >= sites.size;
  for (const one of mains) {
    total.said += 1;
    const isRight = truths.some((truth) => matches(truth, one));
    if (isRight) total.right += 1;
    else if (values.show) show('false', seed, world, one.area.onset.from, one.sites.size, one.area);
  }
  for (const truth of truths) {
    if (truth.sites.size < 3 || truth.to - truth.at < leastMs) continue;
    const found = mains.filter((one) => matches(truth, one));
    const first = Math.min(...found.map(({ saidMainsAt }) => saidMainsAt ?? Infinity));
    const isDue = truth.sites.size >= leastSites;
    if (isDue) total.due += 1;
    else total.small += 1;
    if (found.length === 0) {
      if (isDue && values.show) show('missed', seed, world, truth.at, truth.sites.size);
      continue;
    }
    if (isDue) total.found += 1;
    else total.smallFound += 1;
    if (!isDue) continue;
    delays.push(first - truth.at);
    if (truth.reporting > 0) delaysReported.push(first - truth.at);
  }
}

function show(
  what: string,
  seed: string,
  { traits }: World,
  at: number,
  sites: number,
  area?: AreaOutage,
): void {
  const when = new Date(at + 7 * 3_600_000).toISOString().slice(0, 19);
  const extra =
    area === undefined ? '' : ` ${area.status} ${area.cause} ${area.lost}/${area.healthy}`;
  console.log(`${what} ${seed} ${when} ${sites} sites${extra} ${JSON.stringify(traits)}`);
}
