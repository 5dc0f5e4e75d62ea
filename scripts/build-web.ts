/**
 * Builds web/ into web/dist.
 *
 *   index.html                  the front page, rendered in Thai and English
 *   portal.html                 the page of customers, with pictures of what they are about to see
 *   app.html                    the page of the console
 *   routes.json                 the paths that each of them answers
 *   inline.json                 what stands in each of them itself, by its hash
 *   firmware-flash.html         the page that flashes boards, which stands by itself
 *   templates/reference.html    what the server makes the reference of all calls of
 *   templates/NAME.html         what it makes pages of a module of: NAME.html in the module's folder
 *   offline.html                what browsers show without a network, kept by service-worker.js
 *   assets/NAME-HASH.EXT        scripts and styles; a name never changes its content
 *   fonts/NAME-HASH.woff2       the same for fonts
 *   *.br, *.gz                  the same files compressed, where that is smaller
 *   the rest                    web/public as it is
 *
 * The same source gives the same bytes. `--development` leaves out minifying and compressing, and adds
 * the script that reloads the page.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Glob } from 'bun';
import type { InlineHashes } from '../src/http/engine/security-headers.ts';
import { type Language, languages } from '../web/src/lib/language.ts';
import type { OfflineFiles } from '../web/src/offline/service-worker.ts';
import { pickFlatTexts } from '../web/src/pick-texts.ts';
import { listClientPaths } from './lib/client-paths.ts';
import { toHashedName } from './lib/hashed-name.ts';
import { repositoryDir, webDir, webDistDir } from './lib/paths.ts';
import { precompress } from './lib/precompress.ts';
import { prerenderPages, type RenderedPages } from './lib/prerender.tsx';
import { fillPage, hashInline, type PageParts } from './lib/web-page.ts';
import { bundleClassicScript, bundleModules, type WebScripts } from './lib/web-scripts.ts';
import { buildWebStyles } from './lib/web-styles.ts';

const assetsUrl = '/assets/';
/** Kept apart, since fonts are compressed already and served as they are. */
const fontsUrl = '/fonts/';
/** Licences of third-party files that the pages contain. */
const licences: Readonly<Record<string, string>> = {
  'ibm-plex-sans-thai.txt': '@fontsource/ibm-plex-sans-thai/LICENSE',
  'esptool-js.txt': 'esptool-js/LICENSE',
  'maplibre-gl.txt': 'maplibre-gl/LICENSE.txt',
};

/** Puts the built pages into `outDir`, in place of what was there, all at once. */
export async function buildWeb(outDir: string, isProduction: boolean): Promise<void> {
  const files = await collectFiles(isProduction);
  // The folder is beside the target, so that a rename is enough. Its name holds the process id, so that two
  // builds do not mix.
  const stagingDir = `${outDir}.${process.pid}.new`;
  try {
    for (const [path, content] of files) await writeForms(join(stagingDir, path), content);
    await rm(outDir, { recursive: true, force: true });
    await rename(stagingDir, outDir);
  } finally {
    await rm(stagingDir, { recursive: true, force: true });
  }

  async function writeForms(target: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    if (!isProduction) return;
    for (const form of await precompress(target, Buffer.from(content))) {
      await writeFile(target + form.suffix, form.content);
    }
  }
}

