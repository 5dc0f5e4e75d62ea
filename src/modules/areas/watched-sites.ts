/** The sites that are watched, their losses, and what these are part of. */
import type { Location } from '../../domain/devices/place.ts';
import type { AreaOutage, Interval, LossEvidence } from './area-outage.ts';
import type { AreaSite, Detectable } from './find-candidate.ts';
import type { CellName } from './grid-place.ts';
import type { LossHistory } from './loss-rates.ts';

export interface Loss extends LossEvidence {
  readonly site: Site;
  readonly outageId: number;
  onset: Interval;
  isReported: boolean;
  provenBy: LossEvidence['provenBy'];
  isExcused: boolean;
  /** Its beginning in local time. */
  readonly shown: number;
  area: Area | null;
  backAt: number | null;
}

export interface Site extends Detectable {
  readonly id: number;
  readonly facts: AreaSite;
  readonly location: Location | null;
  readonly cell: Cell;
  readonly history: LossHistory;
  isUp: boolean;
  loss: Loss | null;
}

export interface Cell extends CellName {
  readonly sites: Set<Site>;
  /** The number of them that are up. */
  up: number;
  /** Of the points of its sites. Undefined: not computed since they changed. */
  middle: Location | null | undefined;
  /** Area outages that go on here. */
  readonly areas: Set<Area>;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export interface Area extends Mutable<AreaOutage> {
  readonly cells: Set<Cell>;
  /** Those of its cells. */
  readonly feeders: Set<string>;
  readonly losses: Set<Loss>;
  /** Of its losses, added up as they join. */
  sums: Sums;
}

interface Sums {
  readonly owners: Set<unknown>;
  readonly labels: Set<string>;
  points: number;
  latitude: number;
  longitude: number;
}

export function makeArea(
  onset: Interval,
  declaredAt: number,
  verdict: Pick<AreaOutage, 'status' | 'cause'> = { status: 'suspected', cause: 'mains' },
): Area {
  return {
    id: null,
    onset,
    declaredAt,
    ...verdict,
    endedAt: null,
    lost: 0,
    back: 0,
    owners: 0,
    healthy: 0,
    labels: [],
    middle: null,
    cells: new Set<Cell>(),
    feeders: new Set<string>(),
    losses: new Set<Loss>(),
    sums: makeSums(),
  };
}

export function makeSums(): Sums {
  return { owners: new Set(), labels: new Set(), points: 0, latitude: 0, longitude: 0 };
}

export function addUp(sums: Sums, { site }: Loss): void {
  const { facts, cell, location } = site;
  sums.owners.add(facts.ownerId ?? site);
  if (cell.label !== null) sums.labels.add(cell.label);
  if (location === null) return;
  sums.points += 1;
  sums.latitude += location.latitude;
  sums.longitude += location.longitude;
}

export function excuse(loss: Loss): void {
  loss.isExcused = true;
  loss.site.history.exclude(loss.shown);
}

/** A loss that may still become part of an area outage. */
export function isFree({ area, isExcused, backAt }: Loss): boolean {
  return area === null && !isExcused && backAt === null;
}

export function hasFree({ sites }: Cell): boolean {
  for (const { loss } of sites) if (loss !== null && isFree(loss)) return true;
  return false;
}

export function* sitesOf(cells: readonly Cell[]): Generator<Site> {
  for (const { sites } of cells) yield* sites;
}

export function addCell(area: Area, cell: Cell): void {
  area.cells.add(cell);
  cell.areas.add(area);
  if (cell.parent !== null) area.feeders.add(cell.parent);
}

export function isOf({ cells, feeders }: Area, cell: Cell): boolean {
  return cells.has(cell) || (cell.parent !== null && feeders.has(cell.parent));
}
