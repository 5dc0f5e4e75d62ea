import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import {
  callOut,
  type OutboundAnswer,
  openCall,
  readWhole,
  usualBounds,
} from '../../outbound/call-out.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { TransferWatch } from '../../outbound/transfer-watch.ts';
import { parseBackupName } from './backup-shelf.ts';
import { type BackupTarget, type StoredBackup, TargetFailed } from './backup-target.ts';
import { readListPage } from './s3-list.ts';
import { type S3Request, signS3 } from './sign-s3.ts';

export interface S3Settings {
  /** With scheme: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** Prefix of every name; empty, or ends with a slash. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Time for a short call, in ms. */
const answerLimitMs = 60_000;
const pieceBytes = 256 * 1024;
/**
 * A transfer that makes no progress for this long is cut off. Up to 4 MB in the system's own buffers move
 * unseen; a slow line needs minutes for them.
 */
const stillLimits = { limitMs: 300_000, leastBytes: pieceBytes };
/** The validity of a signed address. A transfer begins at once. */
const signedSeconds = 300;
/** A page of a list has a thousand names of a kilobyte at most. */
const mostListBytes = 4 * 1024 * 1024;
/** A list that goes on is one of somebody who wants to keep us. */
const mostListPages = 200;

/**
 * A bucket of any provider that speaks Amazon's S3: Backblaze, Cloudflare, MinIO …
 *
 * The upload is one PUT with `Content-MD5`, so that the provider refuses a body damaged on the way, and so that a
 * hanging line can be given up.
 */
export function makeS3Target(settings: S3Settings): BackupTarget {
  const keyOf = (name: string) => settings.prefix + name;
  const where = `s3://${settings.bucket}/${settings.prefix}`;
  const sign = (request: Omit<S3Request, 'seconds'>) =>
    signS3(settings, { ...request, seconds: signedSeconds }, Date.now());
  const fail = (what: string, error: unknown) =>
    new TargetFailed(`${what} (${where} at ${settings.endpoint}): ${describe(error)}`);

  /** A short call. @throws Error with what S3 says, OutboundError */
  async function call(
    request: Omit<S3Request, 'seconds'>,
    maxBytes = usualBounds.maxBytes,
  ): Promise<OutboundAnswer> {
    const { method } = request;
    const answer = await callOut(sign(request), { method, timeoutMs: answerLimitMs, maxBytes });
    assertTaken(answer);
    return answer;
  }

  return {
    kind: 's3',
    where,

    async list() {
      const found: StoredBackup[] = [];
      let after = '';
      try {
        for (let pages = 0; pages < mostListPages; pages += 1) {
          const query = {
            'list-type': '2',
            prefix: settings.prefix,
            ...(after !== '' && { 'start-after': after }),
          };
          const page = readListPage(await call({ method: 'GET', key: '', query }, mostListBytes));
          for (const { key, bytes } of page.contents) {
            const name = key.slice(settings.prefix.length);
            const said = parseBackupName(name);
            if (said !== undefined) found.push({ name, bytes, ...said });
          }
          const last = page.contents.at(-1)?.key ?? '';
          if (!page.isTruncated || last === '') return found;
          after = last;
        }
        throw new Error('the list does not end');
      } catch (error) {
        throw fail('The backups cannot be listed', error);
      }
    },

    async put(path, name) {
      try {
        const { size } = await stat(path);
        const url = sign({ method: 'PUT', key: keyOf(name) });
        const headers = {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(size),
          'Content-MD5': await md5Of(path),
        };
        const watch = new TransferWatch(stillLimits);
        try {
          const { signal } = watch;
          const body = readWatched(path, watch);
          const answer = await openCall(url, { method: 'PUT', body, headers, signal });
          assertTaken(await readWhole(answer, usualBounds.maxBytes));
        } finally {
          watch.stop();
        }
        const stored = await call({ method: 'HEAD', key: keyOf(name) });
        const storedBytes = Number(stored.headers.get('content-length'));
        if (storedBytes !== size) {
          throw new Error(`${size} bytes were sent, and ${storedBytes} are there`);
        }
      } catch (error) {
        throw fail('The backup could not be stored', error);
      }
    },

    async fetch(name, to) {
      const watch = new TransferWatch(stillLimits);
      try {
        const url = sign({ method: 'GET', key: keyOf(name) });
        const answer = await openCall(url, { signal: watch.signal });
        if (!answer.isOk) assertTaken(await readWhole(answer, usualBounds.maxBytes));
        const file = await open(to, 'wx', 0o600);
        try {
          for await (const piece of answer.pieces()) {
            watch.sawBytes(piece.length);
            await file.write(piece);
          }
        } finally {
          await file.close();
        }
      } catch (error) {
        throw fail(`The backup ${name} could not be fetched`, error);
      } finally {
        watch.stop();
      }
    },

    async remove(name) {
      try {
        await call({ method: 'DELETE', key: keyOf(name) });
      } catch (error) {
        throw fail(`The backup ${name} could not be removed`, error);
      }
    },
  };
}

/** The file piece by piece; each piece is progress. */
function readWatched(path: string, watch: TransferWatch): ReadableStream<Uint8Array> {
  const pieces = createReadStream(path, { highWaterMark: pieceBytes })[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      watch.sawBytes(value?.length ?? 0);
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    hash.update(piece);
  }
  return hash.digest('base64');
}

/** @throws Error with what S3 says (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html) */
function assertTaken(answer: OutboundAnswer): void {
  if (answer.isOk) return;
  const { status, text, unread } = answer;
  const [, code] = /<Code>([^<]{1,100})<\/Code>/.exec(text) ?? [];
  const [, message] = /<Message>([^<]{1,300})<\/Message>/.exec(text) ?? [];
  const said = unread === null ? `status ${status}` : `status ${status}; ${unread}`;
  throw new Error(code === undefined ? said : `${code}: ${message ?? said}`);
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = String(message ?? error);
  if (error instanceof OutboundError) return text;
  return typeof code === 'string' && !text.includes(code) ? `${code}: ${text}` : text;
}
