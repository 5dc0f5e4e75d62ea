import { dirname, join, relative } from 'node:path';
import { repositoryDir, webDir } from './paths.ts';

interface WebScript {
  /** File name under assets/. */
  name: string;
  content: Uint8Array;
}

export interface WebScripts {
  /** The entry and every chunk it may load. */
  files: WebScript[];
  entryName: string;
  /** Chunks the entry imports at once; its page asks for them together with it. */
  preloadNames: string[];
  /** A module that is loaded later, with all it needs besides. @param source its path */
  lazyNames(source: string): string[];
}

interface ModuleOptions {
  isProduction: boolean;
  /** Each needs those before it. */
  cores?: readonly Core[];
}

/** A module that is there before all others that are loaded later, but some. */
interface Core {
  /** Its path. */
  source: string;
  /** The paths of those that come without it. */
  apart: readonly string[];
}

/** Bundles a module entry, split where it says `import()`. */
export async function bundleModules(
  entry: string,
  publicDir: string,
  { isProduction, cores = [] }: ModuleOptions,
): Promise<WebScripts> {
  const built = await Bun.build({
    ...commonOptions(isProduction),
    entrypoints: [entry],
    splitting: true,
    metafile: true,
    plugins: cores.length === 0 ? [] : [await importCores(cores)],
    publicPath: publicDir,
  });
  const files = await Promise.all(built.outputs.map(toWebScript));
  const outputs = Object.entries(built.metafile?.outputs ?? {});
  const importsOf = new Map(
    outputs.map(([path, { imports }]) => [
      toFileName(path),
      imports
        .filter((imported) => imported.kind === 'import-statement')
        .map((imported) => toFileName(imported.path)),
    ]),
  );
  const findOutput = (source: string): string => {
    const wanted = relative(process.cwd(), source);
    const [path] = outputs.find(([, output]) => output.entryPoint === wanted) ?? [];
    if (path === undefined) throw new Error(`no output for ${relative(repositoryDir, source)}`);
    return toFileName(path);
  };
  const entryName = findOutput(entry);
  const preloadNames = followImports(entryName, importsOf);
  return {
    files,
    entryName,
    preloadNames,
    lazyNames(source) {
      const name = findOutput(source);
      const loaded = new Set([entryName, ...preloadNames]);
      return [name, ...followImports(name, importsOf)].filter((one) => !loaded.has(one));
    },
  };
}

/**
 * The bundler makes a file of its own for each set of later modules that share something. Where each of them says that it
 * needs a core, all of that core is in one file.
 */
async function importCores(cores: readonly Core[]): Promise<Bun.BunPlugin> {
  const later = await findLaterModules();
  const needed = new Map(
    [...later, ...cores.map(({ source }) => source)].map((path) => {
      const own = cores.findIndex(({ source }) => source === path);
      const before = own === -1 ? cores : cores.slice(0, own);
      return [path, before.filter(({ apart }) => !apart.includes(path))];
    }),
  );
  return {
    name: 'cores',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const imports = needed.get(path)?.map(({ source }) => `import ${JSON.stringify(source)};`);
        if (imports === undefined) return undefined;
        const contents = [...imports, await Bun.file(path).text()].join('\n');
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** Our own modules that some page loads later. */
async function findLaterModules(): Promise<string[]> {
  const sources = await Array.fromAsync(
    new Bun.Glob('**/*.{ts,tsx}').scan({ cwd: webDir, absolute: true }),
  );
  const found = await Promise.all(
    sources.map(async (source) => {
      const named = (await Bun.file(source).text()).matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g);
      return [...named].map(([, path = '']) => join(dirname(source), path));
    }),
  );
  return [...new Set(found.flat())].sort();
}

/** Everything that loads before the first line of an entry runs, nearest first. */
function followImports(entry: string, importsOf: ReadonlyMap<string, string[]>): string[] {
  const found = new Set<string>();
  const waiting = [entry];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    for (const imported of importsOf.get(name) ?? []) {
      if (found.has(imported)) continue;
      found.add(imported);
      waiting.push(imported);
    }
  }
  return [...found];
}

interface ClassicOptions {
  isProduction: boolean;
  /** Constants of the script, with their values. */
  constants?: Readonly<Record<string, unknown>>;
}

/** Bundles one small classic script, for what must run before the first paint or is no module. */
export async function bundleClassicScript(
  entry: string,
  { isProduction, constants = {} }: ClassicOptions,
): Promise<WebScript> {
  const { define, ...options } = commonOptions(isProduction);
  const values = Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]);
  const built = await Bun.build({
    ...options,
    define: { ...define, ...Object.fromEntries(values) },
    entrypoints: [entry],
    format: 'iife',
  });
  const [output] = built.outputs;
  if (!output) throw new Error(`no output for ${relative(repositoryDir, entry)}`);
  return toWebScript(output);
}

function commonOptions(isProduction: boolean) {
  return {
    target: 'browser',
    minify: isProduction,
    sourcemap: isProduction ? 'none' : 'inline',
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]' },
    define: {
      'process.env.NODE_ENV': JSON.stringify(isProduction ? 'production' : 'development'),
    },
  } as const;
}

async function toWebScript(output: Bun.BuildArtifact): Promise<WebScript> {
  return { name: toFileName(output.path), content: new Uint8Array(await output.arrayBuffer()) };
}

function toFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
