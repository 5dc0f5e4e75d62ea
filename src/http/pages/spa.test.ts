import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Elysia } from 'elysia';
import { AppError } from '../../domain/errors.ts';
import { spa } from './spa.ts';

const page = '<!doctype html><title>FaiWatch</title>'.repeat(20);
const frontPage = `<head><meta content="/og.png" /></head>${'<h1>Front</h1>'.repeat(20)}`;
const portal = `<!doctype html><html lang="th">${'<title>Sites</title>'.repeat(20)}`;
const script = 'console.log("FaiWatch");'.repeat(20);
const browser = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br' };

let distDir: string;
let app: { handle: (request: Request) => Promise<Response> };

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'faiwatch-spa-'));
  await mkdir(join(distDir, 'assets'));
  await mkdir(join(distDir, 'fonts'));
  await writeText('index.html', frontPage);
  await writeText('app.html', page);
  await writeText('portal.html', portal);
  await writeText('assets/main-1f2e3d4c.js', script);
  await writeFile(join(distDir, 'fonts/thai-1f2e3d4c.woff2'), new Uint8Array([1, 2, 3]));
  await writeFile(join(distDir, 'favicon.svg'), '<svg/>');
  await writeFile(join(distDir, 'manifest.webmanifest'), '{}');
  const routes = {
    'index.html': ['/'],
    'portal.html': ['/customer'],
    'app.html': ['/admin/devices/$deviceId'],
  };
  await writeFile(join(distDir, 'routes.json'), JSON.stringify(routes));
  const inline = { 'portal.html': { scripts: ["'sha256-boot'"], styles: ["'sha256-style'"] } };
  await writeFile(join(distDir, 'inline.json'), JSON.stringify(inline));
  const built = makeApp(spa({ distDir }));
  await built.modules;
  app = built;
});

afterAll(() => rm(distDir, { recursive: true }));

async function writeText(name: string, text: string): Promise<void> {
  await writeFile(join(distDir, name), text);
  await writeFile(join(distDir, `${name}.br`), brotliCompressSync(text));
  await writeFile(join(distDir, `${name}.gz`), gzipSync(text));
}

/** As the server has it: the API and its one error handler around the pages. */
function makeApp(plugin: ReturnType<typeof spa>) {
  return new Elysia()
    .onError(({ error, status }) =>
      status(404, { ok: false, code: error instanceof AppError ? error.code : 'other' }),
    )
    .get('/api/known', () => ({ ok: true }))
    .post('/api/changed', () => ({ ok: true }))
    .use(plugin);
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return app.handle(new Request(`http://localhost${path}`, { method, headers }));
}

test('only the page that holds a script or a style names it in its policy', async () => {
  const policyOf = async (path: string) =>
    (await ask(path, browser)).headers.get('content-security-policy');
  const policy = await policyOf('/customer');
  expect(policy).toContain("; script-src 'self' 'sha256-boot';");
  expect(policy).toContain("; style-src 'self' 'sha256-style';");
  for (const path of ['/', '/admin/devices/fw-0', '/nowhere', '/assets/main-1f2e3d4c.js']) {
    expect(await policyOf(path), path).not.toContain('sha256');
  }
  expect((await ask('/inline.json')).status).toBe(404);
});

test('only the page of customers may use the microphone', async () => {
  const policyOf = async (path: string) =>
    (await ask(path, browser)).headers.get('permissions-policy');
  expect(await policyOf('/customer')).toContain('microphone=(self)');
  for (const path of ['/', '/admin/devices/fw-0', '/nowhere', '/assets/main-1f2e3d4c.js']) {
    expect(await policyOf(path), path).toContain('microphone=()');
  }
});

