import { nameOfArea } from '../../domain/devices/area-name.ts';
import { thaiAreaCode } from '../../domain/devices/place.ts';
import type { Language } from '../../domain/states.ts';

const known = new Map<string, Promise<string>>();

/** `Mueang Chiang Mai, Chiang Mai`. A name that is no code is the same in both languages. */
export function nameArea(area: string, language: Language): Promise<string> {
  const code = thaiAreaCode(area);
  if (code === null) return Promise.resolve(area);
  const key = `${language}:${code}`;
  const name = known.get(key) ?? lookUp(code, language);
  known.set(key, name);
  return name;
}

async function lookUp(code: string, language: Language): Promise<string> {
  // Hundreds of kilobytes, read only where an area is named.
  const { getByGeocode } = await import('thai-address-universal');
  const levels = [4, 2].filter((length) => length <= code.length);
  const found = await Promise.all(levels.map((length) => getByGeocode(code.slice(0, length))));
  const names = found.flatMap((entry) => (entry === null ? [] : [nameOfArea(entry, language)]));
  return names.length === 0 ? `TH-${code}` : names.join(language === 'th' ? ' ' : ', ');
}
