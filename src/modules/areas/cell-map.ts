/** The cells of the watched sites: which of them hang on one feeder, and which lie near each other. */
import type { Location } from '../../domain/devices/place.ts';
import { type CellName, kmBetween, nearSquares, squareOf } from './grid-place.ts';
import type { Cell, Site } from './watched-sites.ts';

/** Cells this near join, in km. */
const joinKm = 2;
/** Cells are looked at together up to so many sites. */
const aroundSites = 30;

export class CellMap {
  readonly #cells = new Map<string, Cell>();
  /** Cells by feeder. */
  readonly #feeders = new Map<string, Set<Cell>>();
  /** Cells by the squares in which they have points. */
  readonly #squares = new Map<string, Set<Cell>>();
  /** Cells within `joinKm` of a cell, as long as no site changes its place. */
  readonly #near = new Map<Cell, readonly Cell[]>();

  /** The cell of this name; a new one until `add` has put a site there. */
  cell(name: CellName): Cell {
    const known = this.#cells.get(name.key);
    if (known !== undefined) return known;
    const cell: Cell = { ...name, sites: new Set(), up: 0, middle: undefined, areas: new Set() };
    this.#cells.set(name.key, cell);
    if (name.parent !== null) addTo(this.#feeders, name.parent, cell);
    return cell;
  }

  add(site: Site): void {
    const { cell, location } = site;
    cell.sites.add(site);
    cell.middle = undefined;
    this.#near.clear();
    if (location !== null) addTo(this.#squares, squareOf(location), cell);
  }

  remove(site: Site): void {
    const { cell } = site;
    cell.sites.delete(site);
    if (site.isUp) cell.up -= 1;
    cell.middle = undefined;
    this.#near.clear();
    if (cell.sites.size > 0) return;
    this.#cells.delete(cell.key);
    if (cell.parent !== null) this.#feeders.get(cell.parent)?.delete(cell);
    for (const cells of this.#squares.values()) cells.delete(cell);
  }

  /** The cells that hang on one feeder with this one. */
  feederOf(cell: Cell): ReadonlySet<Cell> | undefined {
    return cell.parent === null ? undefined : this.#feeders.get(cell.parent);
  }

  /** A cell and the cells near it, while their sites are few. */
  around(cell: Cell): readonly Cell[] {
    const cells = [cell];
    let sites = cell.sites.size;
    for (const near of this.near(cell)) {
      if (sites >= aroundSites) break;
      cells.push(near);
      sites += near.sites.size;
    }
    return cells;
  }

  /** The cells within `joinKm`. */
  near(cell: Cell): readonly Cell[] {
    let near = this.#near.get(cell);
    if (near === undefined) {
      near = [...this.#findNear(cell)];
      this.#near.set(cell, near);
    }
    return near;
  }

  *#findNear(cell: Cell): Generator<Cell> {
    const seen = new Set<Cell>([cell]);
    const here = pointOf(cell);
    if (here === null) return;
    for (const square of nearSquares(here, joinKm)) {
      for (const other of this.#squares.get(square) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        const there = pointOf(other);
        if (there !== null && kmBetween(here, there) <= joinKm) yield other;
      }
    }
  }
}

function addTo<T>(groups: Map<string, Set<T>>, key: string, one: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([one]));
  else group.add(one);
}

function pointOf(cell: Cell): Location | null {
  cell.middle ??= middleOf([...cell.sites].flatMap(({ location }) => location ?? []));
  return cell.middle;
}

function middleOf(points: readonly Location[]): Location | null {
  if (points.length === 0) return null;
  const mean = (of: (point: Location) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  return { latitude: mean((at) => at.latitude), longitude: mean((at) => at.longitude) };
}
