import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { InlineHashes } from '../engine/security-headers.ts';
import { type StoredAnswer, StoredForm } from '../engine/stored-answer.ts';

export interface WebFiles {
  /** By URL path, `/assets/main-1f2e3d4c.js`. */
  files: ReadonlyMap<string, StoredAnswer>;
  /** What is shown at which paths, `$name` standing for any one segment. */
  pages: readonly { file: StoredAnswer; paths: readonly string[] }[];
  /** What a page is made of. Undefined: the build has none of that name. */
  templateOf: (name: string) => string | undefined;
  /** Says at every other path that there is nothing. */
  notFoundPage: StoredAnswer;
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
};

/** Which page stands at which paths; written by the build, for the server and not for visitors. */
export const routesFile = 'routes.json';

/** The folder of what the server makes pages of, and shows by no name of their own. */
const templatesDir = 'templates';

/** What stands in each page itself, by its hash; written by the build, for the policy of that page. */
const inlineFile = 'inline.json';

/** The page of customers, all of whose views are one document: a header of it counts for all of them. */
const portalFile = 'portal.html';

/** For what never changes under its name. */
export const immutable = 'public, max-age=31536000, immutable';

/**
 * Lists what scripts/build-web.ts made, but for the fonts. Ten megabytes, of which an installation without
 * visitors needs nothing in memory. Only the first request for a page that differs from the build's compresses it.
 *
 * @param publicUrl where people find the service, for those who show a link to it
 * @param extras the modules that are on, which every page is told of
 * @throws when the folder holds no build
 */
export function loadWebFiles(
  distDir: string,
  publicUrl?: string,
  extras: readonly string[] = [],
): WebFiles {
  const files = new Map<string, StoredAnswer>();
  for (const entry of readdirSync(distDir, { recursive: true, withFileTypes: true })) {
    const isCompressedForm = entry.name.endsWith('.br') || entry.name.endsWith('.gz');
    if (!entry.isFile() || isCompressedForm) continue;
    const path = join(entry.parentPath, entry.name);
    const url = path.slice(distDir.length);
    if (!/^\/(fonts|templates)\//.test(url)) files.set(url, loadWebFile(path, url));
  }
  const pathsOf: Record<string, string[]> = JSON.parse(
    readFileSync(join(distDir, routesFile), 'utf8'),
  );
  const inlineOf: Record<string, InlineHashes> = JSON.parse(
    readFileSync(join(distDir, inlineFile), 'utf8'),
  );
  const takePage = (name: string): StoredAnswer => {
    const page = files.get(`/${name}`);
    if (page === undefined) throw new Error(`${distDir} has no ${name}`);
    // At its paths, and not by its name.
    files.delete(`/${name}`);
    const inline = inlineOf[name];
    if (inline === undefined) return page;
    return { ...page, inline, ...(name === portalFile && { hasMicrophone: true }) };
  };
  const pages = Object.entries(pathsOf).map(([name, paths]) => ({
    name,
    paths,
    file: takePage(name),
  }));
  for (const name of [routesFile, inlineFile]) files.delete(`/${name}`);
  const frontPage = pages.find(({ paths }) => paths.includes('/'));
  if (frontPage && publicUrl !== undefined) {
    frontPage.file = rewritePage(frontPage.file, (html) => addAddress(html, publicUrl));
  }
  if (extras.length > 0) {
    for (const page of pages) page.file = rewritePage(page.file, (html) => addExtras(html, extras));
  }
  const notFoundPage = pages.find(({ name }) => name === 'app.html')?.file;
  if (!notFoundPage) throw new Error(`${distDir} has no app.html`);
  const kept = new Map<string, string | undefined>();
  const templateOf = (name: string) => {
    if (!kept.has(name)) kept.set(name, readTemplate(distDir, name));
    return kept.get(name);
  };
  return { files, pages, notFoundPage, templateOf };
}

/** Undefined: the pages are not built. */
export function readTemplate(distDir: string, name: string): string | undefined {
  const path = join(distDir, templatesDir, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function loadWebFile(path: string, url: string): StoredAnswer {
  const forms: StoredAnswer['forms'] = { identity: storedForm(path) };
  if (existsSync(`${path}.br`)) forms.br = storedForm(`${path}.br`);
  if (existsSync(`${path}.gz`)) forms.gzip = storedForm(`${path}.gz`);
  return {
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    cacheControl: chooseCacheControl(url),
    forms,
  };
}

/**
 * A page with other words in it than the build's. It is made, and compressed, when somebody first asks for it.
 * @param rewrite pure
 */
function rewritePage(page: StoredAnswer, rewrite: (html: string) => string): StoredAnswer {
  const identity = new StoredForm(
    once(() => {
      const html = new TextDecoder().decode(page.forms.identity.read());
      return new TextEncoder().encode(rewrite(html));
    }),
  );
  return {
    ...page,
    forms: {
      identity,
      gzip: new StoredForm(once(() => new Uint8Array(gzipSync(identity.read())))),
      br: new StoredForm(once(() => compressBrotli(identity.read()))),
    },
  };
}

/**
 * The front page with its own address in its head: what shows a link to it (a search engine, a chat)
 * takes only whole addresses, and the build cannot know them.
 */
function addAddress(html: string, publicUrl: string): string {
  const address = new URL('/', publicUrl).href;
  return html
    .replace('content="/og.png"', `content="${address}og.png"`)
    .replace(
      '</head>',
      `<link rel="canonical" href="${address}" /><meta property="og:url" content="${address}" /></head>`,
    );
}

/** The names of the modules that are on, where scripts find them before anything was asked for. */
function addExtras(html: string, extras: readonly string[]): string {
  return html.replace('<html ', `<html data-extras="${extras.join(' ')}" `);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Not the highest level, which would hold up a small machine for a second. */
function compressBrotli(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7 };
  return new Uint8Array(brotliCompressSync(content, { params }));
}

/** A name under /assets/ holds the hash of its content, so what was fetched once stays true. */
function chooseCacheControl(url: string): string {
  return url.startsWith('/assets/') ? immutable : 'no-cache';
}

function storedForm(path: string): StoredForm {
  return new StoredForm(() => new Uint8Array(readFileSync(path)));
}
