/** What happens in a made-up district: first the truth, then what the server comes to know of it. */

import { Prng } from '../../../domain/prng.ts';
import type { SiteStanding } from '../area-watch.ts';
import { day, hour, minute } from './durations.ts';
import type { SimulatedSite, World } from './make-world.ts';

/** One site without power, contact or firmware for a while. */
interface Cut {
  readonly site: SimulatedSite;
  readonly from: number;
  readonly to: number;
  readonly why: 'mains' | 'network' | 'device';
  readonly isExcused?: boolean;
  readonly truth?: Truth;
}

/** An outage of the grid that several sites share. */
export interface Truth {
  readonly at: number;
  readonly to: number;
  /** Sites that it took. */
  readonly sites: Set<number>;
  /** How many of them are boards that could say so at once. */
  reporting: number;
  /** When the power went for the last time, where it did so more than once. */
  readonly goneAgainAt?: number;
}

export interface Told {
  /** When the server knows it. */
  readonly at: number;
  readonly siteId: number;
  readonly standing: SiteStanding;
}

export interface History {
  readonly told: readonly Told[];
  readonly truths: readonly Truth[];
}

export function makeDays(seed: string, world: World, startAt: number): History {
  const random = new Prng(`${seed} days`);
  const truths: Truth[] = [];
  const cuts = [
    ...ownCuts(world, random, startAt),
    ...switches(world, random, startAt),
    ...evenings(world, random, startAt),
    ...storms(world, random, startAt, truths),
    ...gridOutages(world, random, startAt, truths),
    ...carrierOutages(world, random, startAt),
    ...rollOuts(world, random, startAt),
  ];
  const blind = blindTimes(world, random, startAt);
  const joined = world.sites.map(
    ({ id }): Told => ({ at: startAt, siteId: id, standing: { type: 'up' } }),
  );
  return { told: [...joined, ...tell(world, cuts, blind, random)], truths };
}

function times(random: Prng, perDay: number, days: number, startAt: number): number[] {
  const found: number[] = [];
  if (perDay <= 0) return found;
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random.next()) / perDay) * day;
    if (at >= days * day) return found;
    found.push(startAt + at);
  }
}

const lasting = (random: Prng, typical: number) => typical * Math.exp(random.between(-1.5, 1.5));

function* ownCuts({ sites, days }: World, random: Prng, startAt: number): Generator<Cut> {
  for (const site of sites) {
    for (const from of times(random, site.rate, days, startAt)) {
      const why = random.next() < 0.4 ? 'network' : 'mains';
      yield { site, from, to: from + lasting(random, 20 * minute), why };
    }
  }
  // Somebody trips over one fuse: all that hangs behind it goes.
  const buildings = new Set(sites.flatMap(({ building }) => building ?? []));
  for (const building of buildings) {
    const behind = sites.filter((site) => site.building === building);
    if (new Set(behind.map(({ ownerId }) => ownerId)).size > 1) continue;
    for (const from of times(random, 1 / 10, days, startAt)) {
      const to = from + lasting(random, 20 * minute);
      for (const site of behind) yield { site, from: from + random.next() * 500, to, why: 'mains' };
    }
  }
}

/** Shops and markets that switch off every night. */
function* switches({ sites, days }: World, random: Prng, startAt: number): Generator<Cut> {
  for (let date = 0; date < days; date += 1) {
    const offs = new Map<number, number>();
    for (const site of sites) {
      if (site.nightly === null || random.next() < 0.05) continue;
      const { minute: at, spread } = site.nightly;
      const vary = () => (at + (random.next() + random.next() - 1) * spread) * minute;
      const off = site.building === null ? vary() : (offs.get(site.building) ?? vary());
      if (site.building !== null) offs.set(site.building, off);
      const from = startAt + date * day + off + random.next() * 1000;
      yield { site, from, to: from + random.between(8, 11) * hour, why: 'mains' };
    }
  }
}

