/**
 * Runs tests side by side, a file at a time in each of a few processes, with a temporary folder of their
 * own that goes with the run.
 *
 *   bun scripts/run-tests.ts [what `bun test` takes]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/** One more than there are cores, since some tests wait for time to pass. Each loads and compiles all code anew. */
const processes = availableParallelism() + 1;

const folder = mkdtempSync(join(tmpdir(), 'faiwatch-run-'));
const run = Bun.spawn(
  [
    ...[process.execPath, 'test', `--parallel=${processes}`, '--no-isolate', '--no-orphans'],
    ...['--timeout', '60000', ...process.argv.slice(2)],
  ],
  {
    env: { ...process.env, TMPDIR: folder, TESTS_RUN_IN: folder },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal));
const code = await run.exited;
rmSync(folder, { recursive: true, force: true });
process.exit(code);
