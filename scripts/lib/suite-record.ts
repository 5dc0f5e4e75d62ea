import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { fingerprintSources } from './fingerprint.ts';
import { type SuiteOutcome, suiteOutcome } from './suites.ts';

const schema = z.object({
  sources: z.string(),
  isLong: z.boolean(),
  outcomes: z.array(suiteOutcome),
});

/**
 * Remembers which suites have passed, so that a run which was cut off, or in which one failed for a reason outside the
 * product, goes on where it was. Another product, or walks of another length, have passed nothing yet.
 */
export class SuiteRecord {
  readonly #path: string;
  readonly #isLong: boolean;
  readonly #sources: string;
  #outcomes: readonly SuiteOutcome[] = [];

  constructor(path: string, isLong: boolean, sources = fingerprintSources()) {
    this.#path = path;
    this.#isLong = isLong;
    this.#sources = sources;
    if (!existsSync(path)) return;
    const before = schema.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (before.sources === sources && before.isLong === isLong) this.#outcomes = before.outcomes;
  }

  /** @returns null: this suite has still to pass */
  passed(script: string): SuiteOutcome | null {
    return this.#outcomes.find((outcome) => outcome.script === script) ?? null;
  }

  /** Keeps what has passed. */
  add(outcome: SuiteOutcome): void {
    if (outcome.result !== 'passed') return;
    const others = this.#outcomes.filter(({ script }) => script !== outcome.script);
    this.#keep([...others, outcome]);
  }

  /** They have still to pass. */
  forget(scripts: readonly string[]): void {
    this.#keep(this.#outcomes.filter(({ script }) => !scripts.includes(script)));
  }

  #keep(outcomes: readonly SuiteOutcome[]): void {
    this.#outcomes = outcomes;
    const record: z.input<typeof schema> = {
      sources: this.#sources,
      isLong: this.#isLong,
      outcomes: [...outcomes],
    };
    writeFileSync(this.#path, `${JSON.stringify(record, null, 2)}\n`);
  }
}
