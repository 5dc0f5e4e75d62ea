/**
 * Lighthouse on the front page and, logged in, on the first page of the portal and of the console, with
 * its mobile preset: a slow phone on a slow network, simulated.
 *
 *   node_modules/.bin/bun scripts/bench/lighthouse.ts [--binary dist/faiwatch] [--quick]
 *
 * With Debian's Chromium. Each figure is the median of five runs (one with --quick), since a busy
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
import { openShop } from './lib/shop.ts';

/** Of every score but performance, whose goal each page has for itself. */
const goal = 97;
const goalScriptKb = 115;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

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
  await using shop = await openShop(binary, 3);
  const count = isQuick ? 1 : 5;
  // No search engine is to find what needs a log-in.
  const inside = categories.filter((name) => name !== 'seo');
  const pages = [
    { name: 'front page', path: '/', stored: {}, judged: categories, quick: 97 },
    {
      name: 'portal',
      path: '/customer/dashboard',
      stored: shop.customer,
      judged: inside,
      quick: 95,
    },
    { name: 'console', path: '/admin/dashboard', stored: shop.operator, judged: inside, quick: 90 },
  ];
  const findings: BenchReport['findings'][number][] = [];
  const rows: string[][] = [];
  for (const { name, path, stored, judged, quick } of pages) {
    const runs: Run[] = [];
    for (let number = 0; number < count; number += 1) {
      const run = await measure(shop.url, path, stored, judged);
      tell(`${name}, run ${number + 1}: ${run.scores.join(', ')}`);
      runs.push(run);
    }
    const middle = (read: (run: Run) => number) => median(runs.map(read));
    for (const [index, category] of judged.entries()) {
      const least = category === 'performance' ? quick : goal;
      const score = middle((run) => run.scores[index] ?? 0);
      findings.push({
        what: `Lighthouse, mobile, ${name}: ${category.replace('-', ' ')}`,
        goal: `≥ ${least}`,
        measured: score.toFixed(0),
        isMet: score >= least,
      });
    }
    const scriptKb = middle((run) => run.scriptBytes) / 1000;
    if (name === 'front page') {
      findings.push({
        what: 'JavaScript fetched before anybody does anything, gzipped',
        goal: `≤ ${goalScriptKb} kB`,
        measured: `${scriptKb.toFixed(0)} kB`,
        isMet: scriptKb <= goalScriptKb,
      });
    }
    rows.push([
      name,
      ...timings.map((timing, index) => {
        const value = middle((run) => run.timings[index] ?? 0);
        return timing.endsWith('shift') ? value.toFixed(3) : `${value.toFixed(0)} ms`;
      }),
      `${(middle((run) => run.allBytes) / 1000).toFixed(0)} kB`,
    ]);
  }
  return {
    title: 'First pages in Lighthouse',
    method:
      'Lighthouse with its mobile preset and simulated throttling, Debian’s Chromium without a window, ' +
      `an empty cache each time; portal and console of whoever is logged in; the median of ${count} runs.`,
    findings,
    table: formatTable(['page', ...timings, 'all that is fetched'], rows),
  };
}

/** One run in a browser of its own, so that nothing is kept from the one before. */
async function measure(
  url: string,
  path: string,
  stored: Readonly<Record<string, string>>,
  judged: readonly Category[],
): Promise<Run> {
  const profileDir = await mkdtemp(join(tmpdir(), 'faiwatch-lighthouse-'));
  const port = findFreePort();
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: '/usr/bin/chromium',
    args: [
      ...[`--remote-debugging-port=${port}`, '--no-sandbox', '--no-first-run', '--disable-quic'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
  try {
    const page = await context.newPage();
    // A file that leaves nothing of the pages in the cache.
    await page.goto(`${url}/robots.txt`);
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    await page.close();
    const result = await lighthouse(url + path, {
      port,
      logLevel: 'error',
      onlyCategories: [...judged],
      // What was stored just now is the log-in.
      disableStorageReset: true,
    });
    if (result === undefined) throw new Error('Lighthouse gave no result');
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    const requests = lhr.audits['network-requests']?.details;
    const fetched = requests?.type === 'table' ? requests.items : [];
    const sum = (items: typeof fetched) =>
      items.reduce((total, item) => total + Number(item['transferSize'] ?? 0), 0);
    return {
      scores: judged.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
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
