import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compressible = new Set(['css', 'html', 'js', 'json', 'mjs', 'svg', 'txt', 'webmanifest']);

/**
 * Compresses a text file as hard as it goes, once, at build time, so that the server never does.
 *
 * @returns what is worth keeping: only forms smaller than the file itself, by their file suffix
 */
export async function precompress(
  name: string,
  content: Uint8Array,
): Promise<{ suffix: '.br' | '.gz'; content: Uint8Array }[]> {
  if (!compressible.has(name.slice(name.lastIndexOf('.') + 1))) return [];
  const brotli = await promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const forms = [
    { suffix: '.br' as const, content: new Uint8Array(brotli) },
    // Its hardest is a thirtieth smaller than that of zlib.
    {
      suffix: '.gz' as const,
      content: Bun.gzipSync(new Uint8Array(content), { library: 'libdeflate', level: 12 }),
    },
  ];
  return forms.filter((form) => form.content.length < content.length);
}
