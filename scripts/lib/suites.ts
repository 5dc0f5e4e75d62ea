import { z } from 'zod';

/**
 * Everything that shows whether FaiWatch works, in the order in which `npm run test:all` runs it: what fails soonest
 * comes first.
 */
export interface Suite {
  /** The script of package.json. */
  readonly script: string;
  readonly args?: readonly string[];
  /** How long its walks are, unless all of them are asked for; the night goes the whole way by itself. */
  readonly short?: Readonly<Record<string, string>>;
}

export const suites: readonly Suite[] = [
  { script: 'test' },
  { script: 'test:firmware', short: { FUZZ_ROUNDS: '10000' } },
  { script: 'test:docker' },
  { script: 'test:newcomer' },
  { script: 'release', args: ['--unsigned', '--only', `linux-${process.arch}`] },
  { script: 'test:install', args: ['--release'] },
  { script: 'demo', args: ['--once', '--port', '0'] },
  { script: 'test:device' },
  { script: 'test:faults' },
  { script: 'bench', args: ['--quick'] },
  { script: 'screenshots', args: ['--only', 'landing-en-light-desk'] },
  { script: 'test:web' },
  {
    script: 'nightly',
    short: {
      ...{ E2E_KILLS: '30', TEST_EFFORT: '4', GAPS_CUTS: '100', GAPS_REAL_CUTS: '60' },
      CLUSTER_FAULTS: '2',
    },
  },
  { script: 'test:cluster', short: { CLUSTER_FAULTS: '15' } },
];

export const suiteOutcome = z.readonly(
  z.object({
    script: z.string(),
    result: z.enum(['passed', 'failed', 'skipped']),
    /** Why it was skipped; which parts were. */
    note: z.string(),
    seconds: z.number(),
  }),
);
export type SuiteOutcome = z.output<typeof suiteOutcome>;

/** What came of a suite, by its exit code and what it said of what it left out. */
export function judge(script: string, code: number, output: string, ms: number): SuiteOutcome {
  const whole = /^skipped: (.+)$/m.exec(output)?.[1];
  const parts = output.match(/^\s+skipped: .+$/gm)?.length ?? 0;
  const seconds = Math.round(ms / 1000);
  if (code !== 0) return { script, result: 'failed', note: `ended with ${code}`, seconds };
  if (whole !== undefined) return { script, result: 'skipped', note: whole, seconds };
  return { script, result: 'passed', note: parts === 0 ? '' : `${parts} parts skipped`, seconds };
}

export function formatOutcomes(outcomes: readonly SuiteOutcome[]): string {
  const width = Math.max(...outcomes.map(({ script }) => script.length));
  return outcomes
    .map(({ script, result, note, seconds }) =>
      `${script.padEnd(width)}  ${result.padEnd(7)}  ${String(seconds).padStart(5)} s  ${note}`.trimEnd(),
    )
    .join('\n');
}
