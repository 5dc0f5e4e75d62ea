/** What the files of walks share: a browser in which each test stands alone. */
import { afterAll, afterEach, beforeEach, setDefaultTimeout } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Contexts, launchBrowser } from './browser.ts';

/**
 * Must never be reached: Bun then kills every process of the file, including the server and the browser of all other
 * tests. Each step of a walk has its own limit, and the walk has one that ends only the walk.
 */
const neverMs = 900_000;
/** What a walk may take on a machine that does much else. */
const walkMs = 300_000;

/** What any one step of it may take. */
const stepMs = 60_000;
/** Changes must show within this time, which is shorter than the pages' own polling. */
export const liveMs = 10_000;

/**
 * The browser of a file. What a test opened is closed with it, however it ends, and a browser that
 * crashed is replaced. To be called as the file is loaded.
 */
export function shareBrowser(program?: string, flags: readonly string[] = []): Contexts {
  // It holds for the file that is being loaded; this module is loaded once for all of them.
  setDefaultTimeout(neverMs);
  let browser: Browser | undefined;
  const open = new Set<BrowserContext>();
  const closeAll = async () => {
    const all = [...open];
    open.clear();
    // A context of a crashed browser cannot be closed.
    await Promise.allSettled(all.map((context) => context.close()));
  };
  let limit: Timer;
  beforeEach(() => {
    // Closing the page ends the step that is waiting.
    limit = setTimeout(closeAll, walkMs);
  });
  afterEach(async () => {
    clearTimeout(limit);
    await closeAll();
  });
  afterAll(() => browser?.close());
  return {
    async newContext(options) {
      if (browser?.isConnected() !== true) browser = await launchBrowser(program, flags);
      const context = await browser.newContext(options);
      context.setDefaultTimeout(stepMs);
      open.add(context);
      return context;
    },
  };
}

/** Opens a part of a page that is folded, by a press as people do; one that is open stays so. */
export async function unfold(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 2, name: title, exact: true });
  const fold = page.locator('details').filter({ has: heading }).first();
  await fold.waitFor();
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click();
}
