/**
 * The first pages on a slow phone network, from an empty cache to the words that somebody came for, and to the first
 * press.
 *
 *   node_modules/.bin/bun scripts/bench/cold-start.ts [--quick] [--binary dist/faiwatch] [--before FILE]
 *
 * With Debian's Chromium and what Lighthouse calls slow 4G: 1.6 Mbit/s, 150 ms to an answer; a phone has a quarter of this
 * machine's processor. `--before` is an executable of an earlier release, measured in turn with this one.
 */
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type BenchReport, formatReport, tell } from './lib/bench.ts';
import { median } from './lib/report.ts';
import { findBinary } from './lib/server.ts';
import { openShop, type Shop } from './lib/shop.ts';

const network = { latencyMs: 150, bytesPerSecond: (1.6e6 * 0.9) / 8 };
const shiftGoal = 0.05;
const screens = {
  phone: { viewport: { width: 360, height: 740 }, slowdown: 4 },
  desk: { viewport: { width: 1280, height: 800 }, slowdown: 1 },
};

/** A page, and what somebody came for. */
interface Scene {
  readonly name: string;
  readonly sites: number;
  readonly screen: keyof typeof screens;
  readonly path: string;
  /** Who is logged in there. */
  readonly who: 'customer' | 'operator' | null;
  readonly what: string;
  /** What stands in `main` then: words, or a field. */
  readonly words: string;
  readonly goals: Partial<Record<keyof Visit, number>>;
}

const neverHeard = 'Unknown|ไม่ทราบ|ยังไม่';
const scenes: readonly Scene[] = [
  ...[1, 3, 25].flatMap((sites) =>
    (['phone', 'desk'] as const).map((screen) => ({
      name: `portal, ${sites} ${sites === 1 ? 'site' : 'sites'}, ${screen}`,
      ...{ sites, screen, path: '/customer/dashboard', who: 'customer' as const },
      ...{ what: 'power, in words', words: neverHeard },
      goals: {
        ...{ usefulMs: 800, pressedMs: 1_600, requests: 5, shift: shiftGoal },
        ...(sites === 25 && screen === 'phone' && { awayMs: 200, backMs: 200 }),
      },
    })),
  ),
  {
    name: 'console, phone',
    ...{ sites: 3, screen: 'phone', path: '/admin/dashboard', who: 'operator' },
    ...{
      what: 'who needs attention',
      words: 'Waiting for the first word|No site is without|ไม่มีจุดที่|รอ',
    },
    goals: { usefulMs: 1_200, requests: 12, kilobytes: 260, shift: shiftGoal },
  },
  {
    name: 'log-in of customers, phone',
    ...{ sites: 1, screen: 'phone', path: '/customer', who: null },
    ...{ what: 'a field to type into', words: '' },
    goals: { usefulMs: 900, kilobytes: 120, shift: shiftGoal },
  },
];

interface Visit {
  /** Ms from the click to the first text of any kind, to what somebody came for, and until it can be pressed. */
  readonly firstMs: number;
  readonly usefulMs: number;
  readonly pressedMs: number;
  /** Requests that had been sent, and what had come, by the time of what somebody came for. */
  readonly requests: number;
  readonly kilobytes: number;
  /** Scripts that came without anything being pressed. */
  readonly scripts: number;
  readonly shift: number;
  /** Ms from a press to the page that it opens: Alerts, and all sites again. Not a number: nobody pressed. */
  readonly awayMs: number;
  readonly backMs: number;
}

const shown: Record<keyof Visit, { what: string; show: (value: number) => string }> = {
  firstMs: { what: 'anything on the screen', show: showMs },
  usefulMs: { what: '', show: showMs },
  pressedMs: { what: 'can be pressed', show: showMs },
  requests: { what: 'requests until the words', show: String },
  kilobytes: { what: 'fetched until the words', show: showKilobytes },
  scripts: { what: 'scripts in the first seconds', show: showKilobytes },
  shift: { what: 'layout shift', show: (value) => value.toFixed(3) },
  awayMs: { what: 'from the press to Alerts', show: showMs },
  backMs: { what: 'from the press back to all sites', show: showMs },
};

function showMs(value: number): string {
  return `${Math.round(value)} ms`;
}

function showKilobytes(value: number): string {
  return `${Math.round(value)} kB`;
}

