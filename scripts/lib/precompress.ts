import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['css', 'html', 'js', 'json', 'svg', 'txt', 'webmanifest']);

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
  const forms = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }).then((compressed) => ({ suffix: '.br' as const, content: new Uint8Array(compressed) })),
    promisify(gzip)(content, { level: 9 }).then((compressed) => ({
      suffix: '.gz' as const,
      content: new Uint8Array(compressed),
    })),
  ]);
  return forms.filter((form) => form.content.length < content.length);
}
