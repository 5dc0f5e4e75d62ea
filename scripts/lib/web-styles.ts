import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { compile, optimize } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import { toHashedName } from './hashed-name.ts';

interface WebStyles {
  css: string;
  /** The font files the stylesheet refers to: how the source names each, and its hashed name. */
  fonts: Map<string, { name: string; content: Uint8Array }>;
  /** What pages need of it to be painted, without its fonts: the rules of the classes that stand in their HTML. */
  pickFor(html: string): Promise<string>;
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
  // A compiler remembers every class that it was asked for.
  const makeCompiler = () => compile(source, { base, from: entry, onDependency: () => {} });
  const compiler = await makeCompiler();
  const build = ({ build }: typeof compiler, candidates: readonly string[]) =>
    optimize(build([...candidates].sort()), { file: entry, minify }).code;
  const own = besides === null ? [] : [{ base: besides, pattern: '**/*', negated: false }];
  const sources = [...compiler.sources, ...own];
  const compiled = build(compiler, new Scanner({ sources }).scan());
  const fonts: WebStyles['fonts'] = new Map();
  for (const [, reference] of compiled.matchAll(/url\("?(@fontsource\/[^")]+)"?\)/g)) {
    if (reference === undefined || fonts.has(reference)) continue;
    const content = await readFile(Bun.fileURLToPath(import.meta.resolve(reference)));
    fonts.set(reference, { name: toHashedName(reference, content), content });
  }
  let css = compiled;
  for (const [reference, { name }] of fonts) css = css.replaceAll(reference, publicDir + name);
  const pickFor = async (html: string) => {
    const candidates = new Scanner({}).scanFiles([{ content: html, extension: 'html' }]);
    const css = build(await makeCompiler(), candidates);
    // The whole stylesheet, which such a page loads too, names the licence.
    const rules = css.replace(/^\/\*![^*]*\*\/\s*/, '');
    // Fonts are not in a picture, nor is what the dialogs' library adds. Nobody prints one.
    const inNoPicture = /(?:@font-face|\[data-base-ui-[\w-]+\])\s*\{[^}]*\}\s*/g;
    const onPaper = /@media print\s*\{(?:[^{}]|\{[^{}]*\})*\}\s*/g;
    return dropUnusedTokens(rules.replace(inNoPicture, '').replace(onPaper, ''));
  };
  return { css, fonts, pickFor };
}

/** Without the custom properties that none of the rules reads; the whole stylesheet has them. */
function dropUnusedTokens(css: string): string {
  const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const keepRead = (text: string, name: string) => (read.has(name) ? text : '');
  return css
    .replace(/@property (--[\w-]+)\s*\{[^}]*\}\s*/g, keepRead)
    .replace(/(--[\w-]+):[^;{}]+;?/g, keepRead);
}
