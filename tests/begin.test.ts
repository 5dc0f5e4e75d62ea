/**
 * What nobody runs rots. Each suite of `npm run test:all` begins here, as far as it goes in a second or two, so that
 * `npm test` fails when one could not even start; and every script of package.json is begun by something.
 */
import { expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { scripts } from '../package.json';
import { startServer } from '../scripts/bench/lib/server.ts';
import { repositoryDir } from '../scripts/lib/paths.ts';
import { suites } from '../scripts/lib/suites.ts';
import { databasePath } from '../src/installation/paths.ts';
import { launchBrowser } from './e2e/web/browser.ts';
import { makeFaultyDisk, makeSteppedClock } from './faults/lib/preload.ts';
import { readFirstEvening } from './install/command-blocks.ts';
import { tempDir } from './support/temp-dir.ts';

const bun = process.execPath;

interface Said {
  readonly code: number;
  readonly text: string;
}

async function run(...command: string[]): Promise<Said> {
  const child = Bun.spawn(command, { cwd: repositoryDir, stdout: 'pipe', stderr: 'pipe' });
  const texts = [new Response(child.stdout).text(), new Response(child.stderr).text()];
  const text = (await Promise.all(texts)).join('\n');
  return { code: await child.exited, text };
}

/** A script that was asked for what there is not: it has been loaded whole, and does nothing. */
async function refuses(said: string, script: string, ...args: string[]): Promise<string> {
  const { code, text } = await run(bun, `scripts/${script}`, ...args);
  expect(text).toContain(said);
  expect(code).toBe(1);
  return text;
}

let configured: Promise<Said> | undefined;

/** The boards' core with its tests, and the simulated board: every file that CMake is told of is there. */
async function configureFirmware(): Promise<void> {
  configured ??= run('cmake', '-S', 'firmware/host', '-B', tempDir('faiwatch-firmware'));
  const { code, text } = await configured;
  expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
}

async function passesShellcheck(folder: string): Promise<void> {
  const said = await run('sh', '-c', `shellcheck ${folder}/*.sh`);
  expect(said).toEqual({ code: 0, text: '\n' });
}

const beginnings: Readonly<Record<string, () => Promise<void>>> = {
  'test:all': async () => {
    await refuses('There is no suite nothing', 'test-all.ts', '--only', 'nothing');
  },
  'test:firmware': configureFirmware,
  'test:device': configureFirmware,
  'test:docker': async () => {
    await passesShellcheck('tests/docker');
    const { code, text } = await run(bun, 'tests/docker/image-config.ts');
    expect(text).toContain('image_entrypoint=');
    expect(code).toBe(0);
  },
  'test:newcomer': async () => {
    await passesShellcheck('tests/install');
    const blocks = readFirstEvening().join('\n');
    // What newcomer.ts looks for in the commands and in what they say.
    expect(blocks).toMatch(/^token='[^']+'$/m);
    expect(blocks).toContain('echo "/register ');
    expect(blocks).toMatch(/^npm run build -- --outfile /m);
  },
  // The release that does not start, from source.
  'test:install': async () => {
    const data = tempDir('faiwatch-broken');
    const { code, text } = await run(
      ...[bun, 'tests/install/broken-release.ts', 'serve', '--data', data],
    );
    expect(text).toContain('broken');
    expect(code).toBe(1);
    expect(existsSync(databasePath(data))).toBe(true);
  },
  release: async () => {
    const args = ['--unsigned', '--only', 'nothing'];
    await refuses('No target is called nothing', 'release.ts', ...args);
  },
  'test:web': async () => {
    await using browser = await launchBrowser();
    const page = await browser.newPage();
    await page.setContent('<p>ไฟ</p>');
    expect(await page.getByRole('paragraph').textContent()).toBe('ไฟ');
  },
  'test:faults': async () => {
    const folder = tempDir('faiwatch-faults');
    await Promise.all([makeFaultyDisk(folder, folder), makeSteppedClock(folder)]);
  },
  // With a fault or two: `npm test` runs these files, and the suite the same with more.
  'test:cluster': async () => {
    expect(scripts['test:cluster']).toContain('tests/cluster');
    expect(scripts.test).not.toMatch(/ignore[^&]*cluster/);
  },
  nightly: async () => {
    const { code, text } = await run(bun, 'scripts/nightly.ts', '--count', '60', '--seed', 'one');
    expect(text).toContain('all held');
    expect(code).toBe(0);
  },
  bench: async () => {
    const said = await refuses('No benchmark is called', 'bench/all.ts', '--only', 'nothing');
    const names = /called nothing: (.+)/.exec(said)?.[1]?.split(', ') ?? [];
    expect(names.length).toBeGreaterThan(15);
    const placesOf = (name: string) => [
      `scripts/bench/${name}.ts`,
      `src/modules/${name}/testing/bench.ts`,
    ];
    const missing = names.filter((name) => !placesOf(name).some((path) => existsSync(path)));
    expect(missing).toEqual([]);
  },
  screenshots: async () => {
    await refuses('No picture is called nothing', 'screenshots.ts', '--only', 'nothing');
  },
  demo: async () => {
    const demo = Bun.spawn([bun, 'scripts/demo.ts', '--port', '0'], {
      cwd: repositoryDir,
      stdout: 'pipe',
      stderr: 'inherit',
    });
    let text = '';
    for await (const piece of demo.stdout.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.includes('/admin/login')) demo.kill('SIGINT');
    }
    expect(text).toContain('Cleaning up');
    expect(await demo.exited).toBe(0);
  },
  start: async () => {
    const server = await startServer({});
    expect(await server.stop()).toBe(0);
  },
  dev: async () => {
    const data = tempDir('faiwatch-dev');
    const dev = Bun.spawn(
      [
        ...[bun, 'scripts/dev.ts', '--keep-pages', '--data', data],
        ...['--host', '127.0.0.1', '--port', '0', '--mqtt-port', '0'],
      ],
      { cwd: repositoryDir, stdout: 'pipe', stderr: 'ignore' },
    );
    let text = '';
    for await (const piece of dev.stdout.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.includes('"ready":true')) dev.kill('SIGTERM');
    }
    expect(text).toContain('"ready":true');
    await dev.exited;
  },
  // The tables and the migrations say the same.
  'db:generate': async () => {
    const out = join(tempDir('faiwatch-migrations'), 'drizzle');
    cpSync('drizzle', out, { recursive: true });
    const { text } = await run(
      ...['node_modules/.bin/drizzle-kit', 'generate', '--dialect', 'sqlite'],
      ...['--schema', './src/store/*/*tables.ts', '--out', relative(repositoryDir, out)],
    );
    expect(text).toContain('No schema changes');
  },
  'test:unit': async () => {
    const paths = scripts['test:unit'].match(/ (?:\.\/)?(?:src|web|tests)[\w/.-]*/g) ?? [];
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => !existsSync(path.trim()))).toEqual([]);
  },
  // Its table has a place, and what it starts is there.
  shape: async () => {
    const marker = '<!-- npm run shape writes this table -->';
    for (const file of ['scripts/shape.ts', 'docs/architecture.md']) {
      expect(read(file)).toContain(marker);
    }
    expect(existsSync(join(repositoryDir, 'scripts/shape/walks.ts'))).toBe(true);
  },
  format: async () => {
    expect(scripts.check).toEndWith(scripts.format.replace(' --write', ''));
  },
};

const read = (path: string) => readFileSync(join(repositoryDir, path), 'utf8');

test.each(Object.entries(beginnings))('%s can begin', async (_script, begin) => begin(), 60_000);

test('every suite has a beginning', () => {
  const names = suites.map(({ script }) => script);
  expect(names.filter((name) => name !== 'test' && !(name in beginnings))).toEqual([]);
  const notRun = Object.keys(scripts).filter(
    (name) => name.startsWith('test:') && !names.includes(name),
  );
  expect(notRun).toEqual(['test:all', 'test:unit']);
});

test('every script of package.json is begun by something', () => {
  const begun = new Set([
    'test',
    ...suites.map(({ script }) => script),
    ...Object.keys(beginnings),
  ]);
  for (const name of begun) {
    const { [name]: command = '' }: Readonly<Record<string, string>> = scripts;
    for (const [, other = ''] of command.matchAll(/npm run ([\w:]+)/g)) begun.add(other);
  }
  expect(Object.keys(scripts).filter((name) => !begun.has(name))).toEqual([]);
});
