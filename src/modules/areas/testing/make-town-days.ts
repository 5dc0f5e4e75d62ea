/** What happens in a made-up town: its sites go and come back, and the server hears of it. */
import { Dice } from './dice.ts';
import { day, hour, minute, second } from './durations.ts';
import type { History, Told, Truth } from './make-days.ts';
import type { Town, TownSite, TownTraits } from './make-town.ts';

/** One time that a site is without power, contact or firmware. */
interface Absence {
  readonly from: number;
  readonly to: number;
  readonly why: 'mains' | 'network' | 'device';
  readonly isExcused: boolean;
  readonly truth: Truth | null;
}

export function makeTownDays(seed: string, town: Town, startAt: number): History {
  const random = new Dice(`${seed} days`);
  const absences = new Map<TownSite, Absence[]>(town.sites.map((site) => [site, []]));
  const truths: Truth[] = [];
  const leave: Leave = (site, from, to, why, more = {}) =>
    absences.get(site)?.push({ from, to, why, isExcused: false, truth: null, ...more });
  const end = startAt + town.days * day;
  const happen = { town, random, startAt, end, leave, truths };
  everyday(happen);
  closings(happen);
  feasts(happen);
  failures(happen);
  squalls(happen);
  carriers(happen);
  updates(happen);
  const told: Told[] = [];
  let outageId = 0;
  for (const [site, all] of absences) {
    const joins = startAt + site.joinsAfter;
    told.push({ at: joins, siteId: site.id, standing: { type: 'up' } });
    const ordered = together(all.filter(({ from }) => from > joins + minute));
    outageId = tellAbsences(site, ordered, town.traits, random, outageId, told);
  }
  return { told: told.sort((a, b) => a.at - b.at), truths };
}

type Leave = (
  site: TownSite,
  from: number,
  to: number,
  why: Absence['why'],
  more?: { readonly isExcused?: boolean; readonly truth?: Truth },
) => void;

interface Happening {
  readonly town: Town;
  readonly random: Dice;
  readonly startAt: number;
  readonly end: number;
  readonly leave: Leave;
  readonly truths: Truth[];
}

function everyday({ town, random, startAt, end, leave }: Happening): void {
  for (const site of town.sites) {
    for (const at of random.arrivals(site.cutsPerDay, startAt, end)) {
      leave(site, at, at + random.longTail(12 * minute), 'mains');
    }
    for (const at of random.arrivals(site.silencesPerDay, startAt, end)) {
      leave(site, at, at + random.longTail(2 * minute), 'network');
    }
  }
}

function closings({ town, random, startAt, leave }: Happening): void {
  for (let date = 0; date < town.days; date += 1) {
    if (date % 7 === 6) continue;
    const halls = new Map<number, number>();
    const opens = startAt + (date + 1) * day + 8 * hour;
    for (const site of town.sites) {
      if (site.closing === null) continue;
      const { minute: usual, deviation } = site.closing;
      const own = startAt + date * day + (usual + random.normal() * deviation) * minute;
      const at = site.hall === null ? own : (halls.get(site.hall) ?? own);
      if (site.hall !== null) halls.set(site.hall, at);
      leave(site, at + random.next() * second, opens + random.normal() * 10 * minute, 'mains');
    }
  }
}

/** Evenings on which everybody goes out, most of them before the feast begins. */
function feasts({ town, random, startAt, end, leave }: Happening): void {
  for (const at of random.arrivals(town.traits.feastsPerMonth / 30, startAt, end)) {
    const share = random.between(0.1, 0.5);
    for (const site of town.sites) {
      if (!random.chance(share)) continue;
      const from = at + random.normal() * 40 * minute;
      leave(site, from, from + random.between(2, 10) * hour, 'mains');
    }
  }
}

function failures(happening: Happening): void {
  const { town, random, startAt, end } = happening;
  for (const at of random.arrivals(town.traits.outagesPerDay, startAt, end)) {
    failure(happening, at);
  }
}

/** Lightning: a failure after the other, and homes that go by themselves. */
function squalls(happening: Happening): void {
  const { town, random, startAt, end, leave } = happening;
  for (const at of random.arrivals(town.traits.squallsPerMonth / 30, startAt, end)) {
    const lasts = random.between(0.5, 3) * hour;
    for (let left = random.whole(1, 5); left > 0; left -= 1) {
      failure(happening, at + random.next() * lasts);
    }
    for (const site of town.sites) {
      if (!random.chance(0.12)) continue;
      const from = at + random.next() * lasts;
      leave(site, from, from + random.longTail(25 * minute), 'mains');
    }
  }
}

