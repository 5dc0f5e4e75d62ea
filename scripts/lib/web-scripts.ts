import { relative } from 'node:path';
import { repositoryDir } from './paths.ts';

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

/** Bundles a module entry, split where it says `import()`. */
export async function bundleModules(
  entry: string,
  publicDir: string,
  isProduction: boolean,
): Promise<WebScripts> {
  const built = await Bun.build({
    ...commonOptions(isProduction),
    entrypoints: [entry],
    splitting: true,
    metafile: true,
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