/** Every file to be served, by its path below the output directory. */
async function collectFiles(isProduction: boolean): Promise<Map<string, string | Uint8Array>> {
  const source = (path: string) => join(webDir, 'src', path);
  /** `*` stands for each language. */
  const listOf = (paths: readonly string[]) =>
    paths.flatMap((path) => [...new Set(languages.map((one) => source(path.replace('*', one))))]);
  const portalTexts = listOf(
    ['portal-log-in', 'portal', 'portal-more'].map((page) => `${page}-texts-*.ts`),
  );
  const [landing, portal, application, flashing, styles, pages, themeColor] = await Promise.all([
    // Built apart, although each holds React: shared code would come in a dozen small files.
    bundleModules(source('landing.tsx'), assetsUrl, { isProduction }),
    bundleModules(source('portal.tsx'), assetsUrl, {
      isProduction,
      cores: [
        {
          source: source('portal-app.tsx'),
          apart: portalTexts,
        },
        {
          source: source('routes/portal-rest.tsx'),
          apart: portalTexts,
        },
      ],
    }),
    bundleModules(source('main.tsx'), assetsUrl, {
      isProduction,
      cores: [
        { source: source('console-app.tsx'), apart: listOf(['console-texts-*.ts']) },
        {
          source: source('routes/console-pages.tsx'),
          apart: listOf([
            ...['console-texts-*.ts', 'routes/console-log-in.tsx', 'modules/oidc/log-in-page.ts'],
            'routes/privacy-page.tsx',
          ]),
        },
      ],
    }),
    bundleModules(source('firmware-flash.tsx'), assetsUrl, { isProduction }),
    buildWebStyles(
      source('styles/main.css'),
      fontsUrl,
      isProduction,
      isProduction ? null : join(webDir, 'design'),
    ),
    prerenderPages(),
    readDarkGround(source('styles/tokens.css')),
  ]);
  const files = new Map<string, string | Uint8Array>();
  const built = new Map<string, string>();
  const addAsset = (name: string, content: string | Uint8Array, reference?: string) => {
    files.set(`assets/${name}`, content);
    if (reference !== undefined) built.set(reference, assetsUrl + name);
  };

  for (const { files: scripts, entryName, reference } of [
    { ...landing, reference: '/src/landing.tsx' },
    { ...portal, reference: '/src/portal.tsx' },
    { ...application, reference: '/src/main.tsx' },
    { ...flashing, reference: '/src/firmware-flash.tsx' },
  ]) {
    for (const script of scripts) addAsset(script.name, script.content);
    built.set(reference, assetsUrl + entryName);
  }
  // Of the modules whose pages the server makes: each template has one script beside it.
  const pageTemplates = [...new Glob('modules/*/*.html').scanSync(source(''))].sort();
  const pageScripts = pageTemplates.map((path) => `${dirname(path)}/page.ts`);
  const inlineScripts = new Map<string, string>();
  for (const path of ['boot-portal.ts', 'boot-console.ts']) {
    const { content } = await bundleClassicScript(source(path), { isProduction });
    inlineScripts.set(`/src/${path}`, new TextDecoder().decode(content).trim());
  }
  for (const path of ['boot.ts', 'reference.ts', 'offline/come-back.ts', ...pageScripts]) {
    const script = await bundleClassicScript(source(path), { isProduction });
    addAsset(script.name, script.content, `/src/${path}`);
  }
  addAsset(toHashedName('main.css', styles.css), styles.css, '/src/styles/main.css');
  for (const [reference, font] of styles.fonts) {
    files.set(`fonts/${font.name}`, font.content);
    built.set(reference, fontsUrl + font.name);
  }

  const inline: Record<string, InlineHashes> = {};
  const fill = async (
    page: string,
    parts: Pick<PageParts, 'preloadUrls' | 'rendered' | 'pictures' | 'parts'>,
    path = join(webDir, page),
  ) => {
    const template = await readFile(path, 'utf8');
    const { title, description } = pages.landing.th;
    const shown = [parts.pictures ?? {}, parts.parts ?? {}].flatMap((all) => Object.values(all));
    const html = shown.flatMap(({ rendered }) =>
      rendered ? [rendered.th.html, rendered.en.html] : [],
    );
    const inlineStyles = html.length > 0 ? await styles.pickFor(html.join('')) : '';
    const filled = fillPage(template, {
      ...{ built, inlineScripts, inlineStyles, themeColor, title, description },
      ...parts,
    });
    files.set(page, filled);
    inline[page] = hashInline(filled);
  };
  const toUrls = (names: readonly string[]) => names.map((name) => assetsUrl + name);
  await fill('index.html', {
    preloadUrls: toUrls(landing.preloadNames),
    rendered: pages.landing,
  });
  const picture = (of: WebScripts, modules: readonly string[], rendered?: RenderedPages) => ({
    rendered,
    listPreloadUrls: (language: Language) =>
      toUrls([
        ...new Set(
          modules.flatMap((module) => of.lazyNames(source(module.replace('*', language)))),
        ),
      ]),
  });
  const partsOf = (name: 'power' | 'attention') => ({
    rendered: pages[name],
    texts: { th: pickFlatTexts('th', name), en: pickFlatTexts('en', name) },
  });
  const ofPortal = 'portal-texts-*.ts';
  const ofConsole = 'console-texts-*.ts';
  await fill('portal.html', {
    preloadUrls: toUrls(portal.preloadNames),
    pictures: {
      'log-in': picture(portal, ['portal-log-in-texts-*.ts'], pages.logIn),
      dashboard: picture(portal, ['portal-app.tsx', ofPortal], pages.dashboard),
    },
    parts: { power: partsOf('power') },
  });
  await fill('app.html', {
    preloadUrls: toUrls(application.preloadNames),
    pictures: {
      'console-log-in': picture(
        application,
        [ofConsole, 'routes/console-log-in.tsx'],
        pages.consoleLogIn,
      ),
      console: picture(application, [ofConsole, 'routes/console-pages.tsx'], pages.console),
      'console-page': picture(application, [
        ...[ofConsole, 'console-more-texts-*.ts'],
        ...['routes/console-pages.tsx', 'routes/console-more-pages.tsx'],
      ]),
    },
    parts: { attention: partsOf('attention') },
  });
  await fill('firmware-flash.html', { preloadUrls: toUrls(flashing.preloadNames) });
  await fill('templates/reference.html', {}, join(webDir, 'reference.html'));
  for (const path of pageTemplates) {
    await fill(`templates/${basename(path)}`, {}, source(path));
  }
  await fill('offline.html', { rendered: pages.offline });

  files.set('routes.json', `${JSON.stringify(listClientPaths())}\n`);
  files.set('inline.json', `${JSON.stringify(inline)}\n`);
  for (const [name, licence] of Object.entries(licences)) {
    files.set(`licences/${name}`, await readFile(join(repositoryDir, 'node_modules', licence)));
  }
  for (const name of await readdir(join(webDir, 'public'))) {
    files.set(name, await readFile(join(webDir, 'public', name)));
  }
  files.set('service-worker.js', await buildServiceWorker(files, isProduction));
  if (!isProduction) await addReloading(files);
  return files;
}

