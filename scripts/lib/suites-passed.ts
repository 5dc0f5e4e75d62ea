/** The note that all suites have passed, and for which sources: a release is made of nothing else. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fingerprintSources } from './fingerprint.ts';
import { repositoryDir } from './paths.ts';
import type { SuiteOutcome } from './suites.ts';

const path = join(repositoryDir, 'tests', 'suites-passed.json');
const noteSchema = z.object({
  sources: z.string(),
  suites: z.array(z.object({ script: z.string(), seconds: z.number() })),
});

/** Writes the note if every one has passed; a suite that was skipped has not. */
export function notePassed(outcomes: readonly SuiteOutcome[]): void {
  if (outcomes.some(({ result }) => result !== 'passed')) return;
  const passed = outcomes.map(({ script, seconds }) => ({ script, seconds }));
  const note = { sources: fingerprintSources(), suites: passed };
  writeFileSync(path, `${JSON.stringify(note, null, 2)}\n`);
}

/** @throws Error when the suites have not passed for these sources */
export function assertPassed(): void {
  const isNoted =
    existsSync(path) &&
    noteSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).sources === fingerprintSources();
  if (isNoted) return;
  throw new Error(
    'Nobody has seen all suites pass for these sources: sudo npm run test:all (docs/releasing.md)',
  );
}
