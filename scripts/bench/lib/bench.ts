/** What all benchmarks have in common: their flags, and the shape of what they find. */
import { parseArgs } from 'node:util';
import { formatTable } from './report.ts';
import { findBinary } from './server.ts';

/** A goal beside what was measured. */
export interface Finding {
  readonly what: string;
  /** `≤ 2 s` */
  readonly goal: string;
  readonly measured: string;
  /** What an earlier release reached in the same run. */
  readonly before?: string | undefined;
  readonly isMet: boolean;
}

export interface BenchReport {
  readonly title: string;
  /** What was done and compared, in whole sentences. */
  readonly method: string;
  readonly findings: readonly Finding[];
  /** Further figures, as a Markdown table. */
  readonly table?: string;
}

export interface BenchOptions {
  /** A short run, to see that it works; its figures are rough. */
  readonly isQuick: boolean;
  /** Everything, however long it takes. */
  readonly isNightly: boolean;
  /** The executable to measure; undefined: from source. */
  readonly binary: string | undefined;
}

/** Says on stderr how far it is. */
export function tell(text: string): void {
  console.error(text);
}

/**
 * Runs a benchmark as its own script:
 *
 *   bun scripts/bench/NAME.ts [--quick | --nightly] [--binary dist/faiwatch] [--json]
 *
 * Progress goes to stderr; the report to stdout, as text or, with `--json`, as one line.
 */
export async function runBench(
  bench: (options: BenchOptions) => Promise<BenchReport>,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      nightly: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      binary: { type: 'string' },
    },
  });
  const binary = values.binary ?? findBinary();
  if (binary === undefined) tell('There is no dist/faiwatch: FaiWatch runs from source.');
  const report = await bench({ isQuick: values.quick, isNightly: values.nightly, binary });
  console.log(values.json ? JSON.stringify(report) : `\n${formatReport(report)}`);
}

/** A report as Markdown, without its heading. */
export function formatReport({ method, findings, table }: BenchReport): string {
  return [method, formatFindings(findings), ...(table === undefined ? [] : [table])].join('\n\n');
}

/** Goal beside measured value, and beside what an earlier release came to where that was measured. */
export function formatFindings(findings: readonly Finding[]): string {
  const hasBefore = findings.some(({ before }) => before !== undefined);
  return formatTable(
    ['what', 'goal', ...(hasBefore ? ['before'] : []), 'measured', ''],
    findings.map(({ what, goal, before, measured, isMet }) => [
      what,
      goal,
      ...(hasBefore ? [before ?? '–'] : []),
      measured,
      isMet ? 'met' : 'missed',
    ]),
  );
}
