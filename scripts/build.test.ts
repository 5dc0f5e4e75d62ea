import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasBuiltPages } from './build.ts';
import { repositoryDir } from './lib/paths.ts';

/** Lists both embedded folders as src/installation/assets.ts names them, and reads a file of each. */
const entry = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { migrationsDir, webDistDir } from '${repositoryDir}/src/installation/assets.ts';
  const web = readdirSync(webDistDir(), { recursive: true });
  const page = await Bun.file(webDistDir() + '/index.html').text();
  const journal = JSON.parse(readFileSync(migrationsDir() + '/meta/_journal.json', 'utf8'));
  const migrations = readdirSync(migrationsDir()).filter((name) => name.endsWith('.sql'));
  console.log(JSON.stringify({ web, page, migrations, entries: journal.entries.length,
    settings: [process.env.FROM_DOTENV ?? null, process.env.NODE_ENV] }));
`;

let folder: string;
let said: {
  web: string[];
  page: string;
  migrations: string[];
  entries: number;
  settings: [string | null, string];
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faiwatch-build-'));
  await writeFile(join(folder, 'main.ts'), entry);
  const executable = join(folder, 'elsewhere', 'faiwatch');
  const build = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'build.ts'),
      ...['--entry', 'main.ts', '--outfile', executable],
      // What `npm run build` has just made of the same sources would come out the same.
      ...(hasBuiltPages() ? ['--skip-web'] : []),
    ],
    { cwd: folder, stdout: 'ignore' },
  );
  expect(await build.exited).toBe(0);
  await rm(join(folder, 'main.ts'));
  const emptyDir = join(folder, 'empty');
  await mkdir(emptyDir);
  await writeFile(join(emptyDir, '.env'), 'FROM_DOTENV=stray');
  const run = Bun.spawn([executable], { cwd: emptyDir, env: {} });
  said = await new Response(run.stdout).json();
  // Far more than it takes, since other tests run beside it.
}, 300_000);

afterAll(() => rm(folder, { recursive: true }));

test('the executable carries the pages, compressed forms included', () => {
  expect(said.page).toContain('<div id="root"');
  expect(said.web).toContain('index.html.br');
  expect(said.web.some((path) => /^assets\/main-\w+\.js\.gz$/.test(path))).toBe(true);
});

test('the executable carries every migration of the journal', () => {
  expect(said.entries).toBeGreaterThan(0);
  expect(said.migrations).toHaveLength(said.entries);
});

test('nothing but the executable and its stamp is left where it is built', async () => {
  const left = await readdir(join(folder, 'elsewhere'));
  expect(left.sort()).toEqual(['faiwatch', 'faiwatch.built']);
});

test('a stray .env beside the executable changes nothing', () => {
  expect(said.settings).toEqual([null, 'production']);
});
