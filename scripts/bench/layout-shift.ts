/**
 * How far each page is seen to move while it comes, on a slow phone network, in both languages.
 *
 *   bun scripts/bench/layout-shift.ts [--binary dist/faiwatch] [--quick] [--json]
 *
 * With --quick on a phone in one language only.
 */
import { z } from 'zod';
import { listClientPaths } from '../lib/client-paths.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { type PlainBrowser, startPlainBrowser } from './lib/plain-browser.ts';
import { formatTable } from './lib/report.ts';
import { openShop } from './lib/shop.ts';
import { type screens, shiftGoal, slowDown, waitUntilQuiet } from './lib/slow-visit.ts';

/** Pages that the server makes, or that stand beside the application. */
const plainPages = ['/status', '/api/docs', '/firmware-flash.html'];
/** Whoever is logged in is led away from them. */
const strangersPages = ['/', '/admin/login', '/customer', ...plainPages];
/** Where a page leads elsewhere. */
const redirects = ['/admin'];
const languages = ['th', 'en'] as const;
/** Of what moves less nobody is told where it does. */
const shownFrom = 0.01;
const longestMs = 60_000;

const seenSchema = z.object({ shift: z.number(), moved: z.string() });
type Seen = z.output<typeof seenSchema>;

/** What a page notes of itself while it comes. Runs in it, before all of its own. */
function watch(entries: Record<string, string>): void {
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  const seen = { shift: 0, moved: '', worst: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node: Node | null }[];
      };
      if (hadRecentInput) continue;
      seen.shift += value;
      if (value <= seen.worst) continue;
      seen.worst = value;
      seen.moved = (sources[0]?.node?.textContent ?? '')
        .trim()
        .replaceAll(/\s+/g, ' ')
        .slice(0, 40);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Its heading is there, and nothing waits for an answer any more. Runs in it. */
function isThere(): boolean {
  const isWaiting = document.querySelector('[aria-busy=true], .animate-pulse') !== null;
  return document.querySelector('h1') !== null && !isWaiting;
}

/** What it has noted. Runs in it. */
function report() {
  return Reflect.get(window, 'seen');
}

async function visit(
  browser: PlainBrowser,
  url: string,
  screen: keyof typeof screens,
  entries: Readonly<Record<string, string>>,
): Promise<Seen> {
  await using tab = await browser.openTab();
  const asked: unknown[] = [];
  tab.on('Network.requestWillBeSent', (request) => asked.push(request));
  await slowDown(tab, screen);
  await tab.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watch})(${JSON.stringify(entries)})`,
  });
  await tab.send('Page.navigate', { url });
  const deadline = performance.now() + longestMs;
  while ((await tab.evaluate(`(${isThere})()`)) !== true) {
    if (performance.now() > deadline) throw new Error(`${url} did not come`);
    await Bun.sleep(500);
  }
  // What still loads may move it.
  await waitUntilQuiet(asked);
  return seenSchema.parse(await tab.evaluate(`(${report})()`));
}

async function bench({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  await using shop = await openShop(binary, 3, {
    FAIWATCH_EXTRAS: 'all',
    FAIWATCH_PUBLIC_STATUS: 'true',
  });
  await using browser = await startPlainBrowser();
  const paths = [...Object.values(listClientPaths()).flat(), ...plainPages].filter(
    (path) => !redirects.includes(path),
  );
  const findings: BenchReport['findings'][number][] = [];
  const rows: string[][] = [];
  for (const screen of isQuick ? (['phone'] as const) : (['phone', 'desk'] as const)) {
    let worst = { path: '', language: '', shift: 0 };
    for (const path of paths) {
      for (const language of isQuick ? (['th'] as const) : languages) {
        const address = path.replace('$deviceId', 'fw-000000000001').replace('$id', '1');
        const { shift, moved } = await visit(
          browser,
          `${shop.url}${address}${path === '/status' ? `?lang=${language}` : ''}`,
          screen,
          {
            language,
            ...(!strangersPages.includes(path) && { ...shop.customer, ...shop.operator }),
          },
        );
        tell(`${screen} ${path} ${language}: ${shift.toFixed(3)}`);
        if (shift > worst.shift) worst = { path, language, shift };
        if (shift >= shownFrom) rows.push([path, screen, language, shift.toFixed(3), moved]);
      }
    }
    findings.push({
      what: `${screen}: the page of ${paths.length} that moves most while it comes`,
      goal: `≤ ${shiftGoal.toFixed(2)}`,
      measured: `${worst.shift.toFixed(3)} (${worst.path}, ${worst.language})`,
      isMet: worst.shift <= shiftGoal,
    });
  }
  return {
    title: 'What moves while a page comes',
    method:
      'Layout shift as Debian’s Chromium counts it, of each page of a customer with three sites and of an operator, all modules on, with an empty cache, on the same slow network and phone as the first pages.',
    findings,
    ...(rows.length > 0 && {
      table: formatTable(['page', 'screen', 'language', 'shift', 'what moved most'], rows),
    }),
  };
}

if (import.meta.main) await runBench(bench);
