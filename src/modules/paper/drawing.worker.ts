/** A thread that draws: on a small machine a page takes as long as a hundred heartbeats. */
import { parentPort } from 'node:worker_threads';
import { drawSheet } from './draw-sheet.ts';
import type { AnySheet } from './sheets.ts';

parentPort?.on('message', (sheet: AnySheet) => {
  drawSheet(sheet).then(
    (drawn) => parentPort?.postMessage({ drawn }),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) }),
  );
});
