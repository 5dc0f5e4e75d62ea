import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { writeWhole } from '../disk/write-whole.ts';

/** Pages as one or more transactions left them. */
export interface PageImages {
  readonly pageSize: number;
  /** Pages of the database after them. */
  readonly databasePages: number;
  /** By page number, from 1. */
  readonly pages: ReadonlyMap<number, Uint8Array>;
}

/**
 * Writes pages into a database that no SQLite has open. Whole pages are written, so that doing it again
 * changes nothing, and a crash in between is mended by that. All of it is on the disk when this returns.
 */
export function applyPages(path: string, images: readonly PageImages[]): void {
  const file = openSync(path, 'r+');
  try {
    for (const { pageSize, pages, databasePages } of images) {
      for (const [number, page] of pages) writeWhole(file, page, (number - 1) * pageSize);
      if (fstatSync(file).size > databasePages * pageSize) {
        ftruncateSync(file, databasePages * pageSize);
      }
    }
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}
