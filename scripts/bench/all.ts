/**
 * Runs every benchmark and writes what came of it into docs/benchmarks.md, goal beside measured value.
 *
 *   npm run bench                 builds the executable first; about 20 minutes
 *   npm run bench -- --quick      a short run to see that all of them work; writes nothing
 *   npm run bench -- --nightly    everything, an hour of disk writes and the whole storm included
 *   npm run bench -- --binary FILE --only http,mqtt
 *
 * Exits with 1 when a benchmark failed to run. A missed goal is a finding, not a failure: figures
 * depend on the machine and on what else it does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchReport, formatReport, tell } from './lib/bench.ts';
import { describeMachine, formatTable } from './lib/report.ts';

const names = [
  'mqtt',
  'http',
  'latency',
  'storm',
  'stream',
  'memory',
  'startup',
  'report',
  'floods',
  'lists',
  'disk',
  'page',
  'lighthouse',
  'console',
] as const;
const repositoryDir = join(import.meta.dir, '..', '..');
const documentPath = join(repositoryDir, 'docs', 'benchmarks.md');

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    nightly: { type: 'boolean', default: false },
    binary: { type: 'string' },
    only: { type: 'string' },
  },
});
const wanted = values.only?.split(',') ?? [...names];
const unknown = wanted.find((name) => !names.some((known) => known === name));
if (unknown !== undefined)
  throw new Error(`No benchmark is called ${unknown}: ${names.join(', ')}`);

const buildDir = await mkdtemp(join(process.env['BENCH_DIR'] ?? '/var/tmp', 'faiwatch-bench-'));
const reports: BenchReport[] = [];
const failed: string[] = [];
try {
  const binary = values.binary ?? (await build(join(buildDir, 'faiwatch')));
  for (const name of wanted) {
    tell(`\n${name}`);
    const report = await run(name, binary);
    if (report === null) failed.push(name);
    else {
      reports.push(report);
      console.log(`\n## ${report.title}\n\n${formatReport(report)}`);
    }
  }
} finally {
  await rm(buildDir, { recursive: true, force: true });
}
if (failed.length > 0) tell(`\nFailed: ${failed.join(', ')}`);
else if (!values.quick && values.only === undefined) {
  await Bun.write(documentPath, describe(reports));
  tell(`\nWritten: ${documentPath}`);
}
process.exit(failed.length > 0 ? 1 : 0);

/** What is measured is what is in the tree now, never an executable left over from before. */
async function build(outfile: string): Promise<string> {
  tell('building the executable');
  const child = Bun.spawn(
    [process.execPath, join(repositoryDir, 'scripts', 'build.ts'), '--outfile', outfile],
    { stdout: 'ignore', stderr: 'inherit' },
  );
  if ((await child.exited) !== 0) throw new Error('The build failed');
  return outfile;
}

/** Each in a process of its own; null when it failed. */
async function run(name: string, binary: string): Promise<BenchReport | null> {
  const child = Bun.spawn(
    [
      ...[process.execPath, join(import.meta.dir, `${name}.ts`), '--json', '--binary', binary],
      ...(values.quick ? ['--quick'] : []),
      ...(values.nightly ? ['--nightly'] : []),
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const text = await new Response(child.stdout).text();
  const code = await child.exited;
  return code === 0 ? (JSON.parse(text) as BenchReport) : null;
}

function describe(all: readonly BenchReport[]): string {
  const rows = all.flatMap(({ findings }) =>
    findings.map(({ what, goal, measured, isMet }) => [
      what,
      goal,
      measured,
      isMet ? 'met' : 'missed',
    ]),
  );
  const day = new Date().toISOString().slice(0, 10);
  return `${[
    '# Benchmarks',
    `Written by \`npm run bench\` on ${day}. Machine: ${describeMachine()}. What is measured is the ` +
      'executable; load and reference run on the same machine, so they share its cores, and every ' +
      'ratio is of two figures from the same run. Nothing here fails a build: figures belong to ' +
      'their machine. A Raspberry Pi is slower in all of them; ratios and bytes carry over, ' +
      'milliseconds do not.',
    formatTable(['what', 'goal', 'measured', ''], rows),
    ...all.flatMap((report) => [`## ${report.title}`, formatReport(report)]),
  ].join('\n\n')}\n`;
}
