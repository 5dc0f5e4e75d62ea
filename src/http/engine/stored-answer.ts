/** Answers that are the same for many: made once, compressed once in each way, and known by their content. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding, isNoneMatch } from './content-negotiation.ts';
import { type InlineHashes, securityHeaders, securityHeadersOf } from './security-headers.ts';

/** One form of an answer. Bytes of a file stay in the executable until somebody asks for them. */
export class StoredForm {
  readonly read: () => Uint8Array<ArrayBuffer>;
  #etag: string | undefined;

  constructor(read: () => Uint8Array<ArrayBuffer>) {
    this.read = read;
  }

  /** Strong, and different for each form, as RFC 9110 section 8.8.3 requires. */
  get etag(): string {
    this.#etag ??= `"${hashOf(this.read())}"`;
    return this.#etag;
  }
}

export interface StoredAnswer {
  readonly contentType: string;
  readonly cacheControl: string;
  /** Headers of the request, besides its encodings, that another answer could be chosen by. */
  readonly vary?: string;
  /** Of a page: what stands in it itself. */
  readonly inline?: InlineHashes;
  /** Of a page: the microphone may be used in it. */
  readonly hasMicrophone?: boolean;
  readonly forms: { readonly identity: StoredForm } & Partial<Record<Encoding, StoredForm>>;
}

/** The best form for a client; 304 where it has it. What stands in for nothing is never 304. */
export function answerStored(
  { contentType, cacheControl, vary, inline, hasMicrophone = false, forms }: StoredAnswer,
  requestHeaders: Headers,
  status = 200,
): Response {
  const encoding = chooseEncoding(requestHeaders.get('accept-encoding'), forms);
  const form = forms[encoding] ?? forms.identity;
  const headers = new Headers(
    inline ? securityHeadersOf(inline, hasMicrophone) : securityHeaders(),
  );
  headers.set('Cache-Control', cacheControl);
  const isPacked = forms.br !== undefined || forms.gzip !== undefined;
  const varied = [...(vary === undefined ? [] : [vary]), ...(isPacked ? ['Accept-Encoding'] : [])];
  if (varied.length > 0) headers.set('Vary', varied.join(', '));
  if (status === 200) {
    headers.set('ETag', form.etag);
    if (isNoneMatch(requestHeaders.get('if-none-match'), form.etag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  headers.set('Content-Type', contentType);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return new Response(form.read(), { status, headers });
}

const packers = { gzip: promisify(gzip), br: promisify(brotliCompress) } as const;
/** Not the highest level, which would take a small machine a second. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A text in all its forms. It is compressed beside other work. */
export async function storeText(
  text: string,
  about: Omit<StoredAnswer, 'forms'>,
): Promise<StoredAnswer> {
  const identity = new TextEncoder().encode(text);
  const packed = await packers.gzip(identity);
  const smallest = await packers.br(identity, brotliOptions);
  return {
    ...about,
    forms: {
      identity: keep(identity),
      gzip: keep(new Uint8Array(packed)),
      br: keep(new Uint8Array(smallest)),
    },
  };
}

function keep(bytes: Uint8Array<ArrayBuffer>): StoredForm {
  return new StoredForm(() => bytes);
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
