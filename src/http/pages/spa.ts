import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { staticPlugin } from '@elysiajs/static';
import { Elysia } from 'elysia';
import { AppError } from '../../domain/errors.ts';
import { acceptsHtml } from '../engine/content-negotiation.ts';
import { methodNotAllowed } from '../engine/methods.ts';
import { securityHeaders } from '../engine/security-headers.ts';
import { answerStored, type StoredAnswer } from '../engine/stored-answer.ts';
import { immutable, loadWebFiles, routesFile, type WebFiles } from './web-files.ts';

/** Pages that the server makes of a template. */
export interface MadePages {
  /** What is below it is theirs, too. */
  readonly path: `/${string}`;
  /** Its file in the pages’ folder of the module. */
  readonly template: `${string}.html`;
  /** Undefined: there is nothing. @param template as the build left it */
  readonly answer: (request: Request, template: string) => Promise<Response | undefined>;
}

export interface SpaOptions {
  /** The folder scripts/build-web.ts filled; `webDistDir()` of assets.ts knows it. */
  distDir: string;
  /** The public address of the service, if it is configured. */
  publicUrl?: string | undefined;
  /** The modules that are on; left out: none. */
  extras?: readonly string[];
  /** Those that modules make. */
  made?: readonly MadePages[];
  /** Look for a newer build at every page view: when run from source, the folder may be built again. */
  reload?: boolean;
}

/**
 * Serves the web pages: built files as they are, each page at its paths, and one with 404 at any path a
 * browser asks for besides. What is left, unknown paths under /api/ included, throws NOT_FOUND for the
 * app's one error handler, which must be in place before this.
 *
 * See docs/decisions/010-serving-embedded-assets.md for what @elysiajs/static serves of it and what not.
 */
export function spa({ distDir, publicUrl, extras, made = [], reload = false }: SpaOptions) {
  const load = () => loadWebFiles(distDir, publicUrl, extras);
  const read = reload ? followWebFiles(distDir, load) : keepWebFiles(load);
  const serve = async ({ path, request }: { path: string; request: Request }) => {
    const web = read();
    const pages = made.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    const template = pages && web?.templateOf(pages.template);
    const page = template !== undefined && (await pages?.answer(request, template));
    return page || answer(web, path, request.headers);
  };
  const refuse = ({ path, request: { method } }: { path: string; request: Request }): Response => {
    const web = read();
    if (!web || !findPage(web, path)) throw nothingHere();
    throw methodNotAllowed(method, ['GET', 'HEAD']);
  };
  // HEAD is answered by Elysia from the GET route, without the body.
  return new Elysia({ name: 'spa' })
    .use(fonts(distDir))
    .get('/', serve, { detail: { hide: true } })
    .get('/*', serve, { detail: { hide: true } })
    .all('/*', refuse, { detail: { hide: true } });
}

function answer(web: WebFiles | undefined, path: string, headers: Headers): Response {
  if (path === '/api' || path.startsWith('/api/')) throw nothingHere();
  if (!web) return answerNotBuilt();
  const file = web.files.get(path) ?? findPage(web, path);
  if (file) return answerStored(file, headers);
  if (acceptsHtml(headers.get('accept'))) return answerStored(web.notFoundPage, headers, 404);
  throw nothingHere();
}

function findPage({ pages }: WebFiles, path: string): StoredAnswer | undefined {
  return pages.find(({ paths }) => paths.some((pattern) => matchesClientPath(pattern, path)))?.file;
}

/**
 * Fonts need no choice of encoding, being compressed by nature: @elysiajs/static serves them, each at
 * a route of its own, and `app.modules` settles once they are there.
 */
function fonts(distDir: string) {
  const assets = join(distDir, 'fonts');
  if (!existsSync(assets)) return new Elysia();
  return staticPlugin({
    assets,
    prefix: '/fonts',
    alwaysStatic: true,
    indexHTML: false,
    silent: true,
    // Otherwise it would be written without its quotes, and what never changes is never asked for again.
    etag: false,
    // Their names contain the hash of their content.
    headers: { ...securityHeaders(), 'Cache-Control': immutable },
    detail: { hide: true },
  });
}

function nothingHere(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address.');
}

function answerNotBuilt(): Response {
  return new Response('The web pages are not built yet: npm run build:web\n', {
    status: 503,
    headers: { ...securityHeaders(), 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/**
 * `/admin/devices/$deviceId` matches `/admin/devices/fw-0`, with or without a slash at the end. A path with two slashes
 * in a row matches nothing: in a link, `//customer/dashboard` is a page of the host `customer`.
 */
function matchesClientPath(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => (segment.startsWith('$') ? given[i] !== '' : segment === given[i]))
  );
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function keepWebFiles(load: () => WebFiles): () => WebFiles {
  const web = load();
  return () => web;
}

/** Reads the files again when the build was replaced. Does nothing while there is no build. */
function followWebFiles(distDir: string, load: () => WebFiles): () => WebFiles | undefined {
  let web: WebFiles | undefined;
  let seenBuildMs: number | undefined;
  return () => {
    const builtMs = statSync(join(distDir, routesFile), { throwIfNoEntry: false })?.mtimeMs;
    if (builtMs !== undefined && builtMs !== seenBuildMs) {
      web = load();
      seenBuildMs = builtMs;
    }
    return web;
  };
}
