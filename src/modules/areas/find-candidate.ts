/** Whether the losses of some sites are too many, too close together, to be chance. */
import { detectionModes } from '../../domain/fleet/detection.ts';
import type { Interval } from './area-outage.ts';
import { boundOf, tailOf } from './binomial-tail.ts';
import type { LossHistory } from './loss-rates.ts';

export const candidateRules = {
  /** Losses this close together are one event, in ms. */
  windowMs: 90_000,
  leastSites: 3,
  /** Where they are scattered over cells, others of which are well. */
  leastScattered: 5,
  leastOwners: 2,
  /** Of the healthy sites. */
  leastShare: 0.3,
  /** Losses of so long before say how restless the area is just now, in ms. */
  restlessMs: 3_600_000,
  /** A loss that began longer ago makes nothing new, in ms. */
  staleMs: 15 * 60_000,
} as const;

/** Losses are looked at as of one moment first, then as of one window: a grid may fail part after part. */
interface Together {
  /** By how much their clocks and their moments may differ, in ms. */
  readonly slackMs: number;
  /** So many by chance must be less probable than this. */
  readonly chance: number;
}

const waysTogether: readonly Together[] = [
  { slackMs: 8_000, chance: 1e-6 },
  { slackMs: candidateRules.windowMs / 2, chance: 1e-10 },
];

/** A site as the watch sees it. Its properties may change as they like. */
export interface AreaSite {
  /** Null: nobody’s. */
  readonly ownerId: number | null;
  /** The way in which its losses are noticed. */
  readonly detection: (typeof detectionModes)[number];
  /** Null: not known. */
  readonly provider: string | null;
}

interface DetectedLoss {
  readonly onset: Interval;
  readonly shown: number;
  readonly isExcused: boolean;
  readonly backAt: number | null;
  /** Null: it is part of no area outage yet. */
  readonly area: object | null;
}

export interface Detectable {
  readonly cell: object;
  readonly facts: AreaSite;
  readonly history: LossHistory;
  readonly isUp: boolean;
  readonly loss: DetectedLoss | null;
}

export interface Candidate<S extends Detectable> {
  readonly losses: readonly NonNullable<S['loss']>[];
  /** Where they are. */
  readonly cells: ReadonlySet<S['cell']>;
  /** When the first of them began, epoch ms. */
  readonly begin: number;
}

/**
 * Looks for losses of sites at one moment that are no chance.
 *
 * Sites of which nothing can be known yet say nothing. So boards that report the loss are looked at by
 * themselves first, then with those whose session breaks, then all.
 *
 * A failing branch may take some cells of those given and leave the others alone. Then only the
 * cells that it takes have to have lost their share, while chance is that of all.
 *
 * Sites of one owner may hang behind one fuse: what is compared with chance is how many owners have lost.
 * @param rateOf losses an hour
 */
export function findCandidate<S extends Detectable>(
  sites: Iterable<S>,
  rateOf: (history: LossHistory) => number,
  now: number,
): Candidate<S> | null {
  const lost: NonNullable<S['loss']>[] = [];
  const healthy: S[] = [];
  for (const site of sites) {
    if (site.isUp) healthy.push(site);
    else if (site.loss !== null && isFresh(site.loss, now)) {
      lost.push(site.loss);
      healthy.push(site);
    }
  }
  if (lost.length < candidateRules.leastSites) return null;
  let most = 0;
  for (const { slackMs, chance } of waysTogether) {
    const together = sharingMoment(lost, slackMs);
    if (together.length < candidateRules.leastSites || together.length === most) continue;
    most = together.length;
    const found = findTogether(healthy, together, chance, rateOf);
    if (found !== null) return found;
  }
  return null;
}

