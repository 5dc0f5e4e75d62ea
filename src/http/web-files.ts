import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** How a stored form of a file is compressed, in the words of Accept-Encoding. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** One file in one form, with everything an answer needs. */
export interface WebFileForm {
  content: Uint8Array<ArrayBuffer>;
  /** Strong, and different for each form, as RFC 9110 section 8.8.3 wants it. */
  etag: string;
}

export interface WebFile {
  contentType: string;
  cacheControl: string;
  forms: { identity: WebFileForm } & Partial<Record<Encoding, WebFileForm>>;
}

export interface WebFiles {
  /** By URL path, `/assets/main-1f2e3d4c.js`. */
  files: ReadonlyMap<string, WebFile>;
  /** The page of the application. */
  page: WebFile;
  /** The paths it has something to show for, `$name` standing for any one segment. */
  clientPaths: readonly string[];
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
};

/** For what never changes under its name. */
export const immutable = 'public, max-age=31536000, immutable';

/** Files of the build that are for the server, not for visitors. */
const unserved = new Set(['/index.html', '/routes.json']);

/**
 * Reads what scripts/build-web.ts made, but for the fonts, into memory: some hundred kilobytes, read once, and after
 * that no request touches a disk or compresses anything.
 *
 * @throws when the folder holds no build
 */
export function loadWebFiles(distDir: string): WebFiles {
  const files = new Map<string, WebFile>();
  for (const entry of readdirSync(distDir, { recursive: true, withFileTypes: true })) {
    const isCompressedForm = entry.name.endsWith('.br') || entry.name.endsWith('.gz');
    if (!entry.isFile() || isCompressedForm) continue;
    const path = join(entry.parentPath, entry.name);
    const url = path.slice(distDir.length);
    if (!url.startsWith('/fonts/')) files.set(url, loadWebFile(path, url));
  }
  const page = files.get('/index.html');
  if (!page) throw new Error(`${distDir} has no index.html`);
  const clientPaths: string[] = JSON.parse(readFileSync(join(distDir, 'routes.json'), 'utf8'));
  for (const path of unserved) files.delete(path);
  return { files, page, clientPaths };
}

function loadWebFile(path: string, url: string): WebFile {
  const identity = readBytes(path);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const forms: WebFile['forms'] = { identity: { content: identity, etag: `"${hash}"` } };
  if (existsSync(`${path}.br`)) {
    forms.br = { content: readBytes(`${path}.br`), etag: `"${hash}-br"` };
  }
  if (existsSync(`${path}.gz`)) {
    forms.gzip = { content: readBytes(`${path}.gz`), etag: `"${hash}-gz"` };
  }
  return {
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    cacheControl: chooseCacheControl(url),
    forms,
  };
}

/** A name under /assets/ holds the hash of its content, so what was fetched once stays true. */
function chooseCacheControl(url: string): string {
  return url.startsWith('/assets/') ? immutable : 'no-cache';
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}
