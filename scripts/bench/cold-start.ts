/**
 * The first pages on a slow phone network, from an empty cache to the words that somebody came for, and to the first
 * press.
 *
 *   node_modules/.bin/bun scripts/bench/cold-start.ts [--quick] [--binary dist/faiwatch] [--before FILE]
 *     [--only '25 sites, phone']
 *
 * With Debian's Chromium and what Lighthouse calls slow 4G: 1.6 Mbit/s, 150 ms to an answer; a phone has a quarter of this
 * machine's processor. `--before` is an executable of an earlier release, measured in turn with this one.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type BenchReport, formatReport, tell } from './lib/bench.ts';
import { type PlainBrowser, type PlainTab, startPlainBrowser } from './lib/plain-browser.ts';
import { median } from './lib/report.ts';
import { beforeModules, findBinary } from './lib/server.ts';
import { openShop, type Shop } from './lib/shop.ts';
import { type screens, shiftGoal, slowDown, waitUntilQuiet } from './lib/slow-visit.ts';

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
        ...(sites === 1 && { scripts: 190 }),
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

/** What a page notes of itself while it comes. Runs in it, before all of its own. */
function watch(entries: Record<string, string>, words: string): void {
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
}

const seenSchema = z.object({
  shift: z.number(),
  useful: z.number(),
  pressed: z.number(),
  first: z.number(),
  startedAt: z.number(),
  fetched: z.array(z.object({ isScript: z.boolean(), endedAt: z.number(), bytes: z.number() })),
});

/** What it has noted, and what it has fetched. Runs in it. */
function report() {
  return {
    ...Reflect.get(window, 'seen'),
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
  };
}

/** Opens a page by its link; ms until its heading is painted. Runs in the page. */
async function press(wanted: string): Promise<number> {
  const before = document.querySelector('main h1');
  const link = document.querySelector<HTMLElement>(`a[href="${wanted}"]`);
  if (link === null) throw new Error(`no link to ${wanted}`);
  const startedAt = performance.now();
  link.click();
  await new Promise<void>((done) => {
    const look = () => {
      const isThere = document.querySelector('main h1') !== before;
      if (isThere) setTimeout(done);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return performance.now() - startedAt;
}

const longestMs = 60_000;
const requestSchema = z.object({ wallTime: z.number() });

/** One visit, by a browser that has never been here. */
async function visit(browser: PlainBrowser, shop: Shop, scene: Scene): Promise<Visit> {
  await using tab = await browser.openTab();
  const asked: number[] = [];
  tab.on('Network.requestWillBeSent', (request) => {
    asked.push(requestSchema.parse(request).wallTime * 1000);
  });
  await slowDown(tab, scene.screen);
  const entries = scene.who === null ? {} : shop[scene.who];
  await tab.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watch})(${JSON.stringify(entries)}, ${JSON.stringify(scene.words)})`,
  });
  await tab.send('Page.navigate', { url: shop.url + scene.path });
  await waitUntilPressed(tab);
  // What still loads may shift the layout.
  await waitUntilQuiet(asked);
  const seen = seenSchema.parse(await tab.evaluate(`(${report})()`));
  const isPressed = scene.goals.awayMs !== undefined;
  const pressOn = async (path: string) =>
    isPressed ? Number(await tab.evaluate(`(${press})(${JSON.stringify(path)})`)) : Number.NaN;
  const awayMs = await pressOn('/customer/alerts');
  const backMs = await pressOn(scene.path);
  const { first, useful, pressed, shift, startedAt, fetched } = seen;
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
}

/** Asks seldom, since each question takes a slow phone some of its time. */
async function waitUntilPressed(tab: PlainTab): Promise<void> {
  const deadline = performance.now() + longestMs;
  while (Number(await tab.evaluate('window.seen?.pressed ?? 0')) === 0) {
    if (performance.now() > deadline) throw new Error('The page cannot be pressed');
    await Bun.sleep(500);
  }
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    binary: { type: 'string' },
    before: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const wanted = scenes.filter(({ name }) => new RegExp(values.only).test(name));
const binary = values.binary ?? findBinary();
const rounds = values.quick ? 1 : 3;
const browser = await startPlainBrowser();
const findings: BenchReport['findings'][number][] = [];
try {
  const counts = [...new Set(wanted.map(({ sites }) => sites))];
  for (const sites of counts) {
    const shops = [
      await openShop(binary, sites),
      ...(values.before === undefined ? [] : [await openShop(values.before, sites, beforeModules)]),
    ];
    try {
      for (const scene of wanted.filter((one) => one.sites === sites)) {
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
  await browser[Symbol.asyncDispose]();
}
const result: BenchReport = {
  title: 'First pages on a slow phone network',
  method:
    'In Debian’s Chromium without a window and with an empty cache, of whoever is logged in; 1.6 Mbit/s (at nine tenths, as ' +
    'Lighthouse does) and 150 ms to each answer, put in by the browser, which is driven by its own protocol alone; on a phone a quarter of this machine’s processor. ' +
    `Median of ${rounds}. A page can be pressed once React has drawn it. Layout shift as the browser counts it, until all is there.`,
  findings,
};
console.log(values.json ? JSON.stringify(result) : `\n${formatReport(result)}`);
