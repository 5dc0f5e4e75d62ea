/** The production files of the program: what is built into it, without its tests and their helpers. */
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { repositoryDir } from '../lib/paths.ts';

export interface Source {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Tracked TypeScript below some folders. */
export function readSources(...folders: readonly string[]): Source[] {
  const listed = Bun.spawnSync(['git', 'ls-files', '--', ...folders], { cwd: repositoryDir });
  const names = listed.stdout.toString().split('\n');
  const paths = names.filter((path) => /\.tsx?$/.test(path));
  return paths.map((path) => ({ path, text: readFileSync(join(repositoryDir, path), 'utf8') }));
}

export function isProduction({ path }: Source): boolean {
  return /^(src|web\/src)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path);
}

export function countLines({ text }: Source): number {
  return text.split('\n').length - 1;
}

const declaration =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm;
const reexport = /^export (?:type )?\{([^}]*)\}/gm;
/** What a file imports, whether statically, when it is needed, or as a test replaces it. */
const mentioned = /(?:from|import|import\(|module\(|require\()\s*'(\.[^']+)'/g;

function namesExportedBy({ text }: Source): string[] {
  const declared = [...text.matchAll(declaration)].map(([, name = '']) => name);
  const listed = [...text.matchAll(reexport)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().split(/\s+/).at(-1) ?? ''),
  );
  return [...declared, ...listed].filter((name) => name !== '');
}

/** Tables that only SQL names; migrations are made from what these files export. */
const tables = /^src\/store\/\w+\/[\w-]*tables\.ts$/;

/**
 * Names that production files export though no other file mentions them.
 * @param sources all files that may import them, tests and scripts too
 * @returns each as `path: name`
 */
export function findNeedlessExports(sources: readonly Source[]): string[] {
  const importers = new Map<string, Source[]>();
  for (const source of sources) {
    for (const [, specifier = ''] of source.text.matchAll(mentioned)) {
      const path = normalize(join(source.path, '..', specifier));
      const known = importers.get(path);
      if (known === undefined) importers.set(path, [source]);
      else known.push(source);
    }
  }
  const looked = sources.filter((source) => isProduction(source) && !tables.test(source.path));
  return looked.flatMap((source) => {
    const others = importers.get(source.path) ?? [];
    const needless = namesExportedBy(source).filter((name) => {
      const word = new RegExp(`\\b${name}\\b`);
      return !others.some(({ text }) => word.test(text));
    });
    return needless.map((name) => `${source.path}: ${name}`);
  });
}
