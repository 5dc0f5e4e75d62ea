/** A drawing thread that never finishes a report. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ type }: { readonly type: string }) => {
  while (type === 'report');
  parentPort?.postMessage({ drawn: new Uint8Array([1, 2, 3]) });
});
