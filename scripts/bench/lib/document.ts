/**
 * docs/benchmarks.md, made of what the benchmarks last found: each is taken anew by one command and then takes the
 * place of its former figures. Nobody edits the document.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../lib/paths.ts';
import { type BenchReport, formatFindings, formatReport } from './bench.ts';

/** What one benchmark found, when and where. */
export interface TakenReport extends BenchReport {
  readonly name: string;
  /** `2026-11-21` */
  readonly takenOn: string;
  readonly machine: string;
}

export const documentPath = join(repositoryDir, 'docs', 'benchmarks.md');
const takenPath = join(repositoryDir, 'docs', 'benchmarks.json');

export function readTaken(): readonly TakenReport[] {
  return JSON.parse(readFileSync(takenPath, 'utf8'));
}

/**
 * Puts reports in the place of earlier ones of their names, and writes the document.
 * @param names all benchmarks, in the order of the document; what is of none of them is dropped
 */
export function keepTaken(reports: readonly TakenReport[], names: readonly string[]): void {
  const all = new Map([...readTaken(), ...reports].map((report) => [report.name, report]));
  const kept = names.flatMap((name) => all.get(name) ?? []);
  writeFileSync(takenPath, `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(documentPath, describeTaken(kept));
}

export function describeTaken(all: readonly TakenReport[]): string {
  const sections = all.flatMap((report) => [
    `## ${report.title}`,
    formatReport(report),
    `Taken with \`npm run bench -- --only ${report.name}\` on ${report.takenOn}: ${report.machine}.`,
  ]);
  return `${[
    '# Benchmarks',
    'Written by `npm run bench`, goal beside measured value, from `docs/benchmarks.json`, where it keeps what it ' +
      'found. What is measured is the executable; load and reference run on the same machine, so they share its ' +
      'cores, and every ratio is of two figures from the same run. Nothing here fails a build: figures belong to ' +
      'their machine and to what else it did. A Raspberry Pi is slower in all of them; ratios and bytes carry over, ' +
      'milliseconds do not. *Before*, where it stands: what an earlier release came to in the same run, in turn ' +
      '(`--before`).',
    formatFindings(all.flatMap(({ findings }) => findings)),
    ...sections,
  ].join('\n\n')}\n`;
}