/** Evenings on which many pull the plug of what they do not need, each at a time of their own. */
function* evenings({ sites, days, traits }: World, random: Prng, startAt: number): Generator<Cut> {
  for (let date = 0; date < days; date += 1) {
    if (random.next() > traits.eveningsPerWeek / 7) continue;
    for (const site of sites) {
      if (random.next() > traits.unpluggers) continue;
      const from = startAt + date * day + (20 + 3 * random.next()) * hour;
      yield { site, from, to: from + random.between(6, 11) * hour, why: 'mains' };
    }
  }
}

function* storms(world: World, random: Prng, startAt: number, truths: Truth[]): Generator<Cut> {
  for (const at of times(random, world.traits.stormsPerMonth / 30, world.days, startAt)) {
    const hours = random.between(0.5, 4);
    const perHour = random.between(0.05, 0.5);
    for (const site of world.sites) {
      if (random.next() > perHour * hours) continue;
      const from = at + random.next() * hours * hour;
      yield { site, from, to: from + lasting(random, hour), why: 'mains' };
    }
    for (let left = Math.floor(random.next() * 3); left > 0; left -= 1) {
      yield* gridOutage(world, random, at + random.next() * hours * hour, truths);
    }
  }
}

function* gridOutages(world: World, random: Prng, startAt: number, truths: Truth[]) {
  for (const at of times(random, world.traits.outagesPerDay, world.days, startAt)) {
    yield* gridOutage(world, random, at, truths);
  }
}

/** A transformer, one phase of it, a feeder, or a circle of a sparse country. */
function* gridOutage(world: World, random: Prng, at: number, truths: Truth[]): Generator<Cut> {
  const { sites, traits } = world;
  const centre = sites[Math.floor(random.next() * sites.length)];
  if (centre === undefined) return;
  const kind = random.next();
  const radius = random.between(0.5, 2);
  const isHit = (site: SimulatedSite) => {
    if (kind < 0.3) return site.feeder === centre.feeder;
    if (kind < 0.45 && traits.placing === 'points') {
      return Math.hypot(site.km[0] - centre.km[0], site.km[1] - centre.km[1]) <= radius;
    }
    if (kind < 0.5) return site.transformer === centre.transformer && site.id % 2 === 0;
    return site.transformer === centre.transformer;
  };
  const to = at + Math.max(30_000, lasting(random, 45 * minute));
  const truth: Truth = { at, to, sites: new Set(), reporting: 0 };
  truths.push(truth);
  for (const site of sites) {
    if (!isHit(site)) continue;
    // A few have a supply of their own.
    if (random.next() < 0.04) continue;
    const back = random.next() < 0.05 ? random.between(0, hour) : random.between(0, 2000);
    yield { site, from: at + random.next() * 300, to: to + back, why: 'mains', truth };
  }
}

function* carrierOutages({ sites, days, traits }: World, random: Prng, startAt: number) {
  for (const at of times(random, 1 / 20, days, startAt)) {
    const carrier = Math.floor(random.next() * traits.carriers);
    const feeder = random.next() < 0.5 ? null : sites[Math.floor(random.next() * sites.length)];
    const to = at + lasting(random, 40 * minute);
    for (const site of sites) {
      if (site.carrier !== carrier) continue;
      if (feeder != null && site.feeder !== feeder.feeder) continue;
      yield { site, from: at + random.next() * 5000, to, why: 'network' } as const;
    }
  }
}

function* rollOuts({ sites, days }: World, random: Prng, startAt: number): Generator<Cut> {
  for (const at of times(random, 1 / 15, days, startAt)) {
    const share = random.between(0.1, 1);
    // The server knows whom it told to update; somebody may update by hand.
    const isExcused = random.next() < 0.99;
    for (const site of sites) {
      if (random.next() > share) continue;
      const from = at + random.next() * 60_000;
      yield { site, from, to: from + random.between(20_000, 150_000), why: 'device', isExcused };
    }
  }
}

/** Times in which our own line is down. */
function blindTimes({ days }: World, random: Prng, startAt: number) {
  return times(random, 0.05, days, startAt).map((from) => ({
    from,
    to: from + lasting(random, 20 * minute),
  }));
}

const timeoutMs = 180_000;
const recoveryMs = 120_000;

