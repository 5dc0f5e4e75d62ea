/**
 * The console's lists in a browser, over 10,000 devices, 10,000 keys and 1,000,000 events: from a letter
 * in the search field, and from a click on a tab, to the painted rows; and the memory of the tab.
 *
 *   node_modules/.bin/bun scripts/bench/console.ts [--quick] [--binary dist/faiwatch]
 *
 * With Debian's Chromium without a window. Every answer comes from the server: nothing is asked for twice.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { fillConsole } from './lib/console-data.ts';
import { type Expected, installTracer, trace } from './lib/paint-trace.ts';
import { readPrivateMemoryMb } from './lib/process-stats.ts';
import { formatTable, median, quantile } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goalMs = 300;
const goalMb = 150;
const password = 'of the benchmark of the console';
/** Between the letters of somebody who types fast. */
const typingMs = 60;
/** A pause after which the next letter begins a new word. */
const restMs = 400;

interface List {
  readonly name: string;
  readonly path: string;
  /** The call that the page makes for it. */
  readonly call: string;
  /** The tabs other than the first; each has rows. */
  readonly filters: readonly string[];
}

const lists: readonly List[] = [
  {
    name: 'customers',
    path: '/admin/customers',
    call: '/api/customers',
    filters: ['active', 'inactive'],
  },
  { name: 'devices', path: '/admin/devices', call: '/api/devices', filters: ['online', 'offline'] },
  { name: 'keys', path: '/admin/keys', call: '/api/keys', filters: ['unused', 'used', 'expired'] },
  {
    name: 'events',
    path: '/admin/events',
    call: '/api/events',
    filters: ['power_down', 'power_restored'],
  },
];

interface Times {
  readonly list: List;
  /** A letter after a rest. */
  readonly letters: readonly number[];
  /** The last letter of a word that was typed fast. */
  readonly words: readonly number[];
  readonly tabs: readonly number[];
}

async function console({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 500 : 10_000;
  const eventsPerDevice = 100;
  const rounds = isQuick ? 3 : 20;
  const words = Array.from({ length: rounds }, (_, round) => makeWord(devices, round));
  await using scene = await openScene('console', { devices, eventsPerDevice });
  fillConsole(scene.databasePath, Date.now());
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_ADMIN_PASSWORD: password },
  });
  // A proper stop would write and prune for many seconds.
  scene.defer(async () => {
    await server.kill();
    await server.removeData();
  });
  const url = `http://127.0.0.1:${server.http}`;
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  scene.defer(() => browser.close());
  const page = await openPage(browser, url);

  const typed = new Map<List, Pick<Times, 'letters' | 'words'>>();
  for (const list of lists) {
    // Goes by the menu within one page, as in a day of work, since the page's memory is measured below.
    await page.locator(`aside a[href="${list.path}"]`).click();
    typed.set(list, await typeInto(page, list, words));
    tell(`${list.name}: typed`);
  }
  const memory = await readTab(browser, page);
  const times: Times[] = [];
  for (const list of lists) {
    const ofTyping = typed.get(list) ?? { letters: [], words: [] };
    times.push({ list, ...ofTyping, tabs: await clickTabs(page, url, list, rounds) });
    tell(`${list.name}: clicked`);
  }

  return {
    title: 'Lists of the console',
    method:
      `${devices.toLocaleString('en-GB')} customers, devices and keys, ` +
      `${(devices * eventsPerDevice).toLocaleString('en-GB')} events. Debian’s Chromium without a ` +
      'window, 1280 × 800. Traced in the page: from the time stamp the browser gives the key or the ' +
      'click, to the end of the frame that shows the rows of the answer. A letter after a rest is ' +
      'asked for at once; of a word that is typed fast, one letter every ' +
      `${typingMs} ms, the last is counted from. No answer was there before. Medians of ${rounds}. ` +
      'Memory is the private memory of the renderer (RssAnon and VmSwap), which is what Chromium’s ' +
      'task manager calls the footprint of a tab, after all lists were searched without a reload.',
    findings: [
      ...times.map(({ list, letters, words, tabs }) => {
        const worst = Math.max(...[letters, words, tabs].map(median));
        return {
          what: `console, ${list.name}: from a letter or a tab to painted rows`,
          goal: `≤ ${goalMs} ms`,
          measured:
            `letter ${median(letters).toFixed(0)} ms, last of a word ${median(words).toFixed(0)} ms, ` +
            `tab ${median(tabs).toFixed(0)} ms`,
          isMet: worst <= goalMs,
        };
      }),
      {
        what: 'console: memory of the tab',
        goal: `< ${goalMb} MB`,
        measured: `${memory.privateMb.toFixed(0)} MB (JavaScript ${memory.heapMb.toFixed(0)} MB)`,
        isMet: memory.privateMb < goalMb,
      },
    ],
    table: formatTable(
      ['list', 'from', 'p50 ms', 'p90 ms', 'worst ms'],
      times.flatMap(({ list, letters, words, tabs }) => [
        [list.name, 'letter', ...figures(letters)],
        [list.name, 'last letter of a word', ...figures(words)],
        [list.name, 'tab', ...figures(tabs)],
      ]),
    ),
  };
}

