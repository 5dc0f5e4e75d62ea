import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { builtPages } from '../tests/support/built-pages.ts';
import en from '../web/src/locales/en.json';
import th from '../web/src/locales/th.json';

const pages = ['index.html', 'portal.html', 'app.html', 'offline.html'];
const tokens = await Bun.file(join(import.meta.dir, '../web/src/styles/tokens.css')).text();
const darkGround = /--ground: (#[0-9a-f]{6});/.exec(tokens)?.[1];
const manifestSchema = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
});

let folder: string;
let built: Map<string, Buffer>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faiwatch-web-'));
  built = await readFiles(await builtPages());
  // Far more than it takes, since other tests run beside it.
}, 300_000);

afterAll(() => rm(folder, { recursive: true }));

/** Builds in a process of its own, as every caller does; gives each file by its path. */
async function build(name: string, ...flags: string[]): Promise<Map<string, Buffer>> {
  const outDir = join(folder, name);
  const script = join(import.meta.dir, 'build-web.ts');
  const run = Bun.spawn([process.execPath, script, '--out', outDir, ...flags], {
    cwd: folder,
    stdout: 'ignore',
  });
  expect(await run.exited).toBe(0);
  return readFiles(outDir);
}

async function readFiles(outDir: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(outDir.length + 1), await readFile(path)] as const;
      }),
    ),
  );
}

function textOf(path: string): string {
  return built.get(path)?.toString() ?? '';
}

test('every text has its smaller compressed forms, which unpack to it', () => {
  for (const path of [...pages, ...[...built.keys()].filter((p) => /\.(js|css)$/.test(p))]) {
    const content = built.get(path) ?? Buffer.of();
    // A chunk that only names others may have nothing to be squeezed.
    if (content.length < 200) continue;
    const brotli = built.get(`${path}.br`) ?? Buffer.of();
    const gzip = built.get(`${path}.gz`) ?? Buffer.of();
    expect(brotliDecompressSync(brotli).equals(content), path).toBe(true);
    expect(gunzipSync(gzip).equals(content), path).toBe(true);
    expect(brotli.length, path).toBeLessThan(content.length);
    expect(gzip.length, path).toBeLessThan(content.length);
  }
});

test('what is compressed already is not compressed again', () => {
  const fonts = [...built.keys()].filter((path) => path.includes('.woff2'));
  expect(fonts).toHaveLength(4);
  expect(fonts.every((path) => path.endsWith('.woff2'))).toBe(true);
});

test('every name under assets/ and fonts/ holds a hash, and the pages refer to files that exist', () => {
  for (const path of built.keys()) {
    if (/^(assets|fonts)\//.test(path)) expect(path).toMatch(/-[0-9a-z]{8,10}\.\w+/);
  }
  for (const page of pages) {
    const named = textOf(page).matchAll(/<(?:link|script|img)[^>]*(?:src|href)="\/([^"]+)"/g);
    const files = [...named].map(([, path = '']) => path).filter((path) => !/^api\//.test(path));
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const path of files) expect(built.has(path), `${page}: ${path}`).toBe(true);
  }
});

const pagesWithPictures = ['portal.html', 'app.html'];
const inlineSchema = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
);

