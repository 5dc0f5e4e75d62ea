import { formatNumber } from '../format.ts';
import type { Language } from '../language.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `5.2 MB`; in thousands, as disks are sold. */
export function formatBytes(bytes: number, language: Language): string {
  const size = Math.abs(bytes);
  const power = size < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  return `${formatNumber(bytes / 1000 ** power, language)} ${units[power]}`;
}
