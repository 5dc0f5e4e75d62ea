/**
 * Runs tests side by side, a file at a time in each of a few processes, with a temporary folder of their
 * own that goes with the run. What took longest the last time begins first.
 *
 *   bun scripts/run-tests.ts [what `bun test` takes]
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** One more than there are cores, since some tests wait for time to pass. Each loads and compiles all code anew. */
const processes = availableParallelism() + 1;

/** What tests write goes with them; a disk would keep them waiting for it. */
const memory = '/dev/shm';
const timings = 'node_modules/.cache/faiwatch-test-timings.json';
mkdirSync(dirname(timings), { recursive: true });
const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'faiwatch-run-'));
const run = Bun.spawn(
  [
    ...[process.execPath, 'test', `--parallel=${processes}`, '--no-isolate', '--no-orphans'],
    ...[`--timings=${timings}`, '--update-timings'],
    ...['--timeout', '60000', ...process.argv.slice(2)],
  ],
  {
    // The last of the compilers costs code that runs for seconds more than it gains. `leave-nothing.ts` keeps this
    // from the programs that tests start.
    env: { ...process.env, TMPDIR: folder, TESTS_RUN_IN: folder, BUN_JSC_useFTLJIT: '0' },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal));
const code = await run.exited;
rmSync(folder, { recursive: true, force: true });
process.exit(code);

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > 4_000_000_000;
}