/** The script that keeps the page for when there is no network, with the names of what it needs. */
async function buildServiceWorker(
  files: ReadonlyMap<string, string | Uint8Array>,
  isProduction: boolean,
): Promise<Uint8Array> {
  const page = '/offline.html';
  const html = String(files.get('offline.html'));
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  const kept = named.filter((path) => files.has(path.slice(1)));
  const fonts = [...files.keys()]
    .filter((path) => path.endsWith('.woff2'))
    .map((path) => `/${path}`);
  const paths = [...new Set([page, ...kept, ...fonts])].sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(files.get(path.slice(1)) ?? '');
  const offlineFiles: OfflineFiles = { version: hash.digest('hex').slice(0, 10), page, paths };
  const { content } = await bundleClassicScript(join(webDir, 'src/offline/service-worker.ts'), {
    isProduction,
    constants: { OFFLINE_FILES: offlineFiles },
  });
  return content;
}

/** The colour a browser paints its own bars in before any script can ask the stylesheet. */
async function readDarkGround(tokens: string): Promise<string> {
  const css = await readFile(tokens, 'utf8');
  const [, colour] = /\[data-theme="dark"\][^}]*?--ground: (#[0-9a-f]{6});/.exec(css) ?? [];
  if (colour === undefined) throw new Error('tokens.css names no dark ground');
  return colour;
}

/** Adds what makes an open page reload itself after this build or a restart of the server. */
async function addReloading(files: Map<string, string | Uint8Array>): Promise<void> {
  const script = await bundleClassicScript(join(webDir, 'src/dev-reload.ts'), {
    isProduction: false,
  });
  files.set(`assets/${script.name}`, script.content);
  const build = crypto.randomUUID();
  files.set('dev-build.txt', build);
  const tag = `<script defer src="${assetsUrl}${script.name}" data-build="${build}"></script>`;
  for (const name of ['index.html', 'portal.html', 'app.html']) {
    files.set(name, String(files.get(name)).replace('</head>', `${tag}</head>`));
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { development: { type: 'boolean', default: false }, out: { type: 'string' } },
  });
  const startedAt = performance.now();
  const outDir = resolve(values.out ?? webDistDir);
  // Bundling orders and names modules by their path from the working directory, which must always be the same.
  process.chdir(repositoryDir);
  await buildWeb(outDir, !values.development);
  console.log(`web pages built into ${outDir} in ${Math.round(performance.now() - startedAt)} ms`);
}
