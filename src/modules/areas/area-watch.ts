/**
 * Finds outages of whole areas among the losses of single sites. The losses are those that the state
 * machine of each device has decided on; nothing here decides about a site.
 *
 * `follow` takes how a site stands, and costs little; `settle` looks at the cells that were touched since.
 */
import type { Place } from '../../domain/devices/place.ts';
import { shownAt } from '../../domain/local-days.ts';
import {
  type AreaOutage,
  type Interval,
  judgeArea,
  type LossEvidence,
  onsetOf,
} from './area-outage.ts';
import { CellMap } from './cell-map.ts';
import { CurrentRates } from './current-rates.ts';
import { type AreaSite, type Candidate, candidateRules, findCandidate } from './find-candidate.ts';
import { cellOf } from './grid-place.ts';
import { LossHistory } from './loss-rates.ts';
import {
  type Area,
  addCell,
  addUp,
  type Cell,
  excuse,
  hasFree,
  isFree,
  isOf,
  type Loss,
  makeArea,
  makeSums,
  type Site,
  sitesOf,
} from './watched-sites.ts';

const rules = {
  /** Closed once this share is back. */
  closingShare: 0.5,
  /** If this share of the sites were lost at about this time the day before, they hang behind a switch. */
  switchShare: 0.8,
  /** A cell with fewer sites is looked at together with those around it. */
  fewSites: 8,
} as const;

const hourMs = 3_600_000;

/** The standing of a site, by its device’s state. */
export type SiteStanding =
  /** Not watched: never heard, released, revoked. */
  | { readonly type: 'unwatched' }
  | { readonly type: 'up' }
  | ({ readonly type: 'lost' } & SiteLoss)
  /** Heard again, while its outage may still go on. */
  | { readonly type: 'back'; readonly at: number; readonly provenBy: LossEvidence['provenBy'] };

export interface SiteLoss {
  /** The row of its outage. */
  readonly outageId: number;
  readonly onset: Interval;
  /** The board itself said that the mains are lost. */
  readonly isReported: boolean;
  /** It has a reason of its own: planned work, an update, our own blindness. */
  readonly isExcused: boolean;
}

/** A past loss of a site, for its rate. */
export interface PastLoss {
  /** Epoch ms. */
  readonly at: number;
  readonly isOfArea: boolean;
}

/** Findings of `settle`. */
export interface AreaChanges {
  /** New or different. */
  readonly touched: readonly AreaOutage[];
  /** They went into others, or turned out to be none. */
  readonly removed: readonly AreaOutage[];
  /** By rows of outages of sites: the area outage that each is now part of. Null: of none any more. */
  readonly joined: ReadonlyMap<number, AreaOutage | null>;
}

/** An area outage and its losses, as rows have them. */
export interface StoredArea
  extends Pick<AreaOutage, 'onset' | 'declaredAt' | 'status' | 'cause' | 'endedAt'> {
  readonly id: number;
  readonly losses: readonly StoredLoss[];
}

export interface StoredLoss extends Omit<SiteLoss, 'isExcused'> {
  readonly siteId: number;
  readonly backAt: number | null;
  readonly provenBy: LossEvidence['provenBy'];
  /** The outage of the site goes on. */
  readonly isOpen: boolean;
}

export class AreaWatch {
  readonly #timezone: string;
  readonly #sites = new Map<number, Site>();
  readonly #map = new CellMap();
  readonly #rates = new CurrentRates(this.#sites);
  readonly #open = new Set<Area>();
  readonly #dirty = new Set<Cell>();
  readonly #touched = new Set<Area>();
  readonly #removed = new Set<Area>();
  readonly #joined = new Map<number, Area | null>();
  readonly #offsets = new Map<number, number>();

  /** @param timezone in which habits are seen; IANA name */
  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  /** Whether a site has a place that says something about the grid. */
  has(siteId: number): boolean {
    return this.#sites.has(siteId);
  }

  /** Whether anything may have come of what was said since `settle`. */
  get isUnsettled(): boolean {
    return this.#dirty.size + this.#touched.size + this.#removed.size + this.#joined.size > 0;
  }