/** One visit, by a browser that has never been here. */
async function visit(browser: Browser, shop: Shop, scene: Scene): Promise<Visit> {
  const { viewport, slowdown } = screens[scene.screen];
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  try {
    const stored = scene.who === null ? {} : shop[scene.who];
    await context.addInitScript(
      ({ entries, words }) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
        const seen = { shift: 0, useful: 0, pressed: 0 };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('hadRecentInput' in entry && !entry.hadRecentInput && 'value' in entry) {
              seen.shift += Number(entry.value);
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
        const isThere = (main: Element) =>
          words === ''
            ? main.querySelector('input') !== null
            : new RegExp(words).test(main.textContent ?? '');
        // React marks each element that it answers for.
        const isAnswered = (main: Element) =>
          Object.keys(main).some((key) => key.startsWith('__reactFiber'));
        const look = () => {
          const main = document.querySelector('main');
          // What is there counts once its frame is painted.
          const note = (name: 'useful' | 'pressed') =>
            setTimeout(() => (seen[name] ||= performance.now()));
          if (main && isThere(main)) {
            note('useful');
            if (isAnswered(main)) return note('pressed');
          }
          return requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { entries: stored, words: scene.words },
    );
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
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(shop.url + scene.path, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => Reflect.get(Reflect.get(window, 'seen'), 'pressed') > 0,
      undefined,
      { timeout: 60_000, polling: 50 },
    );
    // What still loads may shift the layout.
    // The stream stays open, so the network need not become idle.
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
    await page.waitForTimeout(1500);
    const { useful, pressed, shift, first, startedAt, fetched } = await page.evaluate(() => ({
      useful: Number(Reflect.get(Reflect.get(window, 'seen'), 'useful')),
      pressed: Number(Reflect.get(Reflect.get(window, 'seen'), 'pressed')),
      shift: Number(Reflect.get(Reflect.get(window, 'seen'), 'shift')),
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      startedAt: performance.timeOrigin,
      fetched: [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ].map((entry) => ({
        isScript: entry.name.endsWith('.js'),
        endedAt: Number(Reflect.get(entry, 'responseEnd')),
        bytes: Number(Reflect.get(entry, 'transferSize')),
      })),
    }));
    const isPressed = scene.goals.awayMs !== undefined;
    const awayMs = isPressed ? await press(page, '/customer/alerts') : Number.NaN;
    const backMs = isPressed ? await press(page, scene.path) : Number.NaN;
    const sum = (some: typeof fetched) => some.reduce((all, { bytes }) => all + bytes, 0) / 1000;
    return {
      firstMs: first,
      usefulMs: useful,
      pressedMs: pressed,
      requests: asked.filter((at) => at <= startedAt + useful).length,
      kilobytes: sum(fetched.filter(({ endedAt }) => endedAt <= useful)),
      scripts: sum(fetched.filter(({ isScript }) => isScript)),
      ...{ shift, awayMs, backMs },
    };
  } finally {
    await context.close();
  }
}

/** Opens a page by its link; ms until its heading is painted. */
async function press(page: Page, path: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const before = document.querySelector('main h1');
    const startedAt = performance.now();
    document.querySelector<HTMLElement>(`a[href="${wanted}"]`)?.click();
    await new Promise<void>((done) => {
      const look = () => {
        const isThere = document.querySelector('main h1') !== before;
        if (isThere) setTimeout(done);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    return performance.now() - startedAt;
  }, path);
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
const rounds = values.quick ? 1 : 3;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const findings: BenchReport['findings'][number][] = [];
try {
  const counts = [...new Set(scenes.map(({ sites }) => sites))];
  for (const sites of counts) {
    const shops = [
      await openShop(binary, sites),
      ...(values.before === undefined ? [] : [await openShop(values.before, sites)]),
    ];
    try {
      for (const scene of scenes.filter((one) => one.sites === sites)) {
        const visits: Visit[][] = shops.map(() => []);
        for (let round = 0; round < rounds; round += 1) {
          for (const [index, shop] of shops.entries()) {
            visits[index]?.push(await visit(browser, shop, scene));
          }
        }
        const [now = [], before] = visits;
        tell(`${scene.name}: ${JSON.stringify(now.at(-1))}`);
        for (const name of Object.keys(shown) as (keyof Visit)[]) {
          if (Number.isNaN(now[0]?.[name])) continue;
          const { what, show } = shown[name];
          const goal = scene.goals[name];
          const middle = (some: readonly Visit[]) => median(some.map((one) => one[name]));
          findings.push({
            what: `${scene.name}: ${what || scene.what}`,
            goal: goal === undefined ? '' : `≤ ${show(goal)}`,
            measured: show(middle(now)),
            before: before && show(middle(before)),
            isMet: goal === undefined || middle(now) <= goal,
          });
        }
      }
    } finally {
      for (const shop of shops) await shop[Symbol.asyncDispose]();
    }
  }
} finally {
  await browser.close();
}
const report: BenchReport = {
  title: 'First pages on a slow phone network',
  method:
    'In Debian’s Chromium without a window and with an empty cache, of whoever is logged in; 1.6 Mbit/s (at nine tenths, as ' +
    'Lighthouse does) and 150 ms to each answer, put in by the browser; on a phone a quarter of this machine’s processor. ' +
    `Median of ${rounds}. A page can be pressed once React has drawn it. Layout shift as the browser counts it, until all is there.`,
  findings,
};
console.log(values.json ? JSON.stringify(report) : `\n${formatReport(report)}`);