test('nothing stands in a page itself but what its policy names by hash, and nothing comes from elsewhere', () => {
  const named = inlineSchema.parse(JSON.parse(textOf('inline.json')));
  const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  for (const name of pages) {
    const html = textOf(name);
    const styles = [...html.matchAll(/<style([^>]*)>(.*?)<\/style>/gs)];
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    const inline = scripts.filter(([, attributes = '']) => !attributes.includes('src='));
    for (const [, attributes] of [...styles, ...inline]) expect(attributes, name).toBe('');
    expect(
      styles.map(([, , text]) => hashOf(text)),
      name,
    ).toEqual(named[name]?.styles ?? []);
    expect(
      inline.map(([, , text]) => hashOf(text)),
      name,
    ).toEqual(named[name]?.scripts ?? []);
    expect(styles.length > 0, name).toBe(pagesWithPictures.includes(name));
    expect(inline.length > 0, name).toBe(pagesWithPictures.includes(name));
    for (const [script] of scripts.filter((one) => !inline.includes(one))) {
      expect(script).toMatch(/^<script [^>]*src="\/assets\/[^"]+"><\/script>$/);
    }
    const rest = html
      .replaceAll(/<(style|script)>.*?<\/\1>/gs, '')
      // The name of a vocabulary, which nothing is fetched from.
      .replaceAll('http://www.w3.org/2000/svg', '');
    for (const bad of [/\sstyle=/, /\son\w+=/, /javascript:/, /https?:\/\//]) {
      expect(bad.test(rest), `${name}: ${bad}`).toBe(false);
    }
    for (const [, , text = ''] of styles) expect(text).not.toMatch(/url\(|@import|@font-face/);
  }
  const styles = [...built.keys()].filter((path) => path.endsWith('.css'));
  expect(styles).toHaveLength(1);
  for (const [, url] of textOf(styles[0] ?? '').matchAll(/url\(([^)]+)\)/g)) {
    expect(url).toMatch(/^"?\/fonts\/[\w-]+\.woff2"?$/);
  }
});

test('the first paint of a page without a picture waits for one stylesheet and one script below three kilobytes', () => {
  for (const page of pages.filter((name) => !pagesWithPictures.includes(name))) {
    const html = textOf(page);
    const scripts = [...html.matchAll(/<script src="\/(assets\/[^"]+)"/g)];
    const [boot = '', ...others] = scripts.map(([, path = '']) => path);
    expect(boot).toContain('/boot-');
    expect(built.get(boot)?.length).toBeLessThan(2800);
    // What is not needed for it stands at the end.
    for (const path of others) expect(html.indexOf(path)).toBeGreaterThan(html.indexOf('</main>'));
    expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
  }
});

test('a picture waits for nothing, and its page is below 15 kB', () => {
  for (const page of pagesWithPictures) {
    const html = textOf(page);
    expect(built.get(`${page}.br`)?.length, page).toBeLessThanOrEqual(15_000);
    // A template's links are fetched when a script takes them out.
    const [shown = ''] = html
      .replaceAll(/<template.*?<\/template>/gs, '')
      .split('<script>faiwatchShow()</script>');
    expect(shown).not.toMatch(/rel="(stylesheet|modulepreload)"/);
    const scripts = shown.match(/<script [^>]*src=[^>]*>/g) ?? [];
    expect(scripts).toHaveLength(1);
    expect(scripts[0]).toContain('type="module"');
    expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
  }
});

test('the front page can be read before any script, in both languages', () => {
  const [thai = '', english = ''] = textOf('index.html').split('<template id="in-english"');
  for (const [part, words] of [
    [thai, th],
    [english, en],
  ] as const) {
    expect(part.match(/<h1[^>]*>([^<]+)</)?.[1]).toBe(words.hero.title);
    for (const title of [words.features.title, words.how.title, words.price.title]) {
      expect(part.includes(`>${title}</h2>`), title).toBe(true);
    }
  }
  expect(thai.includes(`<meta name="description" content="${th.page.description}" />`)).toBe(true);
  expect(english.includes(`data-description="${en.page.description}"`)).toBe(true);
  expect(english.includes(`data-title="${en.page.title}"`)).toBe(true);
});

test('no price is rendered at build time, which would be a lie where the operator chose others', () => {
  expect(textOf('index.html').includes('฿')).toBe(false);
});

test('what the front page asks for at once stays below 115 kB gzipped', () => {
  const references = textOf('index.html').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g);
  const total = [...references].reduce(
    (sum, [, path = '']) => sum + (built.get(`${path}.gz`)?.length ?? 0),
    0,
  );
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(115_000);
});

/** The scripts that a page asks for at once, by their paths, with a picture of it in Thai. */
function scriptsAtOnce(page: string, picture: string) {
  const html = textOf(page);
  const [entry = ''] = /<script type="module"[^>]*src="[^"]+"/.exec(html) ?? [];
  const [, links = ''] =
    new RegExp(`<template id="${picture}-th-scripts"[^>]*>(.*?)</template>`, 's').exec(html) ?? [];
  const scripts = (entry + links).matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g);
  const paths = [...scripts].map(([, path = '']) => path);
  const gzipped = paths.reduce((sum, path) => sum + (built.get(`${path}.gz`)?.length ?? 0), 0);
  return { paths, gzipped, source: paths.map((path) => textOf(path)).join('\n') };
}

test('the console asks for its dashboard alone at once: below 205 kB gzipped, in few files', () => {
  const { paths, gzipped, source } = scriptsAtOnce('app.html', 'console');
  expect(gzipped).toBeGreaterThan(100_000);
  expect(gzipped).toBeLessThanOrEqual(205_000);
  expect(paths.length).toBeLessThanOrEqual(10);
  expect(source.includes(th.dashboard.recent_devices)).toBe(true);
  for (const other of [en.dashboard.recent_devices, th.audit.text, th.features.title]) {
    expect(source.includes(other), other).toBe(false);
  }
});

