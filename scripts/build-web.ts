/**
 * Builds web/ into web/dist.
 *
 *   index.html, routes.json     the page, and the paths it answers
 *   assets/NAME-HASH.EXT        scripts and styles; a name never changes its content
 *   fonts/NAME-HASH.woff2       the same for fonts
 *   *.br, *.gz                  the same files compressed, where that is smaller
 *   the rest                    web/public as it is
 *
 * The same source gives the same bytes. `--development` leaves out minifying and compressing, and adds
 * the script that reloads the page.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listClientPaths } from './lib/client-paths.ts';
import { toHashedName } from './lib/hashed-name.ts';
import { repositoryDir, webDir, webDistDir } from './lib/paths.ts';
import { precompress } from './lib/precompress.ts';
import { fillPage } from './lib/web-page.ts';
import { bundleApplication, bundleClassicScript } from './lib/web-scripts.ts';
import { buildWebStyles } from './lib/web-styles.ts';

const assetsUrl = '/assets/';
/** Apart from the rest, since they are served as they are: compressed already. */
const fontsUrl = '/fonts/';
const fontLicence = join(repositoryDir, 'node_modules/@fontsource/ibm-plex-sans-thai/LICENSE');

/** Puts the built pages into `outDir`, in place of what was there, all at once. */
export async function buildWeb(outDir: string, isProduction: boolean): Promise<void> {
  const files = await collectFiles(isProduction);
  // Beside the target, so that the rename is one; by process, so that two builds do not mix.
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
  const [application, boot, styles, template] = await Promise.all([
    bundleApplication(join(webDir, 'src/main.tsx'), assetsUrl, isProduction),
    bundleClassicScript(join(webDir, 'src/boot.ts'), isProduction),
    buildWebStyles(join(webDir, 'src/styles/main.css'), fontsUrl, isProduction),
    readFile(join(webDir, 'index.html'), 'utf8'),
  ]);
  const files = new Map<string, string | Uint8Array>();
  const built = new Map<string, string>();
  const addAsset = (name: string, content: string | Uint8Array, reference?: string) => {
    files.set(`assets/${name}`, content);
    if (reference !== undefined) built.set(reference, assetsUrl + name);
  };

  for (const script of application.files) addAsset(script.name, script.content);
  built.set('/src/main.tsx', assetsUrl + application.entryName);
  addAsset(boot.name, boot.content, '/src/boot.ts');
  addAsset(toHashedName('main.css', styles.css), styles.css, '/src/styles/main.css');
  for (const [reference, font] of styles.fonts) {
    files.set(`fonts/${font.name}`, font.content);
    built.set(reference, fontsUrl + font.name);
  }

  const preloadUrls = application.preloadNames.map((name) => assetsUrl + name);
  files.set('index.html', fillPage(template, built, preloadUrls));
  files.set('routes.json', `${JSON.stringify(listClientPaths())}\n`);
  files.set('licences/ibm-plex-sans-thai.txt', await readFile(fontLicence));
  for (const name of await readdir(join(webDir, 'public'))) {
    files.set(name, await readFile(join(webDir, 'public', name)));
  }
  if (!isProduction) await addReloading(files);
  return files;
}

/** Adds what makes an open page reload itself after this build or a restart of the server. */
async function addReloading(files: Map<string, string | Uint8Array>): Promise<void> {
  const script = await bundleClassicScript(join(webDir, 'src/dev-reload.ts'), false);
  files.set(`assets/${script.name}`, script.content);
  const build = crypto.randomUUID();
  files.set('dev-build.txt', build);
  const page = String(files.get('index.html'));
  const tag = `<script defer src="${assetsUrl}${script.name}" data-build="${build}"></script>`;
  files.set('index.html', page.replace('</head>', `${tag}</head>`));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { development: { type: 'boolean', default: false }, out: { type: 'string' } },
  });
  const startedAt = performance.now();
  const outDir = resolve(values.out ?? webDistDir);
  // Bundling orders and names modules by their path from here, so "here" must always be the same.
  process.chdir(repositoryDir);
  await buildWeb(outDir, !values.development);
  console.log(`web pages built into ${outDir} in ${Math.round(performance.now() - startedAt)} ms`);
}
