/** A drawing thread that never finishes a report, and says so in the memory that comes with it. */
import { parentPort } from 'node:worker_threads';

interface Order {
  readonly type: string;
  readonly isStuck: Int32Array;
}

parentPort?.on('message', ({ type, isStuck }: Order) => {
  if (type === 'report') Atomics.store(isStuck, 0, 1);
  while (type === 'report');
  parentPort?.postMessage({ drawn: new Uint8Array([1, 2, 3]) });
});