/** What a server makes of it. A cut that begins within another, or before it is forgotten, counts with it. */
function tell(
  { sites }: World,
  cuts: readonly Cut[],
  blind: readonly { readonly from: number; readonly to: number }[],
  random: Prng,
): Told[] {
  const told: Told[] = [];
  let outageId = 0;
  const bySite = Map.groupBy(cuts, ({ site }) => site.id);
  for (const site of sites) {
    let free = Number.NEGATIVE_INFINITY;
    const ordered = (bySite.get(site.id) ?? []).toSorted((a, b) => a.from - b.from);
    for (const cut of ordered) {
      if (cut.from < free) continue;
      outageId += 1;
      free = tellCut(cut, outageId, blind, random, told);
    }
  }
  return withLeaks(told, sites.length, blind, random).sort((a, b) => a.at - b.at);
}

function tellCut(
  { site, from, to, why, truth, isExcused = false }: Cut,
  outageId: number,
  blind: readonly { readonly from: number; readonly to: number }[],
  random: Prng,
  told: Told[],
): number {
  const say = (at: number, standing: SiteStanding) => told.push({ at, siteId: site.id, standing });
  const gap = blind.find((one) => from < one.to && to > one.from - timeoutMs);
  const isReported = why === 'mains' && site.detection === 'mains';
  const reported = from + site.skewMs;
  const truly = { from: reported - 1000, to: reported + 1000 };
  const reportedLoss = {
    type: 'lost',
    outageId,
    onset: truly,
    isReported: true,
    isExcused,
  } as const;
  const heard = from - random.next() * 10_000;
  const waitMs = site.detection === 'silence-timeout' ? timeoutMs : random.between(23_000, 31_000);
  const known = heard + waitMs;
  // A board takes its time to start, its router more.
  const boot =
    random.between(4_000, 20_000) + (random.next() < 0.5 ? random.between(30_000, 150_000) : 0);
  const back = to + (why === 'mains' && !site.isRouterBuffered ? boot : random.between(500, 3_000));
  const isHeard = isReported && site.isRouterBuffered;
  if (gap !== undefined) {
    // Held until we see again; what is still away then is told as lost in a time that we did not see.
    if (back < gap.to + timeoutMs) return back;
    const onset = { from: Math.min(heard, gap.from), to: gap.to + timeoutMs };
    say(gap.to + timeoutMs, { type: 'lost', outageId, onset, isReported: false, isExcused: true });
  } else if (isHeard) say(from + random.between(300, 3_000), reportedLoss);
  else if (back < known) return back;
  else {
    const onset = { from: heard, to: known };
    say(known, { type: 'lost', outageId, onset, isReported: false, isExcused });
  }
  if (truth !== undefined && gap === undefined) {
    truth.sites.add(site.id);
    if (isHeard) truth.reporting += 1;
  }
  // The report comes late where the router was off, too.
  if (gap === undefined && isReported && !isHeard && back < to + hour) say(back, reportedLoss);
  const provenBy = why !== 'mains' || isReported || random.next() < 0.9 ? why : null;
  say(back + 1, { type: 'back', at: why === 'mains' ? to : back, provenBy });
  say(back + recoveryMs, { type: 'up' });
  return back + recoveryMs;
}

/** Our dead line itself: a site or two may be judged before so many are silent that we ask ourselves. */
function withLeaks(
  told: Told[],
  sites: number,
  blind: readonly { readonly from: number; readonly to: number }[],
  random: Prng,
): Told[] {
  let outageId = 1_000_000;
  for (const { from, to } of blind) {
    const leaks = random.next() < 0.2 ? Math.ceil(random.next() * 2) : 0;
    for (let leaked = 1; leaked <= leaks; leaked += 1) {
      outageId += 1;
      const onset = { from: from - 5_000, to: from + 20_000 };
      const siteId = 1 + Math.floor(random.next() * sites);
      const lost = { type: 'lost', outageId, onset, isReported: false, isExcused: false } as const;
      told.push({ at: from + 20_000 + leaked, siteId, standing: lost });
      told.push({
        at: to + 1_000,
        siteId,
        standing: { type: 'back', at: to, provenBy: 'network' },
      });
      told.push({ at: to + recoveryMs, siteId, standing: { type: 'up' } });
    }
  }
  return told;
}
