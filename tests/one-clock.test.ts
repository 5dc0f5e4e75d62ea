import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..', 'src');

/** What reads the machine's clock, or waits by it. A turn of the event loop is no time. */
const clocks =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\b(setTimeout|setInterval)\(|\bBun\.(sleep|sleepSync|nanoseconds)\b|\bprocess\.hrtime\b|\bAbortSignal\.timeout\(/;

/** Everything else is given its time, so that a whole server can live by the clock of a test. */
const exceptions: Readonly<Record<string, string>> = {
  'modules/paper/drawing-desk.ts': 'how long a thread of this machine may take to draw',
  'outbound/call-out.ts': 'how long an address on the network may take to answer',
  'outbound/transfer-watch.ts': 'how long a transfer over the network may stand still',
  'server/clock.ts': 'it is the machine’s clock',
  'server/running-config.ts': 'how long a socket of this machine may keep a command waiting',
  'server/stop-on-signal.ts': 'the end of a process that does not stop',
  'server/log.ts': 'the log is the process’s, and tells of whatever the server’s clock says',
  'server/log/log-output.ts': 'the same',
  'server/log/repeats.ts': 'the same',
  'store/backups/s3-target.ts': 'a bucket takes what is signed by the time of the world',
};

function readCode(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

// A command is a process of its own, and ends before anybody could move a clock.
const files = [...new Glob('**/*.ts').scanSync(root)].filter(
  (path) => !path.startsWith('cli/') && !/\.test\.ts$|\/testing\//.test(path),
);

test('no file but those that are named here knows the machine’s time', () => {
  expect(files.length).toBeGreaterThan(300);
  const knowing = files.filter((path) => clocks.test(readCode(path)));
  expect(knowing.sort()).toEqual(Object.keys(exceptions).sort());
});
