/**
 * Runs tests side by side, a file at a time in each of a few processes, with a temporary folder of their
 * own that goes with the run: in memory where there is room, as most of them wait for the disk otherwise. What took
 * longest the last time begins first.
 *
 *   bun scripts/run-tests.ts [what `bun test` takes]
 */
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { makeRunFolder } from './lib/run-folder.ts';

/** Two more than there are cores, since some tests wait for time to pass. Each loads and compiles all code anew. */
const processes = availableParallelism() + 2;

/**
 * Costs a test process more than it gains: the last of the compilers, whose code would have to run for longer, and
 * giving back memory that the next file takes again. `leave-nothing.ts` keeps both from the programs that tests start.
 */
const quick = { BUN_JSC_useFTLJIT: '0', MIMALLOC_PURGE_DELAY: '-1' };

const inMemory = '/dev/shm';
/** A run of all tests takes a third of it at most. */
const roomBytes = 3e9;

const timings = 'node_modules/.cache/faiwatch-test-timings.json';
mkdirSync(dirname(timings), { recursive: true });
const folder = makeRunFolder(hasMemory() ? inMemory : tmpdir());
const run = Bun.spawn(
  [
    ...[process.execPath, 'test', `--parallel=${processes}`, '--no-isolate', '--no-orphans'],
    ...[`--timings=${timings}`, '--update-timings'],
    ...['--timeout', '60000', ...process.argv.slice(2)],
  ],
  {
    env: { ...process.env, TMPDIR: folder, TESTS_RUN_IN: folder, ...quick },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => run.kill(signal));
}
const code = await run.exited;
rmSync(folder, { recursive: true, force: true });
process.exit(code);

/** Whether files in memory have room, and may be programs (mount(8)). */
function hasMemory(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).find(([, at]) => at === inMemory)?.[3];
  if (options === undefined || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > roomBytes;
}
