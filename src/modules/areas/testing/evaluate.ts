/**
 * How well area outages are found in made-up districts, and in towns that are made up by other assumptions.
 *
 *   bun src/modules/areas/testing/evaluate.ts                     1,000 days of each, of the seeds that figures are reported on
 *   bun src/modules/areas/testing/evaluate.ts --seeds choose      of those that parameters are chosen on
 *   bun src/modules/areas/testing/evaluate.ts --only towns        of one kind
 *   bun src/modules/areas/testing/evaluate.ts --days 200 --show   fewer, with every mistake
 */
import { parseArgs } from 'node:util';
import type { Place } from '../../../domain/devices/place.ts';
import type { AreaOutage } from '../area-outage.ts';
import { AreaWatch } from '../area-watch.ts';
import { type AreaSite, candidateRules } from '../find-candidate.ts';
import { cellOf } from '../grid-place.ts';
import { type History, makeDays, type Truth } from './make-days.ts';
import { makeTown } from './make-town.ts';
import { makeTownDays } from './make-town-days.ts';
import { makeWorld } from './make-world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: 'report' },
    days: { type: 'string', default: '1000' },
    only: { type: 'string' },
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

interface Evaluated {
  readonly sites: readonly (AreaSite & {
    readonly id: number;
    readonly place: Place;
    /** When it is first heard, in ms after the start. */
    readonly joinsAfter?: number;
  })[];
  /** What was drawn for it, for those who look at a mistake. */
  readonly traits: object;
  readonly history: History;
}

const makers: Readonly<Record<string, (seed: string) => Evaluated>> = {
  districts(seed) {
    const world = makeWorld(seed, daysPerWorld);
    return { ...world, history: makeDays(seed, world, startAt) };
  },
  towns(seed) {
    const town = makeTown(seed, daysPerWorld);
    return { ...town, history: makeTownDays(seed, town, startAt) };
  },
};

interface Said {
  readonly area: AreaOutage;
  readonly sites: ReadonlySet<number>;
  readonly saidMainsAt: number | null;
}

for (const [kind, make] of Object.entries(makers)) {
  if (values.only === undefined || values.only === kind) evaluate(kind, make);
}

function evaluate(kind: string, make: (seed: string) => Evaluated): void {
  const total = makeTotal();
  for (let number = 0; total.days < Number(values.days); number += 1) {
    const seed = `${values.seeds} ${number}`;
    const made = make(seed);
    score(seed, made, watch(made, total), total);
    total.days += daysPerWorld;
  }
  const { cpu, delays, delaysReported } = total;
  console.log(`${kind}, seeds ${values.seeds}, ${total.days} days`);
  console.log(`precision  ${percent(total.right, total.said)} of what was ever said`);
  console.log(
    `           ${percent(total.keptRight, total.kept)} of what stood once boards were back`,
  );
  console.log(
    `recall     ${percent(total.found, total.due)}, outages of ${leastSites} sites or more`,
  );
  console.log(`           ${percent(total.smallFound, total.small)}, of 3 or 4`);
  console.log(
    `           ${total.below} more took less than 30 % of every place that sites are known by`,
  );
  console.log(
    `delay      median ${median(delaysReported)} where boards report, ${median(delays)} of all`,
  );
  console.log(`cost       ${((1000 * cpu.ms) / cpu.losses).toFixed(1)} µs a change`);
}

function makeTotal() {
  return {
    ...{
      days: 0,
      said: 0,
      right: 0,
      kept: 0,
      keptRight: 0,
      below: 0,
      due: 0,
      found: 0,
      small: 0,
      smallFound: 0,
    },
    cpu: { losses: 0, ms: 0 },
    delays: [] as number[],
    delaysReported: [] as number[],
  };
}