  /** The area outages that go on. */
  open(): Iterable<AreaOutage> {
    return this.#open;
  }

  /** The area outage that a site’s present loss is part of, open or over. Null: none. */
  areaOf(siteId: number): AreaOutage | null {
    return this.#sites.get(siteId)?.loss?.area ?? null;
  }

  /**
   * Takes a site in, or gives it another place. Without a place it is not looked at.
   * @param since epoch ms: when it began to be watched
   * @param past its losses, the oldest first, without one that goes on
   */
  place(
    siteId: number,
    {
      place,
      facts,
      since,
      past,
    }: {
      readonly place: Place;
      readonly facts: AreaSite;
      readonly since: number;
      readonly past: readonly PastLoss[];
    },
  ): void {
    this.forget(siteId);
    const name = cellOf(place);
    if (name === null) return;
    const history = new LossHistory(since);
    for (const { at, isOfArea } of past) {
      const shown = this.#shown(at);
      history.add(shown);
      if (isOfArea) history.exclude(shown);
    }
    const cell = this.#map.cell(name);
    const { location } = place;
    const site = { id: siteId, facts, location, cell, history, isUp: false, loss: null };
    this.#sites.set(siteId, site);
    this.#map.add(site);
  }

  forget(siteId: number): void {
    const site = this.#sites.get(siteId);
    if (site === undefined) return;
    if (site.loss !== null) this.#drop(site.loss);
    this.#sites.delete(siteId);
    this.#map.remove(site);
  }

  /**
   * Takes over what rows say of an area outage. Sites that have no place any more are left out; of an area
   * outage without any other, nothing is left.
   */
  restore(stored: StoredArea): void {
    const { id, onset, declaredAt, status, cause, endedAt, losses } = stored;
    const area = makeArea(onset, declaredAt, { status, cause });
    area.id = id;
    area.endedAt = endedAt;
    for (const { siteId, isOpen, ...rest } of losses) {
      const site = this.#sites.get(siteId);
      if (site === undefined) {
        this.#joined.set(rest.outageId, null);
        continue;
      }
      const shown = this.#shown(rest.onset.from);
      const { provider } = site.facts;
      const loss: Loss = { ...rest, site, provider, shown, isExcused: false, area };
      area.losses.add(loss);
      addUp(area.sums, loss);
      if (endedAt === null) addCell(area, site.cell);
      else area.cells.add(site.cell);
      if (!isOpen) continue;
      site.loss = loss;
      site.history.add(shown);
      site.history.exclude(shown);
    }
    if (area.losses.size === 0) this.#removed.add(area);
    else if (endedAt === null) {
      this.#open.add(area);
      this.#touched.add(area);
    }
  }

  /** Takes the standing of a site now; one that has not changed may be said again. */
  follow(siteId: number, standing: SiteStanding): void {
    const site = this.#sites.get(siteId);
    if (site === undefined) return;
    const { loss } = site;
    const isUp = standing.type === 'up' || standing.type === 'back';
    if (site.isUp !== isUp) site.cell.up += isUp ? 1 : -1;
    site.isUp = isUp;
    switch (standing.type) {
      case 'lost':
        this.#lose(site, standing);
        break;
      case 'back':
        if (loss !== null) this.#return(loss, standing);
        break;
      case 'up':
        if (loss?.backAt === null) this.#drop(loss);
        site.loss = null;
        break;
      case 'unwatched':
        if (loss !== null) this.#drop(loss);
        site.loss = null;
    }
  }

