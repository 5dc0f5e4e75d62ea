// Copies a database in a thread of its own: `VACUUM INTO` and the wait for the disk take many seconds
// on an SD card, in which the server must go on listening. Plain JavaScript without imports of ours,
// since it is loaded as text: so it is part of the executable without an entry point of its own.
import { Database } from 'bun:sqlite';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/** @param {{ from: string, to: string }} paths */
function copy({ from, to }) {
  const database = new Database(from, { readonly: true });
  try {
    database.run('PRAGMA busy_timeout = 5000');
    database.query('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
  const file = openSync(to, 'r');
  fsyncSync(file);
  closeSync(file);
}

try {
  copy(workerData);
  parentPort.postMessage(null);
} catch (error) {
  parentPort.postMessage({ message: error.message, code: String(error.code) });
}
