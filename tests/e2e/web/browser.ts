/**
 * The pages of the executable in Debian's Chromium, with a watch on the browser's console, on where requests go, and
 * on what axe finds.
 *
 * E2E_CHROMIUM: another browser, `/usr/bin/chromium` for example. By default it is the one without any
 * window, of the same Debian source, which opens a tab in a third of the time.
 * E2E_SCREENSHOTS: a directory for the pictures that `takePicture` makes; without one it makes none.
 */
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { ApiClient } from '../api-client.ts';

export const languages = ['th', 'en'] as const;
const themes = ['dark', 'light'] as const;
export type Language = (typeof languages)[number];
export type Theme = (typeof themes)[number];

export const phone = { width: 360, height: 740 };
export const desk = { width: 1280, height: 800 };

/** Every way a page can look: languages × themes × a phone and a desk. */
export const everyLook: readonly Required<Look>[] = languages.flatMap((language) =>
  themes.flatMap((theme) => [phone, desk].map((viewport) => ({ language, theme, viewport }))),
);

/** Four looks in which every pair of language, theme and size occurs. Four are enough, since axe is slow. */
export const looks = everyLook.filter(
  ({ language, theme, viewport }) =>
    (viewport === phone) === ((language === 'th') === (theme === 'dark')),
);

export interface Look {
  /** Default `th`, as for a first visit. */
  readonly language?: Language;
  /** Default `dark`. */
  readonly theme?: Theme;
  /** Default a desk. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface TabOptions extends Look {
  /** Entries of localStorage that are there before the page; see `customerEntries`. */
  readonly stored?: Readonly<Record<string, string>>;
  /** The language of the browser itself: `en-US`; default its own. */
  readonly locale?: string;
  /** With animations; default without, so that nothing is checked halfway. */
  readonly hasMotion?: boolean;
}

/** `axe.source` is the same with its comments, and more than twice as long; each page has to parse it. */
const axeSource = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8');

/**
 * @param program the shell shows no notifications; the whole Chromium does
 * @param more further flags of it
 */
export async function launchBrowser(
  program = process.env['E2E_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  more: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: [
      ...['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
      // Maps of streets are drawn with WebGL, here without a graphics card: beside busy processes more
      // slowly than a watchdog might bear.
      ...['--enable-unsafe-swiftshader', '--disable-gpu-watchdog'],
      ...more,
    ],
  });
}

/** Where visitors come from. */
export type Contexts = Pick<Browser, 'newContext'>;

/** A tab of a new visitor with storage of its own. With `await using` it is closed again. */
export async function openTab(
  browser: Contexts,
  server: { readonly url: string },
  options: TabOptions = {},
): Promise<Tab> {
  const { language = 'th', theme = 'dark', viewport = desk, stored = {} } = options;
  const context = await browser.newContext({
    viewport,
    hasTouch: viewport.width < 600,
    reducedMotion: options.hasMotion === true ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(options.locale !== undefined && { locale: options.locale }),
  });
  const entries = { language, theme, ...stored };
  await context.addInitScript((given) => {
    // Set only once, so that what the page removes stays removed.
    if (sessionStorage.getItem('seeded') !== null) return;
    sessionStorage.setItem('seeded', 'yes');
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
  return new Tab(context, await context.newPage(), server.url);
}

export class Tab implements AsyncDisposable {
  readonly page: Page;
  /** Origins of all requests to other hosts. */
  readonly foreignOrigins = new Set<string>();
  readonly #context: BrowserContext;
  readonly #url: string;
  /** Errors and warnings of the console, and exceptions nobody caught. */
  readonly #complaints: string[] = [];

  constructor(context: BrowserContext, page: Page, url: string) {
    this.#context = context;
    this.#url = url;
    this.page = page;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) {
        this.#complaints.push(`${message.text()} ${message.location().url}`.trim());
      }
    });
    page.on('pageerror', (error) => this.#complaints.push(String(error)));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && origin !== url) {
        this.foreignOrigins.add(origin);
      }
    });
  }

  /** Another tab of the same visitor, which goes with this one. */
  async openAnother(): Promise<Tab> {
    return new Tab(this.#context, await this.#context.newPage(), this.#url);
  }

  /** Opens a path of the server: `/customer`. */
  async visit(path: string): Promise<void> {
    await this.page.goto(this.#url + path);
  }

  /** Where it is now, without the origin. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  /**
   * What the console complained of since the last time this was asked.
   * @param expected complaints a story brings about itself: the browser notes every failed request
   */
  takeComplaints(...expected: readonly RegExp[]): readonly string[] {
    const seen = this.#complaints.splice(0);
    return seen.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
  }

  /** What this visitor's browser keeps. */
  async readStored(): Promise<Record<string, string>> {
    return this.page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  }

  async store(entries: Readonly<Record<string, string>>): Promise<void> {
    await this.page.evaluate((given) => {
      for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
    }, entries);
  }

  /** How many px the page is wider than its window; more than 0 is a sideways scroll bar. */
  async overflowPx(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  }

  /** WCAG 2.2 A and AA and axe's best practices: rule, place, and why, one line each; empty: none. */
  async findAxeViolations(): Promise<readonly string[]> {
    await this.settle();
    // Evaluated over the debugger, which the page's content-security policy does not bind.
    await this.page.evaluate(`if (!('axe' in window)) { ${axeSource} }`);
    const found: unknown = await this.page.evaluate(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
    );
    return axeResultSchema
      .parse(found)
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) =>
          `${id} at ${target.flat().join(' ')}: ${failureSummary}`.replaceAll(/\s+/g, ' '),
        ),
      );
  }

  /** Waits until fonts are loaded and all finite animations are over, with those that begin meanwhile. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      for (;;) {
        await new Promise(requestAnimationFrame);
        const running = document.getAnimations().filter(({ effect, playState }) => {
          const ends = effect?.getComputedTiming().endTime !== Infinity;
          return ends && playState === 'running';
        });
        if (running.length === 0) return;
        await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
      }
    });
  }

  /** A picture of the whole page, for people to look at. */
  async takePicture(name: string): Promise<void> {
    const directory = process.env['E2E_SCREENSHOTS'];
    if (directory === undefined) return;
    await mkdir(directory, { recursive: true });
    await this.settle();
    await this.page.screenshot({ path: join(directory, `${name}.png`), fullPage: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A crashed browser cannot close it. The test fails by what it then waits for, which must be shown.
    await this.#context.close().catch((error: unknown) => console.error(error));
  }
}

const axeResultSchema = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(
      z.object({
        target: z.array(z.union([z.string(), z.array(z.string())])),
        failureSummary: z.string().optional(),
      }),
    ),
  }),
);

/** What localStorage holds of a customer who is logged in. */
export async function customerEntries(
  server: { readonly url: string },
  credentials: { readonly phone: string; readonly activationKey: string },
): Promise<Record<string, string>> {
  const { body } = await new ApiClient(server).post('/api/auth/customer-login', credentials);
  if (body.ok !== true) throw new Error(`The log-in answered ${JSON.stringify(body)}`);
  return { customerToken: body.token, customerUser: JSON.stringify(body.user) };
}

/** What localStorage holds of an administrator who is logged in. */
export async function adminEntries(
  server: { readonly url: string },
  credentials: { readonly username: string; readonly password: string },
): Promise<Record<string, string>> {
  const { body } = await new ApiClient(server).post('/api/auth/login', credentials);
  if (body.ok !== true) throw new Error(`The log-in answered ${JSON.stringify(body)}`);
  return { authToken: body.token, user: JSON.stringify(body.user) };
}
