import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { compile, optimize } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import { toHashedName } from './hashed-name.ts';

interface WebStyles {
  css: string;
  /** The font files the stylesheet refers to: how the source names each, and its hashed name. */
  fonts: Map<string, { name: string; content: Uint8Array }>;
}

/**
 * Compiles the stylesheet with Tailwind and takes its fonts out into files of their own.
 *
 * Bun's CSS bundler is not used for this: it writes every font below 128 kB into the stylesheet as a
 * `data:` URI whatever the loader says (oven-sh/bun#37975), which would make all weights and subsets
 * block the first paint and break `font-src 'self'`.
 *
 * @param publicDir URL path under which the fonts will be served, `/fonts/`
 * @param besides a folder whose pages are styled too, besides those that the entry names
 */
export async function buildWebStyles(
  entry: string,
  publicDir: string,
  minify: boolean,
  besides: string | null = null,
): Promise<WebStyles> {
  const base = dirname(entry);
  const source = await readFile(entry, 'utf8');
  const compiler = await compile(source, { base, from: entry, onDependency: () => {} });
  const own = besides === null ? [] : [{ base: besides, pattern: '**/*', negated: false }];
  const candidates = new Scanner({ sources: [...compiler.sources, ...own] }).scan().sort();
  const compiled = optimize(compiler.build(candidates), { file: entry, minify }).code;
  const fonts: WebStyles['fonts'] = new Map();
  for (const [, reference] of compiled.matchAll(/url\("?(@fontsource\/[^")]+)"?\)/g)) {
    if (reference === undefined || fonts.has(reference)) continue;
    const content = await readFile(Bun.fileURLToPath(import.meta.resolve(reference)));
    fonts.set(reference, { name: toHashedName(reference, content), content });
  }
  let css = compiled;
  for (const [reference, { name }] of fonts) css = css.replaceAll(reference, publicDir + name);
  return { css, fonts };
}
