/**
 * Builds dist/faiwatch: one executable with the server, the web pages and the migrations in it.
 *
 *   bun scripts/build.ts [--target bun-linux-arm64] [--outfile dist/faiwatch-arm64] [--skip-web]
 *
 * Without a target it is built for this machine. For another target Bun fetches its own binary for it,
 * of the same version, from the npm registry. What was built from the same sources is left as it is. It is
 * built twice: the first is started once, and the second is laid out by what that took.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Glob } from 'bun';
import { buildWeb } from './build-web.ts';
import { asciiLicences } from './lib/ascii-licences.ts';
import { bundleApart } from './lib/bundle-apart.ts';
import { fingerprintFolder, fingerprintSources } from './lib/fingerprint.ts';
import { repositoryDir, webDistDir } from './lib/paths.ts';
import { recordStart } from './lib/record-start.ts';

export const targets = [
  'bun-linux-x64',
  'bun-linux-x64-baseline',
  'bun-linux-x64-musl',
  'bun-linux-x64-baseline-musl',
  'bun-linux-arm64',
  'bun-linux-arm64-musl',
] as const satisfies readonly Bun.Build.CompileTarget[];
type Target = (typeof targets)[number];

interface BuildOptions {
  entry: string;
  outfile: string;
  target: Target | undefined;
  /** What `recordStart` has noted. Left out: bytecode lies in the order of the source. */
  startOrder?: string;
}

/** Where the executable of the program begins. */
export const mainEntry = join(repositoryDir, 'src/cli/main.ts');

/** Compiles the server with web/dist and drizzle/ embedded, where src/installation/assets.ts looks for them. */
export async function compileExecutable(options: BuildOptions): Promise<void> {
  const { entry, outfile, target, startOrder } = options;
  await using folder = await makeFolder();
  const nats = await bundleApart(join(repositoryDir, 'src/cluster/nats.ts'), folder.path);
  const workers = [...new Glob('src/modules/*/*.worker.ts').scanSync(repositoryDir)].sort();
  await mkdir(dirname(outfile), { recursive: true });
  const { outputs } = await Bun.build({
    // A thread's code is a file of its own beside the server's.
    entrypoints: [entry, ...workers.map((file) => join(repositoryDir, file))],
    naming: { entry: '[name].[ext]' },
    target: 'bun',
    minify: true,
    plugins: [asciiLicences, nats.plugin],
    // Parsing ahead of time: 25 ms instead of 70 ms to listening on a desk machine. With the
    // CommonJS format, the default with bytecode, import.meta.dir would be the source folder.
    bytecode: true,
    format: 'esm',
    // What `import()` names is a file of its own, of which a server that never imports it reads nothing.
    splitting: true,
    // A stack trace then names the source and not the bundle.
    sourcemap: 'inline',
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: {
      outfile,
      assets: [webDistDir, join(repositoryDir, 'drizzle'), nats.file],
      bytecodeOrder: startOrder ?? false,
      // Most of what a start runs, it runs once. `serve` sets this back.
      jitPolicy: 64,
      // Settings come from flags, FAIWATCH_* and faiwatch.toml only; a stray .env or bunfig.toml in
      // the directory the executable is started from must change nothing.
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(target ? { target } : {}),
    },
  });
  // The maps are inside the executable; Bun leaves copies beside it.
  for (const { kind, path } of outputs) {
    if (kind === 'sourcemap') await rm(path);
  }
}

/**
 * Compiles the program for this machine, and has that start.
 * @param folder gets the note of what the start took
 */
export async function recordOrder(folder: string): Promise<string> {
  const outfile = join(folder, 'faiwatch');
  const startOrder = join(folder, 'start.order');
  await compileExecutable({ entry: mainEntry, outfile, target: undefined });
  await recordStart(outfile, startOrder);
  return startOrder;
}

/** A folder that goes when it is disposed of. */
export async function makeFolder() {
  const path = await mkdtemp(join(tmpdir(), 'faiwatch-build-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The file that notes what an executable was built from, and what the build made. */
const stampPath = (outfile: string) => `${outfile}.built`;

function describeBuild(outfile: string, sources: string, target: Target | undefined): string {
  const { size, mtimeMs } = statSync(outfile);
  const made = { size, mtimeMs, web: fingerprintFolder('web/dist') };
  return JSON.stringify({ sources, target: target ?? null, ...made });
}

const mainOutfile = join(repositoryDir, 'dist/faiwatch');

const describeSources = (entry: string) => `${entry} ${fingerprintSources()}`;

/** Whether web/dist holds the pages of these sources, as it does after a build of the executable. */
export function hasBuiltPages(): boolean {
  return isUpToDate(mainOutfile, describeSources(mainEntry), undefined);
}

/** Whether the executable, and the pages that went into it, are still those of these sources. */
function isUpToDate(outfile: string, sources: string, target: Target | undefined): boolean {
  if (!existsSync(outfile) || !existsSync(stampPath(outfile))) return false;
  return readFileSync(stampPath(outfile), 'utf8') === describeBuild(outfile, sources, target);
}

function parseTarget(name: string | undefined): Target | undefined {
  if (name === undefined) return undefined;
  const target = targets.find((known) => known === name);
  if (!target) throw new Error(`unknown target ${name}; one of ${targets.join(', ')}`);
  return target;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      target: { type: 'string' },
      outfile: { type: 'string', default: mainOutfile },
      entry: { type: 'string', default: mainEntry },
      'skip-web': { type: 'boolean', default: false },
    },
  });
  const [outfile, entry] = [resolve(values.outfile), resolve(values.entry)];
  process.chdir(repositoryDir);
  const target = parseTarget(values.target);
  const sources = describeSources(entry);
  if (isUpToDate(outfile, sources, target)) {
    console.log(`${outfile}: nothing has changed since it was built`);
    process.exit(0);
  }
  if (!values['skip-web']) await buildWeb(webDistDir, true);
  await using folder = await makeFolder();
  const startOrder = entry === mainEntry ? { startOrder: await recordOrder(folder.path) } : {};
  await compileExecutable({ entry, outfile, target, ...startOrder });
  await writeFile(stampPath(outfile), describeBuild(outfile, sources, target));
  const { size } = await stat(outfile);
  console.log(`${outfile} (${target ?? 'this machine'}): ${(size / 1e6).toFixed(1)} MB`);
}