type Total = ReturnType<typeof makeTotal>;

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(2)} % (${part} of ${whole})`;
}

function median(times: readonly number[]): string {
  if (times.length === 0) return 'none';
  const middle = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  return `${(middle / 1000).toFixed(1)} s of ${times.length}`;
}

function watch({ sites, history }: Evaluated, { cpu }: Total): readonly Said[] {
  const areas = new AreaWatch('Asia/Bangkok');
  for (const site of sites) {
    const since = startAt + (site.joinsAfter ?? 0);
    areas.place(site.id, { place: site.place, facts: site, since, past: [] });
  }
  const said = new Map<AreaOutage, { sites: Set<number>; saidMainsAt: number | null }>();
  const siteOf = new Map<number, number>();
  const began = performance.now();
  for (const { at, siteId, standing } of history.told) {
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
  cpu.losses += history.told.length;
  return Array.from(said, ([area, rest]) => ({ area, ...rest }));
}

function score(seed: string, made: Evaluated, said: readonly Said[], total: Total): void {
  const { truths } = made.history;
  const mains = said.filter(({ saidMainsAt }) => saidMainsAt !== null);
  const isNear = (truth: Truth, { area }: Said) =>
    area.onset.from >= truth.at - nearMs &&
    // Power that came back only to go again goes again while its outage lasts, or soon after.
    area.onset.from <= Math.max(truth.at, truth.goneAgainAt ?? 0) + nearMs;
  for (const one of mains) {
    total.said += 1;
    const near = truths.filter((truth) => isNear(truth, one));
    const isMains = one.area.cause === 'mains';
    if (isMains) total.kept += 1;
    const isRight = isHalf(one.sites, (site) => near.some((truth) => truth.sites.has(site)));
    if (isRight && isMains) total.keptRight += 1;
    if (isRight) total.right += 1;
    else if (values.show) show('false', seed, made, one.area.onset.from, one.sites.size, one.area);
  }
  for (const truth of truths) {
    if (truth.sites.size < 3 || truth.to - truth.at < leastMs) continue;
    // Neighbours that fail within the window are told as one.
    const found = mains.filter(
      (one) =>
        isNear(truth, one) &&
        (isHalf(truth.sites, (site) => one.sites.has(site)) ||
          isHalf(one.sites, (site) => truth.sites.has(site))),
    );
    const first = Math.min(...found.map(({ saidMainsAt }) => saidMainsAt ?? Infinity));
    if (isBelowShare(truth, made)) {
      total.below += 1;
      continue;
    }
    const isDue = truth.sites.size >= leastSites;
    if (isDue) total.due += 1;
    else total.small += 1;
    if (found.length === 0) {
      if (isDue && values.show) show('missed', seed, made, truth.at, truth.sites.size);
      continue;
    }
    if (isDue) total.found += 1;
    else total.smallFound += 1;
    if (!isDue) continue;
    total.delays.push(first - truth.at);
    if (truth.reporting > 0) total.delaysReported.push(first - truth.at);
  }
}

/** Whether it took too little of each cell to be an area outage at all. */
function isBelowShare({ sites: lost }: Truth, { sites }: Evaluated): boolean {
  const cells = Map.groupBy(sites, ({ place }) => cellOf(place)?.key ?? '');
  return [...cells.values()].every(
    (cell) =>
      cell.filter(({ id }) => lost.has(id)).length < candidateRules.leastShare * cell.length,
  );
}

function isHalf(sites: ReadonlySet<number>, isSo: (site: number) => boolean): boolean {
  return [...sites].filter(isSo).length * 2 >= sites.size;
}

function show(
  what: string,
  seed: string,
  { traits }: Evaluated,
  at: number,
  sites: number,
  area?: AreaOutage,
): void {
  const when = new Date(at + 7 * 3_600_000).toISOString().slice(0, 19);
  const extra =
    area === undefined ? '' : ` ${area.status} ${area.cause} ${area.lost}/${area.healthy}`;
  console.log(`${what} ${seed} ${when} ${sites} sites${extra} ${JSON.stringify(traits)}`);
}
