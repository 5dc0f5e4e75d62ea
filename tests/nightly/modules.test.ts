/** Each module is taken out of a copy by its README, and what is left has clean types. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { runProgram } from '../e2e/harness.ts';
import { copyWithout, findMissing, moduleNames } from '../support/without-modules.ts';

const compiler = join(import.meta.dir, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');

test.each([...moduleNames.map((name) => ({ names: [name] })), { names: moduleNames }])(
  'without $names types are clean',
  async ({ names }) => {
    const copy = await copyWithout(names);
    expect(findMissing(copy)).toEqual([]);
    const checked = await runProgram([process.execPath, compiler, '--noEmit', '-p', copy]);
    expect(checked.stdout).toBe('');
    expect(checked.code).toBe(0);
  },
  600_000,
);
