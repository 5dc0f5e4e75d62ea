/**
 * Lighthouse on the front page, with its mobile preset: a slow phone on a slow network, simulated.
 *
 *   node_modules/.bin/bun scripts/bench/lighthouse.ts [--binary dist/faiwatch] [--quick]
 *
 * With Debian's Chromium. Each figure is the median of nine runs (one with --quick), since a busy
 * machine takes points off.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { findFreePort } from './lib/ports.ts';
import { formatTable, median } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goal = 95;
const goalScriptKb = 150;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Of one run: scores of 0 to 100, and bytes as they came over the wire. */
interface Run {
  readonly scores: readonly number[];
  readonly scriptBytes: number;
  readonly allBytes: number;
  readonly timings: readonly number[];
}

const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;

async function bench({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  await using scene = await openScene('lighthouse', { devices: 1 });
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: { FAIWATCH_LOG_LEVEL: 'error' },
  });
  scene.defer(() => server.stop());
  const runs: Run[] = [];
  for (let number = 0; number < (isQuick ? 1 : 9); number += 1) {
    const run = await measure(`http://127.0.0.1:${server.http}/`);
    tell(`run ${number + 1}: ${run.scores.join(', ')}`);
    runs.push(run);
  }
  const middle = (read: (run: Run) => number) => median(runs.map(read));
  const scriptKb = middle((run) => run.scriptBytes) / 1000;
  return {
    title: 'Front page in Lighthouse',
    method:
      `Lighthouse with its mobile preset and simulated throttling, Debian’s Chromium without a window, ` +
      `an empty cache each time; the median of ${runs.length} runs.`,
    findings: [
      ...categories.map((name, index) => {
        const score = middle((run) => run.scores[index] ?? 0);
        return {
          what: `Lighthouse, mobile: ${name.replace('-', ' ')}`,
          goal: `≥ ${goal}`,
          measured: score.toFixed(0),
          isMet: score >= goal,
        };
      }),
      {
        what: 'JavaScript fetched before anybody does anything, gzipped',
        goal: `≤ ${goalScriptKb} kB`,
        measured: `${scriptKb.toFixed(0)} kB`,
        isMet: scriptKb <= goalScriptKb,
      },
    ],
    table: formatTable(
      ['what', 'median'],
      [
        ...timings.map((name, index) => {
          const value = middle((run) => run.timings[index] ?? 0);
          return [name, name.endsWith('shift') ? value.toFixed(3) : `${value.toFixed(0)} ms`];
        }),
        ['all that is fetched', `${(middle((run) => run.allBytes) / 1000).toFixed(0)} kB`],
      ],
    ),
  };
}

/** One run in a browser of its own, so that nothing is kept from the one before. */
async function measure(url: string): Promise<Run> {
  const profileDir = await mkdtemp(join(tmpdir(), 'faiwatch-lighthouse-'));
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: '/usr/bin/chromium',
    args: [
      ...[`--remote-debugging-port=${port}`, '--no-sandbox', '--no-first-run', '--disable-quic'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: [...categories],
    });
    if (result === undefined) throw new Error('Lighthouse gave no result');
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    const requests = lhr.audits['network-requests']?.details;
    const fetched = requests?.type === 'table' ? requests.items : [];
    const sum = (items: typeof fetched) =>
      items.reduce((total, item) => total + Number(item['transferSize'] ?? 0), 0);
    return {
      scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
      scriptBytes: sum(fetched.filter((item) => item['resourceType'] === 'Script')),
      allBytes: sum(fetched),
      timings: timings.map((name) => lhr.audits[name]?.numericValue ?? 0),
    };
  } finally {
    await context.close();
    await rm(profileDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await runBench(bench);