const figures = (times: readonly number[]): number[] =>
  [median(times), quantile(times, 0.9), Math.max(...times)].map(Math.round);

/** The dashboard, of an operator who is logged in. */
async function openPage(browser: Browser, url: string): Promise<Page> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const signedIn = z.object({ token: z.string(), user: z.unknown() }).parse(await answer.json());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(
    ([token, user]) => {
      localStorage.setItem('authToken', token);
      localStorage.setItem('user', user);
      localStorage.setItem('language', 'en');
    },
    [signedIn.token, JSON.stringify(signedIn.user)] as const,
  );
  await installTracer(page);
  await page.goto(`${url}/admin/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Different parts of names and ids: of 10,000 devices 2000, 2300, 2600 … */
function makeWord(devices: number, round: number): string {
  return String(Math.floor(devices * (0.2 + 0.03 * round)));
}

async function typeInto(page: Page, list: List, words: readonly string[]) {
  const field = page.locator('main input[type=text]').first();
  await waitForRows(page);
  const type = (q: string) => {
    const expected: Expected = { call: list.call, q, filter: null };
    return trace(page, expected, 'keydown', () => page.keyboard.press(q.slice(-1)));
  };
  const ofLetters: number[] = [];
  const ofWords: number[] = [];
  for (const word of words) {
    const part = word.slice(0, -1);
    await field.fill(part.slice(0, -1));
    await page.waitForTimeout(restMs);
    await waitForRows(page);
    ofLetters.push(await type(part));

    await field.fill('');
    await page.waitForTimeout(restMs);
    await waitForRows(page);
    for (const letter of part) {
      await page.keyboard.press(letter);
      await page.waitForTimeout(typingMs);
    }
    ofWords.push(await type(word));
  }
  return { letters: ofLetters, words: ofWords };
}

async function clickTabs(page: Page, url: string, list: List, rounds: number) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const filter = list.filters[round % list.filters.length] ?? '';
    // Loads the page anew, so that it has no answer yet.
    await page.goto(url + list.path);
    await waitForRows(page);
    const tab = page.locator(`main nav a[href*="filter=${filter}"]`);
    const expected: Expected = { call: list.call, q: null, filter };
    times.push(await trace(page, expected, 'pointerdown', () => tab.click()));
  }
  return times;
}

async function waitForRows(page: Page): Promise<void> {
  await page.locator('main table[aria-busy=false] tbody tr').first().waitFor();
}

async function readTab(browser: Browser, page: Page) {
  const tab = await page.context().newCDPSession(page);
  await tab.send('HeapProfiler.collectGarbage');
  await tab.send('Performance.enable');
  const { metrics } = await tab.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  const { processInfo } = await (await browser.newBrowserCDPSession()).send(
    'SystemInfo.getProcessInfo',
  );
  // There is one page; a spare renderer that Chromium keeps ready is smaller.
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return {
    heapMb: heap / 1e6,
    privateMb: Math.max(...renderers.map(({ id }) => readPrivateMemoryMb(id))),
  };
}

if (import.meta.main) await runBench(console);