function failure({ town, random, truths, leave }: Happening, at: number): void {
  const hit = random.oneOf(town.sites).branch;
  const level = random.oneOf([
    ...(['transformer', 'transformer', 'transformer', 'lateral', 'lateral'] as const),
    ...(['feeder', 'substation'] as const),
  ]);
  const phase = random.chance(0.15) ? random.whole(0, 2) : null;
  // Sections are switched off one by one, within a minute and a half.
  const isStaggered = random.chance(0.15);
  const stagger = new Map<number, number>();
  const stages = random.chance(0.25) ? random.whole(2, 4) : 1;
  const repowered = new Map<number, number>();
  const flaps = random.chance(0.12) ? random.whole(1, 3) : 0;
  const to = at + Math.max(40 * second, random.longTail(35 * minute));
  const again = Array.from({ length: flaps }, (_, flap) => ({
    off: to + (flap + 1) * random.between(1, 3) * minute,
    lasts: random.between(20, 240) * second,
  }));
  const goneAgainAt = Math.max(at, ...again.map(({ off }) => off));
  const truth: Truth = { at, to, sites: new Set(), reporting: 0, goneAgainAt };
  truths.push(truth);
  for (const site of town.sites) {
    const { branch } = site;
    if (branch[level] !== hit[level] || (phase !== null && site.phase !== phase)) continue;
    if (random.chance(0.03)) continue;
    const section = branch.transformer;
    if (!stagger.has(section)) {
      stagger.set(section, isStaggered ? random.between(0, 90) * second : 0);
      repowered.set(section, stages === 1 ? 0 : random.whole(0, stages - 1) * 7 * minute);
    }
    const from = at + (stagger.get(section) ?? 0) + random.next() * 200;
    const back = Math.max(to, from + 20 * second) + (repowered.get(section) ?? 0);
    leave(site, from, back + random.next() * second, 'mains', { truth });
    for (const { off, lasts } of again) {
      if (off > back) leave(site, off, off + lasts, 'mains', { truth });
    }
  }
}

/** The internet of some quarter, or of part of a carrier's customers. */
function carriers({ town, random, startAt, end, leave }: Happening): void {
  for (const at of random.arrivals(1 / 25, startAt, end)) {
    const { carrier, branch } = random.oneOf(town.sites);
    const isLocal = random.chance(0.4);
    const share = random.between(0.4, 1);
    const to = at + random.longTail(15 * minute);
    for (const site of town.sites) {
      if (site.carrier !== carrier || !random.chance(share)) continue;
      if (isLocal && site.branch.lateral !== branch.lateral) continue;
      leave(site, at + random.next() * 20 * second, to + random.next() * minute, 'network');
    }
  }
}

function updates({ town, random, startAt, end, leave }: Happening): void {
  for (const at of random.arrivals(1 / 20, startAt, end)) {
    const isExcused = random.chance(0.98);
    for (const site of town.sites) {
      if (!random.chance(0.7)) continue;
      const from = at + random.next() * 4 * minute;
      leave(site, from, from + random.between(30, 100) * second, 'device', { isExcused });
    }
  }
}

/** What overlaps is one absence, of the longer one's reason. */
function together(absences: readonly Absence[]): Absence[] {
  const merged: Absence[] = [];
  for (const absence of absences.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || absence.from > last.to) merged.push(absence);
    else if (absence.to > last.to) merged[merged.length - 1] = { ...last, to: absence.to };
  }
  return merged;
}

/** A site is well again, for the server, after so long. */
const steadyMs = 2 * minute;

/** @returns the last outage's row */
function tellAbsences(
  site: TownSite,
  absences: readonly Absence[],
  { timeoutMs }: TownTraits,
  random: Dice,
  lastOutage: number,
  told: Told[],
): number {
  const say = (at: number, standing: Told['standing']) =>
    told.push({ at, siteId: site.id, standing });
  let outageId = lastOutage;
  let awayUntil = Number.NEGATIVE_INFINITY;
  let steadyAt: number | null = null;
  for (const { from, to, why, isExcused, truth } of absences) {
    // The board has not come back since it was last away.
    if (from < awayUntil) continue;
    const isFelt = why === 'mains' && site.detection === 'mains';
    const isTold = isFelt && site.tellsAtOnce;
    // Beats are ten seconds apart, and some get lost.
    let heardAt = from - random.next() * 10 * second;
    while (random.chance(0.06)) heardAt -= 10 * second;
    const noticedAt = isTold
      ? from + random.longTail(1.5 * second)
      : site.detection === 'silence-timeout'
        ? heardAt + timeoutMs
        : Math.max(from, heardAt) + random.between(19, 33) * second;
    const restarts = why !== 'network' && !isTold;
    const startsFor = restarts ? 5 * second + random.longTail(25 * second) : random.next() * 5_000;
    const backAt = to + startsFor;
    if (backAt < noticedAt) continue;
    const goesOn = steadyAt !== null && noticedAt < steadyAt;
    if (steadyAt !== null && !goesOn) say(steadyAt, { type: 'up' });
    if (!goesOn) outageId += 1;
    if (truth !== null) {
      if (isTold && !truth.sites.has(site.id)) truth.reporting += 1;
      truth.sites.add(site.id);
    }
    const felt = goesOn ? heardAt : from + site.skewMs;
    const reported = {
      type: 'lost',
      outageId,
      onset: { from: felt - second, to: felt + second },
      isReported: true,
      isExcused,
    } as const;
    if (isTold) say(noticedAt, reported);
    else {
      const onset = { from: heardAt, to: noticedAt };
      say(noticedAt, { type: 'lost', outageId, onset, isReported: false, isExcused });
      if (isFelt) say(backAt, reported);
    }
    const provenBy = why === 'mains' && !isFelt && random.chance(0.15) ? null : why;
    say(backAt + 1, { type: 'back', at: restarts ? to : backAt, provenBy });
    awayUntil = backAt;
    steadyAt = backAt + steadyMs;
  }
  if (steadyAt !== null) say(steadyAt, { type: 'up' });
  return outageId;
}
