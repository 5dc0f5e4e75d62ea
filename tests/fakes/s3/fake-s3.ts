/**
 * A small and strict stand-in for an S3 bucket on the loopback interface: it checks the signature of
 * every request, wants `Content-Length` and `Content-MD5` with every upload as a bucket with Object
 * Lock does, and pages its lists. Codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
import { createHash } from 'node:crypto';
import { type Credentials, findSignatureFault } from './signature.ts';

export interface FakeS3 extends Credentials {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string;
  readonly bucket: string;
  /** What lies in the bucket, by key. */
  readonly objects: Map<string, Uint8Array>;
  /** `GET /bucket`, `PUT /bucket/key` … of every request that was let in. */
  readonly requests: string[];
  /** The next request is answered with this instead. */
  failNext(status: number, code: string): void;
  /** One byte of the next upload changes on the way. */
  damageNext(): void;
  stop(): Promise<void>;
}

/** @param pageSize how many keys a list shows at most; S3's own limit is 1000 */
export function startFakeS3(pageSize = 1000): FakeS3 {
  const credentials = { accessKey: 'AKTEST', secretKey: 'a/secret+key', region: 'eu-test-1' };
  const bucket = 'copies';
  const objects = new Map<string, Uint8Array>();
  const requests: string[] = [];
  let failure: { status: number; code: string } | null = null;
  let isDamaging = false;

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 1e9,
    async fetch(request) {
      const body = new Uint8Array(await request.arrayBuffer());
      const fault = findSignatureFault(request, credentials, Date.now());
      if (fault !== null) return refuse(403, fault);
      const url = new URL(request.url);
      requests.push(`${request.method} ${decodeURIComponent(url.pathname)}`);
      if (failure !== null) {
        const { status, code } = failure;
        failure = null;
        return refuse(status, code);
      }
      const [, inBucket, key = ''] =
        /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
      if (inBucket !== bucket) return refuse(404, 'NoSuchBucket');
      if (key === '' && request.method === 'GET') return list(url.searchParams);
      switch (request.method) {
        case 'PUT':
          return put(request, key, body);
        case 'GET':
        case 'HEAD':
          return get(request.method, key);
        case 'DELETE':
          objects.delete(key);
          return new Response(null, { status: 204 });
        default:
          return refuse(405, 'MethodNotAllowed');
      }
    },
  });

  function put(request: Request, key: string, body: Uint8Array): Response {
    if (!request.headers.has('content-length')) return refuse(411, 'MissingContentLength');
    const md5 = request.headers.get('content-md5');
    if (md5 === null) return refuse(400, 'InvalidRequest');
    const [first] = body;
    if (isDamaging && first !== undefined) body[0] = first ^ 1;
    isDamaging = false;
    if (md5 !== createHash('md5').update(body).digest('base64')) return refuse(400, 'BadDigest');
    objects.set(key, body);
    return new Response(null, { headers: { ETag: tagOf(body) } });
  }

  function get(method: 'GET' | 'HEAD', key: string): Response {
    const body = objects.get(key);
    if (body === undefined) return refuse(404, 'NoSuchKey');
    const headers = {
      ETag: tagOf(body),
      'Content-Length': String(body.length),
      'Last-Modified': new Date(0).toUTCString(),
    };
    return new Response(method === 'GET' ? body.slice().buffer : null, { headers });
  }

  function list(query: URLSearchParams): Response {
    if (query.get('list-type') !== '2') return refuse(501, 'NotImplemented');
    const prefix = query.get('prefix') ?? '';
    const after = query.get('start-after') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const shown = keys.slice(0, pageSize);
    const contents = shown.map((key) => {
      const body = objects.get(key) ?? new Uint8Array();
      return `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>${tagOf(body)}</ETag><Size>${body.length}</Size></Contents>`;
    });
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${shown.length}</KeyCount><MaxKeys>${pageSize}</MaxKeys><IsTruncated>${keys.length > shown.length}</IsTruncated>${contents.join('')}</ListBucketResult>`,
      { headers: { 'Content-Type': 'application/xml' } },
    );
  }

  return {
    ...credentials,
    endpoint: `http://127.0.0.1:${server.port}`,
    bucket,
    objects,
    requests,
    failNext(status, code) {
      failure = { status, code };
    },
    damageNext() {
      isDamaging = true;
    },
    stop: () => server.stop(true),
  };
}

function refuse(status: number, code: string): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>refused by the fake</Message></Error>`,
    { status, headers: { 'Content-Type': 'application/xml' } },
  );
}

function tagOf(body: Uint8Array): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}
