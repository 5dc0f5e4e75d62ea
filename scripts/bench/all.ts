/**
 * Runs every benchmark and writes what came of it into docs/benchmarks.md, goal beside measured value. With some of
 * them, the others stay as they were found before.
 *
 *   npm run bench                 builds the executable first; about 40 minutes
 *   npm run bench -- --quick      a short run to see that all of them work; writes nothing
 *   npm run bench -- --nightly    everything, an hour of disk writes and the whole storm included
 *   npm run bench -- --only http,mqtt
 *   npm run bench -- --binary FILE    of an executable that is there; writes nothing
 *   npm run bench -- --before DIR each beside the same of an earlier release, in turn: DIR is its tree,
 *                                 with its executable in dist/
 *
 * Exits with 1 when a benchmark failed to run. A missed goal is a finding, not a failure: figures
 * depend on the machine and on what else it does.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Glob } from 'bun';
import { repositoryDir } from '../lib/paths.ts';
import { type BenchReport, formatReport, tell } from './lib/bench.ts';
import { documentPath, keepTaken, type TakenReport } from './lib/document.ts';
import { describeMachine } from './lib/report.ts';

const names = [
  'mqtt',
  'http',
  'latency',
  'call',
  'storm',
  'places',
  'reach',
  'stream',
  'memory',
  'startup',
  'cluster',
  'scale',
  'report',
  'floods',
  'login-timing',
  'lists',
  'disk',
  'page',
  'cold-start',
  'layout-shift',
  'lighthouse',
  'console',
];
// Those of modules lie with them.
const ofModules = [...new Glob('src/modules/*/testing/bench.ts').scanSync(repositoryDir)].sort();
names.push(...ofModules.map((path) => basename(dirname(dirname(path)))));

/** Those that take the executable of an earlier release, and measure both in turn. */
const comparesItself = new Set<string>(['cold-start']);

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    nightly: { type: 'boolean', default: false },
    binary: { type: 'string' },
    before: { type: 'string' },
    only: { type: 'string' },
  },
});
const wanted = values.only?.split(',') ?? [...names];
const unknown = wanted.find((name) => !names.some((known) => known === name));
if (unknown !== undefined)
  throw new Error(`No benchmark is called ${unknown}: ${names.join(', ')}`);

const buildDir = await mkdtemp(join(process.env['BENCH_DIR'] ?? '/var/tmp', 'faiwatch-bench-'));
const reports: TakenReport[] = [];
const failed: string[] = [];
const takenOn = new Date().toISOString().slice(0, 10);
try {
  const binary = values.binary ?? (await build(join(buildDir, 'faiwatch')));
  for (const name of wanted) {
    tell(`\n${name}`);
    const earlier = comparesItself.has(name) ? null : await runBefore(name);
    const report = await run(name, repositoryDir, binary);
    if (report === null) failed.push(name);
    else {
      const beside = earlier === null ? report : besideEarlier(report, earlier);
      reports.push({ name, takenOn, machine: describeMachine(), ...beside });
      console.log(`\n## ${report.title}\n\n${formatReport(beside)}`);
    }
  }
} finally {
  await rm(buildDir, { recursive: true, force: true });
}
if (!values.quick && values.binary === undefined) {
  keepTaken(reports, names);
  tell(`\nWritten: ${documentPath}`);
}
if (failed.length > 0) tell(`\nFailed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);

/** Builds first, so that no executable left over from before is measured. */
async function build(outfile: string): Promise<string> {
  tell('building the executable');
  const child = Bun.spawn(
    [process.execPath, join(repositoryDir, 'scripts', 'build.ts'), '--outfile', outfile],
    { stdout: 'ignore', stderr: 'inherit' },
  );
  if ((await child.exited) !== 0) throw new Error('The build failed');
  return outfile;
}

/** The same benchmark as an earlier release has it; null where it has none, or none was asked for. */
async function runBefore(name: string): Promise<BenchReport | null> {
  const tree = values.before;
  if (tree === undefined || !existsSync(scriptOf(tree, name))) return null;
  tell('before');
  return run(name, tree, join(tree, 'dist', 'faiwatch'));
}

function besideEarlier(report: BenchReport, earlier: BenchReport | null): BenchReport {
  const measured = new Map(earlier?.findings.map((finding) => [finding.what, finding.measured]));
  const findings = report.findings.map((finding) => ({
    ...finding,
    before: measured.get(finding.what),
  }));
  return { ...report, findings };
}

function scriptOf(tree: string, name: string): string {
  const ofModule = join(tree, 'src', 'modules', name, 'testing', 'bench.ts');
  return existsSync(ofModule) ? ofModule : join(tree, 'scripts', 'bench', `${name}.ts`);
}

/** Runs one benchmark in a process of its own; null when it failed. */
async function run(name: string, tree: string, binary: string): Promise<BenchReport | null> {
  const script = scriptOf(tree, name);
  const child = Bun.spawn(
    [
      ...[process.execPath, script, '--json', '--binary', binary],
      ...(values.quick ? ['--quick'] : []),
      ...(values.nightly ? ['--nightly'] : []),
      ...(values.before !== undefined && comparesItself.has(name)
        ? ['--before', join(values.before, 'dist', 'faiwatch')]
        : []),
    ],
    // Some read their own migrations from the folder they run in.
    { cwd: tree, stdout: 'pipe', stderr: 'inherit' },
  );
  const text = await new Response(child.stdout).text();
  const code = await child.exited;
  return code === 0 ? (JSON.parse(text) as BenchReport) : null;
}
