import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { S3Client } from 'bun';
import { parseBackupName } from './backup-shelf.ts';
import { type BackupTarget, type StoredBackup, TargetFailed } from './backup-target.ts';

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

/** How long a short call may take, in ms. */
const answerLimitMs = 60_000;
/**
 * A transfer that makes no progress for this long is cut off, in ms. Up to 4 MB in the system's own
 * buffers move unseen; a slow line needs minutes for them.
 */
const stillLimitMs = 300_000;
/** How long a signed address is valid. An upload begins at once. */
const signedSeconds = 300;
const pieceBytes = 256 * 1024;

/**
 * A bucket of any provider that speaks Amazon's S3: Backblaze, Cloudflare, MinIO …
 *
 * Bun's client signs. The upload itself is one PUT with `Content-MD5`, so that the provider refuses a
 * body damaged on the way, and so that a hanging line can be given up.
 */
export function makeS3Target(settings: S3Settings): BackupTarget {
  const client = new S3Client({
    endpoint: settings.endpoint,
    bucket: settings.bucket,
    region: settings.region,
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
  });
  const keyOf = (name: string) => settings.prefix + name;
  const where = `s3://${settings.bucket}/${settings.prefix}`;
  const fail = (what: string, error: unknown) =>
    new TargetFailed(`${what} (${where} at ${settings.endpoint}): ${describe(error)}`);

  return {
    kind: 's3',
    where,

    async list() {
      const found: StoredBackup[] = [];
      let startAfter: string | undefined;
      try {
        for (;;) {
          const query = {
            prefix: settings.prefix,
            ...(startAfter !== undefined && { startAfter }),
          };
          const page = await withPatience(client.list(query));
          const contents = page.contents ?? [];
          for (const { key, size = 0 } of contents) {
            const name = key.slice(settings.prefix.length);
            const said = parseBackupName(name);
            if (said !== undefined) found.push({ name, bytes: size, ...said });
          }
          startAfter = contents.at(-1)?.key;
          if (page.isTruncated !== true || startAfter === undefined) return found;
        }
      } catch (error) {
        throw fail('The backups cannot be listed', error);
      }
    },

    async put(path, name) {
      try {
        const { size } = await stat(path);
        const url = client.presign(keyOf(name), { method: 'PUT', expiresIn: signedSeconds });
        const headers = {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(size),
          'Content-MD5': await md5Of(path),
        };
        const watch = new Watch();
        try {
          const body = readWatched(path, watch);
          const answer = await fetch(url, { method: 'PUT', body, headers, signal: watch.signal });
          const text = await answer.text();
          if (!answer.ok) throw new Error(readS3Error(answer.status, text));
        } finally {
          watch.stop();
        }
        const stored = await withPatience(client.stat(keyOf(name)));
        if (stored.size !== size) {
          throw new Error(`${size} bytes were sent, and ${stored.size} are there`);
        }
      } catch (error) {
        throw fail('The backup could not be stored', error);
      }
    },

    async fetch(name, to) {
      const watch = new Watch();
      try {
        const url = client.presign(keyOf(name), { method: 'GET', expiresIn: signedSeconds });
        const answer = await fetch(url, { signal: watch.signal });
        if (!answer.ok || answer.body === null) {
          throw new Error(readS3Error(answer.status, await answer.text()));
        }
        const file = await open(to, 'wx', 0o600);
        try {
          for await (const piece of answer.body) {
            watch.sawProgress();
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
        await withPatience(client.delete(keyOf(name)));
      } catch (error) {
        throw fail(`The backup ${name} could not be removed`, error);
      }
    },
  };
}

/** Gives up a transfer that makes no more progress. */
class Watch {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor() {
    this.sawProgress();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  sawProgress(): void {
    clearTimeout(this.#timer);
    // The body may be read to its end only after the answer has come.
    if (this.#isOver) return;
    this.#timer = setTimeout(() => this.#controller.abort(stoodStill(stillLimitMs)), stillLimitMs);
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

function stoodStill(ms: number): Error {
  return new Error(`nothing came through for ${ms / 1000} seconds`);
}

/** A short call that must answer in time; Bun's client has no time-out. */
async function withPatience<T>(call: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(stoodStill(answerLimitMs)), answerLimitMs);
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The file piece by piece; each piece is progress. */
function readWatched(path: string, watch: Watch): ReadableStream<Uint8Array> {
  const pieces = createReadStream(path, { highWaterMark: pieceBytes })[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      watch.sawProgress();
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

/** S3 answers in XML: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function readS3Error(status: number, text: string): string {
  const [, code] = /<Code>([^<]{1,100})<\/Code>/.exec(text) ?? [];
  const [, message] = /<Message>([^<]{1,300})<\/Message>/.exec(text) ?? [];
  return code === undefined ? `status ${status}` : `${code}: ${message ?? `status ${status}`}`;
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = String(message ?? error);
  return typeof code === 'string' && !text.includes(code) ? `${code}: ${text}` : text;
}
