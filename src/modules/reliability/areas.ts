import { type Place, thaiAreaCode } from '../../domain/devices/place.ts';
import { leastAreas } from './intervals.ts';

type Grid = Pick<Place, 'area' | 'cell'>;

/** A part of an area: a smaller area, or a feeder. Both null: the sites of which no more is known. */
export type AreaPart = Grid;

/** Whether a site's area is a certain one, or lies in it. @param wanted null: everywhere */
export function isInArea(area: string | null, wanted: string | null): boolean {
  if (wanted === null || area === wanted) return true;
  const [code, wantedCode] = [thaiAreaCode(area), thaiAreaCode(wanted)];
  return code !== null && wantedCode !== null && code.startsWith(wantedCode);
}

/**
 * The part of an area that a site is in: of everywhere a province or an area elsewhere, of a province a
 * district, of a district a sub-district, and of any other area a feeder.
 */
export function partOf({ area, cell }: Grid, wanted: string | null): AreaPart {
  const code = thaiAreaCode(area);
  const digits = wanted === null ? 2 : (thaiAreaCode(wanted)?.length ?? 0) + 2;
  if (wanted === null && code === null) return { area, cell: null };
  if (code !== null && digits <= 6 && code.length >= digits) {
    return { area: `TH-${code.slice(0, digits)}`, cell: null };
  }
  return { area: null, cell: feederOf(cell) };
}

function feederOf(cell: string | null): string | null {
  return cell?.split('/')[0] ?? null;
}

/**
 * Sites by the areas that are drawn for intervals: as each is known, or by area and feeder where there are
 * too few areas. Those of which nothing is known are one.
 */
export function groupForIntervals<S>(
  sites: readonly S[],
  placeOf: (site: S) => Grid,
): readonly (readonly S[])[] {
  const by = (key: (place: Grid) => string | null) => [
    ...Map.groupBy(sites, (site) => key(placeOf(site))).values(),
  ];
  const areas = by(({ area }) => area);
  return areas.length >= leastAreas
    ? areas
    : by(({ area, cell }) => `${area ?? ''}\n${feederOf(cell) ?? ''}`);
}
