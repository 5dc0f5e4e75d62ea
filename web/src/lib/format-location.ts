import type { Location } from '../../../src/domain/devices/place.ts';
import type { Language } from './language.ts';

/** `18.788° N, 98.985° E`; in Thai by numbers alone, as maps take them. */
export function formatLocation({ latitude, longitude }: Location, language: Language): string {
  if (language === 'th') return `${latitude.toFixed(3)}, ${longitude.toFixed(3)}`;
  const half = (degrees: number, [above, below]: readonly [string, string]) =>
    `${Math.abs(degrees).toFixed(3)}° ${degrees < 0 ? below : above}`;
  return `${half(latitude, ['N', 'S'])}, ${half(longitude, ['E', 'W'])}`;
}
