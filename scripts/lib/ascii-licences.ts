import type { BunPlugin } from 'bun';

/**
 * Writes the licence comments of packages without accents. The bundler escapes all that is not ASCII but
 * these, and JavaScriptCore keeps a source with a single such letter in two bytes a letter.
 */
export const asciiLicences: BunPlugin = {
  name: 'ascii-licences',
  setup(build) {
    build.onLoad({ filter: /node_modules\/.*\.[cm]?js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const contents = source.replace(/^(?:\/\/!.*|\/\*!(?:[^*]|\*(?!\/))*\*\/)/gm, (comment) =>
        comment.normalize('NFD').replace(/[\u0080-\uffff]/g, ''),
      );
      return contents === source ? undefined : { contents, loader: 'js' };
    });
  },
};
