import { basename, join } from 'node:path';
import type { BunPlugin } from 'bun';

/** A module that lies in the executable as a file of its own. */
export interface Apart {
  /** Has the rest of the program read that file when the module is first imported. */
  readonly plugin: BunPlugin;
  /** The file, to be embedded beside the code. */
  readonly file: string;
}

/**
 * Bundles a module with all that it imports, for what few installations need. Such a file has neither bytecode
 * nor source map, which are together seven times its size.
 * @param module of named exports
 * @param folder gets the file
 */
export async function bundleApart(module: string, folder: string): Promise<Apart> {
  const name = `${basename(module, '.ts')}.js`;
  await Bun.build({
    entrypoints: [module],
    target: 'bun',
    minify: true,
    outdir: folder,
    naming: name,
  });
  const { exports } = new Bun.Transpiler({ loader: 'ts' }).scan(await Bun.file(module).text());
  return {
    file: join(folder, name),
    plugin: {
      name: `apart-${name}`,
      setup(build) {
        build.onLoad({ filter: new RegExp(`${RegExp.escape(module)}$`) }, () => ({
          contents: `export const { ${exports.join(', ')} } = import.meta.require(import.meta.dir + '/${name}');`,
          loader: 'js',
        }));
      },
    },
  };
}
