/**
 * A thread that writes 2,000 rows a second, each in a transaction of its own that is on the disk when
 * it is counted as acknowledged. It ends when told to.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openTestStore } from './monitor.ts';

const rowsPerSecond = 2_000;
const tickMs = 5;

export interface SteadyWriterData {
  readonly path: string;
  /** One Int32: the number of the last row that was acknowledged. */
  readonly acknowledged: SharedArrayBuffer;
}

const { path, acknowledged }: SteadyWriterData = workerData;
const store = openTestStore(path);
store.sqlite.run('CREATE TABLE IF NOT EXISTS written (n INTEGER PRIMARY KEY, at INTEGER)');
const insert = store.sqlite.query('INSERT INTO written (n, at) VALUES (?, ?)');
const counter = new Int32Array(acknowledged);
let n = 0;
const startedAt = performance.now();

const timer = setInterval(() => {
  // Catches up after a slow moment.
  const dueRows = Math.floor(((performance.now() - startedAt) * rowsPerSecond) / 1000);
  const until = Math.min(dueRows, n + 10 * ((rowsPerSecond * tickMs) / 1000));
  while (n < until) {
    n += 1;
    store.transaction(() => insert.run(n, Date.now()));
    Atomics.store(counter, 0, n);
  }
}, tickMs);

parentPort?.once('message', () => {
  clearInterval(timer);
  store.close();
  parentPort?.postMessage('ended');
  parentPort?.close();
});
