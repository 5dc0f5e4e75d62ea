import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { nameOfArea } from '../../../../src/domain/devices/area-name.ts';
import { thaiAreaCode } from '../../../../src/domain/devices/place.ts';
import type { Language } from '../../lib/language.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** An area to choose. */
interface AreaChoice {
  code: string;
  name: string;
}

/** Four hundred kilobytes of names: loaded where somebody chooses, or reads, an area. */
const loadNames = () => import('thai-address-universal');

/** Provinces; the districts of a province; the sub-districts of a district. By name. */
async function listAreas(within: string, language: Language): Promise<AreaChoice[]> {
  const { getProvinces, getDistricts, getSubDistricts } = await loadNames();
  const entries = await (within === ''
    ? getProvinces()
    : within.length === 2
      ? getDistricts(within)
      : getSubDistricts(within));
  return entries
    .map((area) => ({ code: area.code, name: nameOfArea(area, language) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

const never = { staleTime: Number.POSITIVE_INFINITY, meta: { isLive: false } };

/** @param within null: nothing to choose yet */
export function areasQuery(within: string | null, language: Language) {
  return queryOptions({
    queryKey: ['place-names', within, language],
    queryFn: within === null ? skipToken : () => listAreas(within, language),
    ...never,
  });
}

/** The smallest first: `Si Phum, Mueang Chiang Mai, Chiang Mai`. An unknown code as it is. */
async function nameArea(code: string, language: Language): Promise<string> {
  const { getByGeocode } = await loadNames();
  const levels = [6, 4, 2].filter((length) => length <= code.length);
  const found = await Promise.all(levels.map((length) => getByGeocode(code.slice(0, length))));
  const names = found.flatMap((entry) => (entry === null ? [] : [nameOfArea(entry, language)]));
  return names.length === 0 ? `TH-${code}` : names.join(', ');
}

/** An area in words; until they are loaded as it is stored. */
export function useAreaName(area: string | null): string | null {
  const language = useLanguage();
  const code = thaiAreaCode(area);
  const { data } = useQuery({
    queryKey: ['place-names', 'name', code, language],
    queryFn: code === null ? skipToken : () => nameArea(code, language),
    ...never,
  });
  return data ?? area;
}