  /** Draws the conclusions from what was said since the last call. */
  settle(now: number): AreaChanges {
    for (const cell of this.#dirty) this.#joinOpen(cell);
    const feeders = new Set<ReadonlySet<Cell>>();
    for (const cell of this.#dirty) {
      if (!hasFree(cell)) continue;
      this.#look([cell], now);
      const feeder = this.#map.feederOf(cell);
      if (feeder !== undefined && feeder.size > 1) feeders.add(feeder);
      if (cell.sites.size < rules.fewSites && hasFree(cell))
        this.#look(this.#map.around(cell), now);
    }
    for (const feeder of feeders) {
      const cells = [...feeder];
      if (cells.some(hasFree)) this.#look(cells, now);
    }
    this.#dirty.clear();
    for (const area of this.#touched) this.#judge(area, now);
    const changes = {
      touched: [...this.#touched],
      removed: [...this.#removed],
      joined: new Map(this.#joined),
    };
    this.#touched.clear();
    this.#removed.clear();
    this.#joined.clear();
    return changes;
  }

  #lose(site: Site, said: SiteLoss): void {
    const { loss } = site;
    if (loss !== null && loss.outageId === said.outageId) {
      this.#amend(loss, said);
      return;
    }
    if (loss?.backAt === null) this.#drop(loss);
    const shown = this.#shown(said.onset.from);
    const isExcused = said.isExcused || site.history.isHabit(shown);
    site.history.add(shown);
    if (isExcused) site.history.exclude(shown);
    site.loss = {
      site,
      outageId: said.outageId,
      onset: said.onset,
      isReported: said.isReported,
      isExcused,
      shown,
      provider: site.facts.provider,
      provenBy: null,
      area: null,
      backAt: null,
    };
    if (!isExcused) this.#dirty.add(site.cell);
  }

  /** More is known of a loss, or it goes on after all. */
  #amend(loss: Loss, { onset, isReported }: SiteLoss): void {
    const isSame =
      loss.backAt === null &&
      loss.isReported === isReported &&
      loss.onset.from === onset.from &&
      loss.onset.to <= onset.to;
    if (isSame) return;
    // A loss that goes on after a return began as it began.
    if (loss.backAt === null && overlap(loss.onset, onset)) {
      loss.onset = onset;
      loss.isReported = isReported;
    }
    loss.backAt = null;
    loss.provenBy = null;
    if (loss.area !== null) this.#touched.add(loss.area);
    else if (!loss.isExcused) this.#dirty.add(loss.site.cell);
  }

  #return(loss: Loss, { at, provenBy }: { at: number; provenBy: LossEvidence['provenBy'] }): void {
    if (loss.backAt === at && loss.provenBy === provenBy) return;
    loss.backAt = at;
    loss.provenBy = provenBy;
    if (loss.area !== null) this.#touched.add(loss.area);
  }

  /** Nothing will be heard of this loss any more. */
  #drop(loss: Loss): void {
    const { area, site } = loss;
    site.loss = null;
    if (area === null) return;
    area.losses.delete(loss);
    this.#sumUp(area);
    this.#joined.set(loss.outageId, null);
    if (area.losses.size > 0) this.#touched.add(area);
    else this.#remove(area);
  }

  #sumUp(area: Area): void {
    area.sums = makeSums();
    for (const loss of area.losses) addUp(area.sums, loss);
    area.labels = [];
  }