function findTogether<S extends Detectable>(
  healthy: readonly S[],
  together: readonly NonNullable<S['loss']>[],
  chance: number,
  rateOf: (history: LossHistory) => number,
): Candidate<S> | null {
  const [first] = together;
  if (first === undefined) return null;
  const lostTogether = new Set<DetectedLoss | null>(together);
  let before = 0;
  for (let slowest = 0; slowest < detectionModes.length; slowest += 1) {
    const told = healthy.filter(
      ({ facts, isUp, loss }) =>
        detectionModes.indexOf(facts.detection) <= slowest && (isUp || lostTogether.has(loss)),
    );
    if (told.length === before) continue;
    before = told.length;
    const cells = cellsHit(told, lostTogether);
    if (cells.size === 0) continue;
    if (!isNoChance(told, lostTogether, cells, rateOf, { shown: first.shown, chance })) continue;
    const isHit = new Set<DetectedLoss | null>();
    for (const { cell, loss } of healthy) if (cells.has(cell)) isHit.add(loss);
    const losses = together.filter((loss) => isHit.has(loss));
    return { losses, cells, begin: (losses[0] ?? first).onset.from };
  }
  return null;
}

function isFresh({ isExcused, backAt, onset }: DetectedLoss, now: number): boolean {
  return !isExcused && backAt === null && now - onset.from <= candidateRules.staleMs;
}

/** All cells, where enough of all sites are lost; else those of which enough are. */
function cellsHit<S extends Detectable>(
  sites: readonly S[],
  lost: ReadonlySet<DetectedLoss | null>,
): ReadonlySet<S['cell']> {
  const { leastShare, leastScattered } = candidateRules;
  let lostSites = 0;
  for (const { loss } of sites) if (lost.has(loss)) lostSites += 1;
  if (lostSites >= leastShare * sites.length) return new Set(sites.map(({ cell }) => cell));
  const isOneCell = sites.every(({ cell }) => cell === sites[0]?.cell);
  if (isOneCell || lostSites < leastScattered) return new Set();
  const counts = new Map<S['cell'], { sites: number; lost: number }>();
  for (const { cell, loss } of sites) {
    const count = counts.get(cell) ?? { sites: 0, lost: 0 };
    count.sites += 1;
    if (lost.has(loss)) count.lost += 1;
    counts.set(cell, count);
  }
  const hit = new Set<S['cell']>();
  let scattered = 0;
  for (const [cell, count] of counts) {
    if (count.lost === 0 || count.lost < leastShare * count.sites) continue;
    hit.add(cell);
    scattered += count.lost;
  }
  return scattered < leastScattered ? new Set() : hit;
}

/** The losses that may have begun at one moment: at that which most share, with one among them that is new. */
function sharingMoment<L extends DetectedLoss>(
  losses: readonly L[],
  slackMs: number,
): readonly L[] {
  const { windowMs } = candidateRules;
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
  cells: ReadonlySet<object>,
  rateOf: (history: LossHistory) => number,
  { shown, chance }: { readonly shown: number; readonly chance: number },
): boolean {
  const { windowMs, restlessMs, leastSites, leastOwners, leastShare } = candidateRules;
  const ownerOf = (site: Detectable) => site.facts.ownerId ?? site;
  const hitOwners = new Set<unknown>();
  const lostOwners = new Set<unknown>();
  let lostSites = 0;
  for (const site of sites) {
    if (!cells.has(site.cell)) continue;
    hitOwners.add(ownerOf(site));
    if (!lost.has(site.loss)) continue;
    lostOwners.add(ownerOf(site));
    lostSites += 1;
  }
  if (lostSites < leastSites || lostOwners.size < leastOwners) return false;
  if (lostOwners.size < leastShare * hitOwners.size) return false;
  let restless = 0;
  for (const { history } of sites) restless += history.countBetween(shown - restlessMs, shown);
  const restlessRate = restless / sites.length / (restlessMs / 3_600_000);
  const expectedOf = ({ history }: Detectable) =>
    (Math.max(rateOf(history), restlessRate) * windowMs) / 3_600_000;
  let inAll = 0;
  for (const site of sites) inAll += expectedOf(site);
  // Mostly there is no need to look at owners: one is lost less often than all of its sites together.
  if (boundOf(inAll, lostOwners.size) < chance) return true;
  const expected = new Map<unknown, number>();
  for (const site of sites) {
    const owner = ownerOf(site);
    expected.set(owner, (expected.get(owner) ?? 0) + expectedOf(site));
  }
  const chances = Array.from(expected.values(), (losses) => 1 - Math.exp(-losses));
  return tailOf(chances, lostOwners.size, chance) < chance;
}