describe('a built file with a hashed name', () => {
  const path = '/assets/main-1f2e3d4c.js';

  test('is kept by browsers for a year without asking again', async () => {
    const response = await ask(path, browser);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test.each([
    ['br', brotliCompressSync(script)],
    ['gzip', gzipSync(script)],
    ['identity', Buffer.from(script)],
  ])('is sent as it was compressed at build time: %s', async (encoding, bytes) => {
    const response = await ask(path, { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(
      encoding === 'identity' ? null : encoding,
    );
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('has another strong tag in each form, and each is answered 304 by itself only', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const response = await ask(path, { 'accept-encoding': encoding });
        return response.headers.get('etag') ?? '';
      }),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    const [brotliTag = ''] = tags;
    const asked = { 'accept-encoding': 'br', 'if-none-match': brotliTag };
    expect((await ask(path, asked)).status).toBe(304);
    expect((await ask(path, { ...asked, 'accept-encoding': 'gzip' })).status).toBe(200);
  });

  test('answers HEAD with the same headers and no body', async () => {
    const get = await ask(path, browser);
    const head = await ask(path, browser, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    expect(head.headers.get('content-encoding')).toBe('br');
    expect(await head.text()).toBe('');
  });

  test('is missed with 404 as the API says it, not with a page', async () => {
    const response = await ask('/assets/main-00000000.js', { accept: '*/*' });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ ok: false, code: 'NOT_FOUND' });
  });
});

test.each([
  ['/fonts/thai-1f2e3d4c.woff2', 'font/woff2'],
  ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
])('%s is %s', async (path, contentType) => {
  const response = await ask(path);
  expect(response.headers.get('content-type')).toBe(contentType);
  expect(response.headers.get('vary')).toBeNull();
});

test('a font is kept by browsers for a year without asking again', async () => {
  const answer = await ask('/fonts/thai-1f2e3d4c.woff2', browser);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
});

describe('the page', () => {
  test.each(['/', '/customer', '/customer/', '/admin/devices/fw-a1b2c3d4e5f6', '/?from=line'])(
    'is found at %s, by browsers and curl alike',
    async (path) => {
      for (const headers of [browser, {}]) {
        const response = await ask(path, headers);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(response.headers.get('cache-control')).toBe('no-cache');
      }
    },
  );

  test.each([
    ['/', frontPage],
    ['/?from=line', frontPage],
    ['/customer', portal],
    ['/customer/', portal],
    ['/admin/devices/fw-a1b2c3d4e5f6', page],
  ])('at %s is its own', async (path, wanted) => {
    expect(await (await ask(path)).text()).toBe(wanted);
  });

  test.each(['/', '/customer'])(
    'is asked for again at each visit and answered 304 while it is the same: %s',
    async (path) => {
      const tag = (await ask(path, browser)).headers.get('etag') ?? '';
      const response = await ask(path, { ...browser, 'if-none-match': tag });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(tag);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(await response.text()).toBe('');
    },
  );

  test.each([
    '/nowhere',
    '/customer/nowhere',
    '/admin/devices',
    '/app.html',
    '/portal.html',
    '/routes.json',
    '//customer',
    '/admin//devices/x',
    '/admin/devices//',
  ])('stands at %s too for a browser, with 404 and never 304', async (path) => {
    const tag = (await ask('/admin/devices/x')).headers.get('etag') ?? '';
    const response = await ask(path, { accept: browser.accept, 'if-none-match': tag });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(page);
  });

  test('carries the security headers with every status', async () => {
    for (const path of ['/', '/nowhere', '/assets/main-1f2e3d4c.js']) {
      const { headers } = await ask(path, browser);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('what belongs to the API', () => {
  test.each(['/api', '/api/unknown', '/api/changed', '/api/../api/unknown'])(
    'is left to it at %s, even for a browser',
    async (path) => {
      const response = await ask(path, browser);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ ok: false, code: 'NOT_FOUND' });
    },
  );

  test('is answered where there is a route', async () => {
    expect(await (await ask('/api/known', browser)).json()).toEqual({ ok: true });
  });
});

test.each([
  '/../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/routes.json',
  '/assets/../../../../../../etc/passwd',
  '/assets//etc/passwd',
  '/%00',
  '/%',
  '/main-1f2e3d4c.js.br',
  '/assets/main-1f2e3d4c.js.br',
])('nothing but the built files is served: %s', async (path) => {
  const response = await ask(path);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ ok: false, code: 'NOT_FOUND' });
});

const forms = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

test('a service that knows its own address names it in the head of the front page', async () => {
  const addressed = makeApp(spa({ distDir, publicUrl: 'https://fai.example/' }));
  const tags = new Set<string | null>();
  for (const [encoding, unpack] of Object.entries(forms)) {
    const headers = { 'accept-encoding': encoding };
    const response = await addressed.handle(new Request('http://localhost/', { headers }));
    const html = unpack(Buffer.from(await response.arrayBuffer())).toString();
    expect(html).toContain('<link rel="canonical" href="https://fai.example/" />');
    expect(html).toContain('<meta property="og:url" content="https://fai.example/" />');
    expect(html).toContain('content="https://fai.example/og.png"');
    tags.add(response.headers.get('etag'));
  }
  expect(tags.size).toBe(3);
  const other = await addressed.handle(new Request('http://localhost/customer'));
  expect(await other.text()).toBe(portal);
});

test('a server run from source shows the next build without a restart', async () => {
  const following = makeApp(spa({ distDir, reload: true }));
  const show = async () => (await following.handle(new Request('http://localhost/'))).text();
  expect(await show()).toBe(frontPage);
  await writeText('index.html', 'newer');
  await utimes(join(distDir, 'routes.json'), new Date(), new Date('2030-01-01'));
  expect(await show()).toBe('newer');
});

test('a server run from source before the first build says what to do', async () => {
  const bare = makeApp(spa({ distDir: join(distDir, 'missing'), reload: true }));
  const response = await bare.handle(new Request('http://localhost/'));
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build:web');
});

test('every page is told which modules are on, in each of its forms', async () => {
  const told = makeApp(spa({ distDir, extras: ['map', 'paper'] }));
  for (const [encoding, unpack] of Object.entries(forms)) {
    const headers = { 'accept-encoding': encoding };
    const response = await told.handle(new Request('http://localhost/customer', { headers }));
    const html = unpack(Buffer.from(await response.arrayBuffer())).toString();
    expect(html).toContain('<html data-extras="map paper" lang="th">');
  }
});
