/**
 * Runs tests side by side, a file in each of as many processes as there are cores, with a temporary folder
 * of their own that goes with the run.
 *
 *   bun scripts/run-tests.ts [what `bun test` takes]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'faiwatch-run-'));
const run = Bun.spawn(
  [
    ...[process.execPath, 'test', '--parallel', '--no-isolate', '--no-orphans'],
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