  /** A loss where an area outage has just begun is part of it. */
  #joinOpen(cell: Cell): void {
    for (const area of cell.areas) {
      for (const { loss } of cell.sites) {
        if (loss === null || !isFree(loss)) continue;
        if (Math.abs(loss.onset.from - area.onset.from) <= candidateRules.windowMs) {
          this.#join(area, loss);
        }
      }
    }
  }

  #look(cells: readonly Cell[], now: number): void {
    const rateOf = this.#rates.at(now, this.#shown(now));
    const found = findCandidate(sitesOf(cells), rateOf, now);
    if (found === null) return;
    const free = found.losses.filter(isFree);
    const repeated = free.filter(({ site, shown }) => site.history.wasLostDayBefore(shown));
    if (repeated.length < rules.switchShare * free.length) this.#declare(found, now);
    else for (const loss of free) excuse(loss);
  }

  #declare({ losses, cells: hit, begin }: Candidate<Site>, now: number): void {
    const cells = [...hit];
    const isBeside = (area: Area) =>
      cells.some((cell) => isOf(area, cell)) ||
      cells.some((cell) => this.#map.near(cell).some((near) => area.cells.has(near)));
    const [first, ...others] = [...this.#open]
      .filter((area) => Math.abs(area.onset.from - begin) <= candidateRules.windowMs)
      .filter(isBeside)
      .sort((a, b) => a.declaredAt - b.declaredAt);
    const area = first ?? makeArea({ from: begin, to: now }, now);
    this.#open.add(area);
    for (const other of others) this.#merge(other, area);
    for (const cell of cells) addCell(area, cell);
    for (const loss of losses) if (isFree(loss)) this.#join(area, loss);
    for (const cell of cells) this.#joinOpen(cell);
  }

  #merge(other: Area, area: Area): void {
    for (const cell of other.cells) addCell(area, cell);
    for (const loss of other.losses) this.#join(area, loss);
    this.#remove(other);
  }

  #join(area: Area, loss: Loss): void {
    loss.area = area;
    area.losses.add(loss);
    addUp(area.sums, loss);
    loss.site.history.exclude(loss.shown);
    this.#joined.set(loss.outageId, area);
    this.#touched.add(area);
  }

  #remove(area: Area): void {
    this.#close(area);
    this.#touched.delete(area);
    this.#removed.add(area);
  }

  #close(area: Area): void {
    this.#open.delete(area);
    for (const cell of area.cells) cell.areas.delete(area);
  }

  #judge(area: Area, now: number): void {
    const { status, cause } = judgeArea(area.losses);
    if (cause === 'device') {
      for (const loss of area.losses) {
        loss.area = null;
        loss.isExcused = true;
        this.#joined.set(loss.outageId, null);
      }
      this.#remove(area);
      return;
    }
    if (status === 'confirmed' && cause === 'network') this.#releaseReported(area);
    area.status = status;
    area.cause = cause;
    area.onset = onsetOf(area.losses);
    area.lost = area.losses.size;
    const back: number[] = [];
    let isBackUp = 0;
    for (const { backAt, site, area: of } of area.losses) {
      if (backAt === null) continue;
      back.push(backAt);
      if (site.isUp && site.loss?.area === of) isBackUp += 1;
    }
    back.sort((a, b) => a - b);
    area.back = back.length;
    area.healthy = -isBackUp;
    for (const { up } of area.cells) area.healthy += up;
    const { owners, labels, points, latitude, longitude } = area.sums;
    area.owners = owners.size;
    if (labels.size !== area.labels.length) area.labels = [...labels].sort();
    area.middle =
      points === 0 ? null : { latitude: latitude / points, longitude: longitude / points };
    const needed = Math.ceil(area.lost * rules.closingShare);
    if (back.length < needed) this.#reopen(area);
    else if (area.endedAt === null) {
      area.endedAt = Math.max(area.onset.to, back[needed - 1] ?? now);
      this.#close(area);
    }
  }

  /** A board that lost its mains while the internet of others failed had a cut of its own. */
  #releaseReported(area: Area): void {
    for (const loss of area.losses) {
      if (!loss.isReported) continue;
      area.losses.delete(loss);
      loss.area = null;
      loss.isExcused = true;
      this.#joined.set(loss.outageId, null);
    }
    this.#sumUp(area);
  }

  /** Its sites fell again before their return had lasted: it goes on. */
  #reopen(area: Area): void {
    if (area.endedAt === null) return;
    area.endedAt = null;
    this.#open.add(area);
    for (const cell of area.cells) addCell(area, cell);
  }

  #shown(at: number): number {
    const hour = Math.floor(at / hourMs);
    let offset = this.#offsets.get(hour);
    if (offset === undefined) {
      offset = shownAt(hour * hourMs, this.#timezone) - hour * hourMs;
      if (this.#offsets.size > 10_000) this.#offsets.clear();
      this.#offsets.set(hour, offset);
    }
    return at + offset;
  }
}

function overlap(a: Interval, b: Interval): boolean {
  return a.from <= b.to && b.from <= a.to;
}
