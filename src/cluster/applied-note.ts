import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../disk/replace-file.ts';

const applied = z.object({
  /** The founding of the log that it belongs to. */
  lineage: z.string(),
  /** All entries up to this one are in the database file. */
  seq: z.int().min(0),
  /** Of that entry. */
  id: z.string(),
  epoch: z.int().min(0),
});
export type Applied = z.output<typeof applied>;

/** @returns null: the database belongs to no cluster */
export function readApplied(path: string): Applied | null {
  return existsSync(path) ? applied.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

/** It is on the disk when this returns. */
export function writeApplied(path: string, note: Applied): void {
  replaceFile(path, `${JSON.stringify(note)}\n`);
}
