/** Whether the losses of some sites are too many, too close together, to be chance. */
import { detectionModes } from '../fleet/detection.ts';
import type { Interval } from './area-outage.ts';
import { tailOf } from './binomial-tail.ts';
import type { LossHistory } from './loss-rates.ts';

export const candidateRules = {
  /** Losses this close together are one event, in ms. */
  windowMs: 90_000,
  /** By how much clocks, and what a grid does one after the other, may differ, in ms. */
  slackMs: 8_000,
  /** So many by chance must be less probable than this. */
  chance: 1e-6,
  leastSites: 3,
  leastOwners: 2,
  /** Of the healthy sites. */
  leastShare: 0.3,
  /** Losses of so long before say how restless the area is just now, in ms. */
  restlessMs: 3_600_000,
  /** A loss that began longer ago makes nothing new, in ms. */
  staleMs: 15 * 60_000,
} as const;

/** A site as the watch sees it. Its properties may change as they like. */
export interface AreaSite {
  /** Null: nobody’s. */
  readonly ownerId: number | null;
  /** How its losses are noticed. */
  readonly detection: (typeof detectionModes)[number];
  /** Null: not known. */
  readonly provider: string | null;
}

export interface DetectedLoss {
  readonly onset: Interval;
  readonly shown: number;
  readonly isExcused: boolean;
  readonly backAt: number | null;
  /** Null: it is part of no area outage yet. */
  readonly area: object | null;
}

export interface Detectable {
  readonly facts: AreaSite;
  readonly history: LossHistory;
  readonly isUp: boolean;
  readonly loss: DetectedLoss | null;
}

export interface Candidate<L> {
  readonly losses: readonly L[];
  /** When the first of them began, epoch ms. */
  readonly begin: number;
}

/**
 * Looks for losses of sites at one moment that are no chance.
 *
 * Sites of which nothing can be known yet say nothing. So boards that report the loss are looked at by
 * themselves first, then with those whose session breaks, then all.
 *
 * Sites of one owner may hang behind one fuse: what is compared with chance is how many owners have lost.
 * @param rateOf losses an hour
 */
export function findCandidate<L extends DetectedLoss>(
  sites: Iterable<Detectable & { readonly loss: L | null }>,
  rateOf: (history: LossHistory) => number,
  now: number,
): Candidate<L> | null {
  const lost: L[] = [];
  const healthy: (Detectable & { readonly loss: L | null })[] = [];
  for (const site of sites) {
    if (site.isUp) healthy.push(site);
    else if (site.loss !== null && isFresh(site.loss, now)) {
      lost.push(site.loss);
      healthy.push(site);
    }
  }
  if (!mayBeEnough(healthy)) return null;
  const together = sharingMoment(lost);
  const [first] = together;
  if (first === undefined || together.length < candidateRules.leastSites) return null;
  const lostTogether = new Set<DetectedLoss | null>(together);
  for (let slowest = 0; slowest < detectionModes.length; slowest += 1) {
    const told = healthy.filter(
      ({ facts, isUp, loss }) =>
        detectionModes.indexOf(facts.detection) <= slowest && (isUp || lostTogether.has(loss)),
    );
    if (isNoChance(told, lostTogether, rateOf, first.shown)) {
      return { losses: together, begin: first.onset.from };
    }
  }
  return null;
}

function isFresh({ isExcused, backAt, onset }: DetectedLoss, now: number): boolean {
  return !isExcused && backAt === null && now - onset.from <= candidateRules.staleMs;
}

/** Whether it is worth a closer look. Most sites are looked at in vain, many times in a storm. */
function mayBeEnough(healthy: readonly Detectable[]): boolean {
  const { leastSites, leastShare } = candidateRules;
  const up = detectionModes.map(() => 0);
  const lost = detectionModes.map(() => 0);
  for (const { facts, isUp } of healthy) {
    const mode = detectionModes.indexOf(facts.detection);
    const counts = isUp ? up : lost;
    counts[mode] = (counts[mode] ?? 0) + 1;
  }
  let sites = 0;
  let lostSites = 0;
  return detectionModes.some((_, mode) => {
    lostSites += lost[mode] ?? 0;
    sites += (lost[mode] ?? 0) + (up[mode] ?? 0);
    return lostSites >= leastSites && lostSites >= leastShare * sites;
  });
}

/** The losses that may have begun at one moment: at that which most share, with one among them that is new. */
function sharingMoment<L extends DetectedLoss>(losses: readonly L[]): readonly L[] {
  const { windowMs, slackMs } = candidateRules;
  const turns = losses.flatMap((loss) => {
    const { from, to } = loss.onset;
    const end = Math.min(to, from + windowMs) + slackMs;
    return [
      { at: from - slackMs, loss, isBegin: true },
      { at: end, loss, isBegin: false },
    ];
  });
  turns.sort((a, b) => a.at - b.at || Number(b.isBegin) - Number(a.isBegin));
  let best: readonly L[] = [];
  let news = 0;
  const open = new Set<L>();
  for (const { loss, isBegin } of turns) {
    if (isBegin) open.add(loss);
    else {
      // The most are open just before the next one ends.
      if (news > 0 && open.size > best.length) best = [...open];
      open.delete(loss);
    }
    if (loss.area === null) news += isBegin ? 1 : -1;
  }
  return best.toSorted((a, b) => a.onset.from - b.onset.from);
}

function isNoChance(
  sites: readonly Detectable[],
  lost: ReadonlySet<DetectedLoss | null>,
  rateOf: (history: LossHistory) => number,
  shownBegin: number,
): boolean {
  const { windowMs, restlessMs, leastSites, leastOwners, leastShare, chance } = candidateRules;
  let lostSites = 0;
  let restless = 0;
  for (const { history, loss } of sites) {
    if (lost.has(loss)) lostSites += 1;
    restless += history.countBetween(shownBegin - restlessMs, shownBegin);
  }
  if (lostSites < leastSites || lostSites < leastShare * sites.length) return false;
  const restlessRate = restless / sites.length / (restlessMs / 3_600_000);
  const owners = new Map<unknown, { expected: number; isLost: boolean }>();
  for (const site of sites) {
    const owner = site.facts.ownerId ?? site;
    const known = owners.get(owner) ?? { expected: 0, isLost: false };
    const perHour = Math.max(rateOf(site.history), restlessRate);
    known.expected += (perHour * windowMs) / 3_600_000;
    known.isLost ||= lost.has(site.loss);
    owners.set(owner, known);
  }
  const lostOwners = [...owners.values()].filter(({ isLost }) => isLost).length;
  if (lostOwners < leastOwners || lostOwners < leastShare * owners.size) return false;
  const chances = Array.from(owners.values(), ({ expected }) => 1 - Math.exp(-expected));
  return tailOf(chances, lostOwners, chance) < chance;
}
