/**
 * The portal on a slow phone network, from an empty cache to the word that says whether there is power.
 *
 *   node_modules/.bin/bun scripts/bench/cold-start.ts [--quick] [--binary dist/faiwatch] [--before FILE]
 *
 * With Debian's Chromium and what Lighthouse calls slow 4G: 1.6 Mbit/s, 150 ms to an answer. `--before`
 * is an executable of an earlier release, measured in turn with this one.
 */
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { type BenchReport, formatReport, tell } from './lib/bench.ts';
import { median } from './lib/report.ts';
import { findBinary } from './lib/server.ts';
import { openShop, type Shop } from './lib/shop.ts';

const network = { latencyMs: 150, bytesPerSecond: (1.6e6 * 0.9) / 8 };
const goals = { usefulMs: 1500, requests: 12, shift: 0.05 };
const siteCounts = [1, 3, 25];
const screens = {
  phone: { width: 360, height: 740 },
  desk: { width: 1280, height: 800 },
};

interface Visit {
  /** Ms from the click to the first text of any kind, and to what is known of power. */
  readonly firstMs: number;
  readonly usefulMs: number;
  /** Requests until then. */
  readonly requests: number;
  readonly shift: number;
}

/** One visit to the dashboard, by a browser that has never been here. */
async function visit(browser: Browser, shop: Shop, screen: keyof typeof screens): Promise<Visit> {
  const context = await browser.newContext({ viewport: screens[screen], serviceWorkers: 'block' });
  try {
    await context.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      const seen = { shift: 0, useful: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('hadRecentInput' in entry && !entry.hadRecentInput && 'value' in entry) {
            seen.shift += Number(entry.value);
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
      // The word for a site's state counts once its frame is painted.
      const look = () => {
        const text = document.querySelector('main')?.textContent ?? '';
        if (/Unknown|ไม่ทราบ|ยังไม่/.test(text)) {
          setTimeout(() => (seen.useful = performance.now()));
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, shop.customer);
    const page = await context.newPage();
    const asked: number[] = [];
    page.on('request', () => asked.push(Date.now()));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    });
    await page.goto(`${shop.url}/customer/dashboard`, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => Reflect.get(Reflect.get(window, 'seen'), 'useful') > 0,
      undefined,
      {
        timeout: 60_000,
        polling: 50,
      },
    );
    const { useful, first, startedAt } = await page.evaluate(() => ({
      useful: Reflect.get(Reflect.get(window, 'seen'), 'useful'),
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      startedAt: performance.timeOrigin,
    }));
    // What still loads may shift the layout.
    // The stream stays open, so the network need not become idle.
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
    await page.waitForTimeout(1500);
    const shift = Number(await page.evaluate('seen.shift'));
    const requests = asked.filter((at) => at <= startedAt + useful).length;
    return { firstMs: first, usefulMs: useful, requests, shift };
  } finally {
    await context.close();
  }
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    binary: { type: 'string' },
    before: { type: 'string' },
  },
});
const binary = values.binary ?? findBinary();
const rounds = values.quick ? 1 : 5;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const findings: BenchReport['findings'][number][] = [];
try {
  for (const sites of siteCounts) {
    const shops = [
      await openShop(binary, sites),
      ...(values.before === undefined ? [] : [await openShop(values.before, sites)]),
    ];
    try {
      for (const screen of ['phone', 'desk'] as const) {
        const visits: Visit[][] = shops.map(() => []);
        for (let round = 0; round < rounds; round += 1) {
          for (const [index, shop] of shops.entries()) {
            visits[index]?.push(await visit(browser, shop, screen));
          }
        }
        const [now = [], before] = visits;
        tell(`${sites} sites, ${screen}: ${JSON.stringify(now.at(-1))}`);
        const row = (
          what: string,
          read: (one: Visit) => number,
          show: (value: number) => string,
          goal: number,
        ) =>
          findings.push({
            what: `${sites} ${sites === 1 ? 'site' : 'sites'}, ${screen}: ${what}`,
            goal: `≤ ${show(goal)}`,
            measured: show(median(now.map(read))),
            before: before && show(median(before.map(read))),
            isMet: median(now.map(read)) <= goal,
          });
        const ms = (value: number) => `${Math.round(value)} ms`;
        row('anything on the screen', (one) => one.firstMs, ms, goals.usefulMs);
        row('power, in words', (one) => one.usefulMs, ms, goals.usefulMs);
        row('requests until then', (one) => one.requests, String, goals.requests);
        row(
          'layout shift',
          (one) => one.shift,
          (value) => value.toFixed(3),
          goals.shift,
        );
      }
    } finally {
      for (const shop of shops) await shop[Symbol.asyncDispose]();
    }
  }
} finally {
  await browser.close();
}
const report: BenchReport = {
  title: 'Cold start of the portal',
  method:
    'The dashboard of a customer who is logged in, in Debian’s Chromium without a window and with an ' +
    'empty cache; 1.6 Mbit/s (at nine tenths, as Lighthouse does) and 150 ms to each answer, put in by ' +
    `the browser. Median of ${rounds}. Layout shift as the browser counts it, until all is there.`,
  findings,
};
console.log(values.json ? JSON.stringify(report) : `\n${formatReport(report)}`);
