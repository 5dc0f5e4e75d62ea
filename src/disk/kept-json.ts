import { readFileSync, rmSync } from 'node:fs';
import { replaceFile } from './replace-file.ts';

/** Reads an object from a file of the data directory; a file that a power cut left unfinished counts as none. */
export function readKeptJson(path: string): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Writes it whole or not at all, for its owner's eyes only; an empty one is removed. */
export function writeKeptJson(path: string, kept: object): void {
  if (Object.keys(kept).length === 0) rmSync(path, { force: true });
  else replaceFile(path, `${JSON.stringify(kept, null, 2)}\n`);
}
