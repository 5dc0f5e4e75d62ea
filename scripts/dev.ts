/**
 * Development: the server with the pages, at one address, both following the source.
 *
 *   npm run dev -- --port 8080        (arguments are those of `faiwatch serve`)
 *   npm run dev -- --keep-pages       begins with the pages that are there
 *
 * A change under web/ builds the pages again; a change under src/ restarts the server. Either way open
 * pages reload themselves (web/src/dev-reload.ts).
 */
import { type FSWatcher, watch } from 'node:fs';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDir, webDir, webDistDir } from './lib/paths.ts';

/** An editor writes a file in several steps; they become one build. */
const settleMs = 80;
/** `bun --watch` has ended the old server by then. Pages wait until the new one answers. */
const restartMs = 500;

const buildCommand = [process.execPath, 'scripts/build-web.ts', '--development'];
const serverCommand = [
  process.execPath,
  '--watch',
  '--no-clear-screen',
  'src/cli/main.ts',
  'serve',
];

/** Builds in a process of its own, because modules once imported do not change. */
async function buildPages(): Promise<void> {
  const build = Bun.spawn(buildCommand, {
    cwd: repositoryDir,
    // The list of paths then holds those that are for development only.
    env: { ...process.env, NODE_ENV: 'development' },
    stdout: 'inherit',
    stderr: 'inherit',
  });
  await build.exited;
}

/** Builds after every change, one build at a time, and once more for what changed meanwhile. */
function watchPages(): FSWatcher {
  let running: Promise<void> = Promise.resolve();
  return watchFolder(webDir, settleMs, () => {
    running = running.then(buildPages);
  });
}

/** Tells open pages that the server is a new one: a restart is too quick for them to notice. */
function watchServer(): FSWatcher {
  return watchFolder(join(repositoryDir, 'src'), restartMs, () => {
    void stampRestart();
  });
}

async function stampRestart(): Promise<void> {
  const stamp = join(webDistDir, 'dev-build.txt');
  const [build] = (await readFile(stamp, 'utf8')).split(' ');
  await writeFile(stamp, `${build} ${crypto.randomUUID()}`);
  // The server reads the folder again when this file is newer than the one it knows.
  const now = new Date();
  await utimes(join(webDistDir, 'routes.json'), now, now);
}

/** Calls back once a burst of changes is over. What the build writes does not count. */
function watchFolder(folder: string, quietMs: number, onChange: () => void): FSWatcher {
  let timer: Timer | undefined;
  return watch(folder, { recursive: true }, (_event, file) => {
    if (!file || file.startsWith('dist')) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, quietMs);
  });
}

const { keepPages = [], own = [] } = Object.groupBy(process.argv.slice(2), (arg) =>
  arg === '--keep-pages' ? 'keepPages' : 'own',
);
if (keepPages.length === 0) await buildPages();
const watchers = [watchPages(), watchServer()];
const server = Bun.spawn([...serverCommand, ...own], {
  cwd: repositoryDir,
  stdio: ['inherit', 'inherit', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => server.kill(signal));
}
const exitCode = await server.exited;
for (const watcher of watchers) watcher.close();
process.exit(exitCode);
