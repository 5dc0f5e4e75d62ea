import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

let folder: string;
let built: Map<string, Buffer>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faiwatch-web-'));
  built = await build('first');
});

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

test('the same source gives the same bytes', async () => {
  const again = await build('second');
  expect([...again.keys()].sort()).toEqual([...built.keys()].sort());
  for (const [path, content] of built) expect(again.get(path)?.equals(content), path).toBe(true);
});

test('every text has its smaller compressed forms, which unpack to it', () => {
  for (const path of ['index.html', ...[...built.keys()].filter((p) => /\.(js|css)$/.test(p))]) {
    const content = built.get(path) ?? Buffer.of();
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

test('every name under assets/ and fonts/ holds a hash, and the page refers to files that exist', () => {
  for (const path of built.keys()) {
    if (/^(assets|fonts)\//.test(path)) expect(path).toMatch(/-[0-9a-z]{8,10}\.\w+/);
  }
  const references = [...textOf('index.html').matchAll(/(?:src|href)="\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThanOrEqual(5);
  for (const [, path = ''] of references) expect(built.has(path), path).toBe(true);
});

test('nothing on the page is inline, and nothing comes from elsewhere', () => {
  const page = textOf('index.html');
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
  for (const [script] of page.matchAll(/<script[^>]*>[^<]*<\/script>/g)) {
    expect(script).toMatch(/^<script [^>]*src="\/assets\/[^"]+"><\/script>$/);
  }
  expect(page).not.toMatch(/https?:\/\//);
  const styles = [...built.keys()].filter((path) => path.endsWith('.css'));
  expect(styles).toHaveLength(1);
  for (const [, url] of textOf(styles[0] ?? '').matchAll(/url\(([^)]+)\)/g)) {
    expect(url).toMatch(/^"?\/fonts\/[\w-]+\.woff2"?$/);
  }
});

test('the first paint waits for one stylesheet and one script of less than a kilobyte', () => {
  const [, boot = ''] = textOf('index.html').match(/<script src="\/(assets\/boot-[^"]+)"/) ?? [];
  expect(built.get(boot)?.length).toBeLessThan(1024);
});

test('all scripts together stay below 150 kB gzipped', () => {
  const scripts = [...built].filter(([path]) => path.endsWith('.js.gz'));
  const total = scripts.reduce((sum, [, content]) => sum + content.length, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(150_000);
});

test('the paths the page answers come from its router', () => {
  const paths: unknown = JSON.parse(textOf('routes.json'));
  expect(paths).toContain('/');
});

test('the licence of the bundled font goes with it', () => {
  expect(textOf('licences/ibm-plex-sans-thai.txt')).toContain('SIL OPEN FONT LICENSE');
});

test('only a development build reloads itself', async () => {
  const development = await build('development', '--development');
  expect(development.has('dev-build.txt')).toBe(true);
  expect(development.get('index.html')?.toString()).toContain('dev-reload');
  expect(built.has('dev-build.txt')).toBe(false);
  expect(textOf('index.html')).not.toContain('dev-reload');
});