test('the portal asks for power now alone at once: below 165 kB gzipped, in six files', () => {
  const { paths, gzipped, source } = scriptsAtOnce('portal.html', 'dashboard');
  expect(gzipped).toBeGreaterThan(100_000);
  expect(gzipped).toBeLessThanOrEqual(165_000);
  expect(paths.length).toBeLessThanOrEqual(6);
  expect(source.includes(th.portal.title)).toBe(true);
  for (const other of ['FloatingFocusManager', 'getCoreRowModel']) {
    expect(source.includes(other), other).toBe(false);
  }
});

test('the log-in of customers comes without router, queries and texts of the portal', () => {
  const { gzipped, source } = scriptsAtOnce('portal.html', 'log-in');
  expect(gzipped).toBeGreaterThan(50_000);
  expect(gzipped).toBeLessThanOrEqual(90_000);
  expect(source.includes(th.login.title)).toBe(true);
  for (const other of [th.portal.power_now, 'QueryClient', '__TSR_index']) {
    expect(source.includes(other), other).toBe(false);
  }
});

test('the front page comes without the router, the query client, any dialog and other texts', () => {
  const references = textOf('index.html').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g);
  const source = [...references].map(([, path = '']) => textOf(path)).join('\n');
  expect(source.includes(th.hero.title)).toBe(true);
  for (const other of [en.hero.title, th.login.title, 'QueryClient', 'FloatingFocusManager']) {
    expect(source.includes(other), other).toBe(false);
  }
});

test('before any script the bars of the browser have the ground of the dark theme', () => {
  for (const page of pages) {
    expect(textOf(page).includes(`<meta name="theme-color" content="${darkGround}" />`)).toBe(true);
  }
  const manifest: unknown = JSON.parse(textOf('manifest.webmanifest'));
  expect(manifest).toMatchObject({ theme_color: darkGround, background_color: darkGround });
});

test('pictures have the size that is said where they are named', () => {
  const { icons } = manifestSchema.parse(JSON.parse(textOf('manifest.webmanifest')));
  const named = icons.filter(({ type }) => type === 'image/png');
  expect(named.length).toBeGreaterThanOrEqual(3);
  for (const { src, sizes } of [...named, { src: '/og.png', sizes: '1200x630' }]) {
    const png = built.get(src.slice(1));
    // Width and height stand at fixed places of a PNG.
    expect(`${png?.readUInt32BE(16)}x${png?.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

test('the service worker keeps the page for no network, all it needs, and nothing else', () => {
  const worker = textOf('service-worker.js');
  const kept = [...worker.matchAll(/"\/([\w./-]+\.\w+)"/g)].map(([, path = '']) => path);
  for (const path of kept) expect(built.has(path), path).toBe(true);
  const needed = textOf('offline.html').matchAll(/<(?:link|script)[^>]*(?:src|href)="\/([^"]+)"/g);
  const wanted = [...needed].map(([, path = '']) => path);
  const fonts = [...built.keys()].filter((path) => path.endsWith('.woff2'));
  // Named, and fetched with a notification.
  wanted.push('icon-192.png');
  expect([...new Set(kept)].sort()).toEqual(
    [...new Set(['offline.html', ...wanted, ...fonts])].sort(),
  );
});

test('the paths the page answers come from its router', () => {
  const paths: unknown = JSON.parse(textOf('routes.json'));
  expect(paths).toMatchObject({
    'index.html': ['/'],
    'portal.html': expect.arrayContaining(['/customer', '/customer/dashboard']),
    'app.html': expect.arrayContaining(['/admin/login', '/privacy']),
  });
});

test('the licence of the bundled font goes with it', () => {
  expect(textOf('licences/ibm-plex-sans-thai.txt')).toContain('SIL OPEN FONT LICENSE');
});

test('only a development build reloads itself', async () => {
  const development = await build('development', '--development');
  expect(development.has('dev-build.txt')).toBe(true);
  expect(built.has('dev-build.txt')).toBe(false);
  for (const page of ['index.html', 'portal.html', 'app.html']) {
    expect(development.get(page)?.includes('dev-reload'), page).toBe(true);
    expect(textOf(page).includes('dev-reload'), page).toBe(false);
  }
}, 300_000);
