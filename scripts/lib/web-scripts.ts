import { relative } from 'node:path';
import { repositoryDir } from './paths.ts';

interface WebScript {
  /** File name under assets/. */
  name: string;
  content: Uint8Array;
}

interface WebScripts {
  /** The entry and every chunk it may load. */
  files: WebScript[];
  entryName: string;
  /** Chunks the entry imports at once; the page asks for them together with it. */
  preloadNames: string[];
}

/** Bundles the application: one module entry, split where it says `import()`. */
export async function bundleApplication(
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
  const entryOutput = built.outputs.find((output) => output.kind === 'entry-point');
  if (!entryOutput || !built.metafile) throw new Error(`no output for ${entry}`);
  const entryName = toFileName(entryOutput.path);
  const entryMeta = Object.entries(built.metafile.outputs).find(
    ([path]) => toFileName(path) === entryName,
  )?.[1];
  const preloadNames = (entryMeta?.imports ?? [])
    .filter((imported) => imported.kind === 'import-statement')
    .map((imported) => toFileName(imported.path));
  return { files, entryName, preloadNames };
}

/** Bundles one small classic script, for what must run before the first paint. */
export async function bundleClassicScript(
  entry: string,
  isProduction: boolean,
): Promise<WebScript> {
  const built = await Bun.build({
    ...commonOptions(isProduction),
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
