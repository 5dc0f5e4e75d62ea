import { isoDateIn, shownTimezone } from './format.ts';

/** Long enough for every browser to have taken the file. */
const keptMs = 60_000;

/** Hands a file over to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}

/** `devices-2026-11-21.csv`, by the date of the site. */
export function nameExport(entity: string, now: Date): string {
  return `${entity}-${isoDateIn(shownTimezone, now.getTime())}.csv`;
}
