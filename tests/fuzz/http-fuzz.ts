import { Prng } from '../../src/domain/prng.ts';
import {
  below,
  choose,
  makeBadBody,
  makeBeat,
  makeEvent,
  mutate,
  randomBytes,
} from './bad-values.ts';

export interface HttpFuzzOptions {
  /** `http://host:port`. */
  readonly baseUrl: string;
  readonly credentials: readonly { readonly deviceId: string; readonly token: string }[];
  readonly requests: number;
  readonly seed: string;
}

export interface HttpFuzzStats {
  requests: number;
  /** How often each status was answered. */
  readonly statuses: Record<number, number>;
  /** Bytes that were no request, and so were answered by a close or by 505. */
  unanswered: number;
  /** Connections that were neither answered nor closed in time. */
  hanging: number;
  /** Answers other than 2xx and 4xx, with what was asked. At most 20 are kept. */
  readonly wrong: { readonly status: number; readonly request: string }[];
}

type Route = 'enrol' | 'heartbeat' | 'events';
const goodSuffixes = Array.from({ length: 10 }, () => '');
const strangeTypes = [
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'x'.repeat(500),
];
const patienceMs = 10_000;
const workers = 8;

/**
 * Sends broken, hostile and good requests to the three calls of a device, through `fetch` and over bare
 * sockets. The same seed sends the same requests.
 *
 * @returns what was answered; `wrong` must be empty and `hanging` 0. Whether nothing wrong was stored
 * only the server's side can tell.
 */
export async function fuzzHttp(options: HttpFuzzOptions): Promise<HttpFuzzStats> {
  const stats: HttpFuzzStats = {
    requests: 0,
    statuses: {},
    unanswered: 0,
    hanging: 0,
    wrong: [],
  };
  const random = new Prng(options.seed);
  const work = async () => {
    while (stats.requests < options.requests) {
      stats.requests++;
      const route = choose<Route>(random, ['enrol', 'heartbeat', 'events']);
      const { token } = choose(random, options.credentials);
      const body = makeBody(random, route);
      if (random.next() < 0.7)
        await sendByFetch(random, options.baseUrl, route, token, body, stats);
      else await sendRaw(random, options.baseUrl, route, token, body, stats);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return stats;
}

/** A body for the call, good in a third of the cases. */
function makeBody(random: Prng, route: Route): Buffer {
  const fields = makeFields(random, route);
  if (random.next() < 0.33) return Buffer.from(JSON.stringify(fields));
  if (random.next() < 0.05) return Buffer.alloc(64 * 1024 + below(random, 200_000), 0x20);
  return makeBadBody(random, fields);
}

function makeFields(random: Prng, route: Route): Record<string, unknown> {
  switch (route) {
    case 'heartbeat':
      return makeBeat(random);
    case 'events': {
      const count = choose(random, [1, 1, 2, 100, 101, 0]);
      return { events: Array.from({ length: count }, () => makeEvent(random)) };
    }
    case 'enrol':
      return {
        device_id: `fw-${random.hex(12)}`,
        activation_key: choose(random, ['00000-00000-00000-00000', 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ', '0']),
        phone: choose(random, ['0812345678', '+66812345678', '１２３', '+']),
        device_type: choose(random, ['s2-mini', 'esp32-s2-mini', 't-display', 'toaster']),
        firmware_version: '1.0.0',
      };
  }
}

function makeAuthorization(random: Prng, token: string): string | null {
  if (random.next() < 0.7) return `Bearer ${token}`;
  return choose(random, [
    null,
    '',
    'Bearer',
    'Bearer ',
    `bearer ${token}`,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer fwd_${'A'.repeat(43)}`,
    `Bearer ${'A'.repeat(7000)}`,
    'Bearer ../../etc/passwd',
  ]);
}

async function sendByFetch(
  random: Prng,
  baseUrl: string,
  route: Route,
  token: string,
  body: Buffer,
  stats: HttpFuzzStats,
): Promise<void> {
  const authorization = makeAuthorization(random, token);
  const type = random.next() < 0.7 ? 'application/json' : choose(random, strangeTypes);
  const method = random.next() < 0.9 ? 'POST' : choose(random, ['GET', 'PUT', 'DELETE', 'PATCH']);
  const suffix = choose(random, [...goodSuffixes, '/', '?x=%00', '?a=1&a=2', '/%2e%2e/', '/%ff']);
  const response = await fetch(`${baseUrl}/api/device/v1/${route}${suffix}`, {
    method,
    headers: { 'Content-Type': type, ...(authorization !== null && { authorization }) },
    ...(method !== 'GET' && { body: new Uint8Array(body) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  await response.arrayBuffer();
  const request = `${method} ${route}${suffix} ${type} ${body.toString('base64')}`;
  count(stats, response.status, response.headers.has('Retry-After'), request);
}

/** Requests that `fetch` would not send. */
async function sendRaw(
  random: Prng,
  baseUrl: string,
  route: Route,
  token: string,
  body: Buffer,
  stats: HttpFuzzStats,
): Promise<void> {
  const request = makeRawRequest(random, route, token, body);
  const { hostname, port } = new URL(baseUrl);
  const closed = Promise.withResolvers<void>();
  const answers: Buffer[] = [];
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(socket, chunk) {
        answers.push(Buffer.from(chunk));
        // One answer is enough; others may follow on a connection that is kept.
        socket.end();
      },
      close: () => closed.resolve(),
      error() {},
    },
  });
  socket.write(request);
  // Half-closed: the server learns that nothing more will come of an unfinished request.
  socket.shutdown();
  const timer = setTimeout(() => {
    stats.hanging++;
    socket.terminate();
    closed.resolve();
  }, patienceMs);
  await closed.promise;
  clearTimeout(timer);
  const answer = Buffer.concat(answers).toString('latin1');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
  // 505 is how Bun answers what is not HTTP at all, the rest of a body after its length included; the application
  // never sees it.
  if (status === undefined || status === '505') stats.unanswered++;
  else
    count(stats, Number(status), /\r\nRetry-After: \d/i.test(answer), request.toString('base64'));
}

function makeRawRequest(random: Prng, route: Route, token: string, body: Buffer): Buffer {
  const line = `POST /api/device/v1/${route} HTTP/1.1\r\n`;
  const common = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const lengths = ['-1', '1e3', '99999999999999999999', `${body.length}, 5`, `${body.length + 10}`];
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
  const size = body.length.toString(16);
  switch (below(random, 7)) {
    case 0:
      return join(line, common, `Content-Length: ${choose(random, lengths)}\r\n\r\n`, body);
    case 1:
      return join(line, common, chunked, `${size}\r\n`, body, '\r\n0\r\n\r\n');
    case 2: {
      const wrongSize = choose(random, ['zz', '-5', 'ffffffffffffffff', `${size};x="\n`, '']);
      return join(line, common, chunked, `${wrongSize}\r\n`, body, '\r\n0\r\n\r\n');
    }
    case 3:
      // Two lengths that contradict each other: where the next request begins would be a guess.
      return join(
        line,
        common,
        'Content-Length: 3\r\n',
        chunked,
        `${size}\r\n`,
        body,
        '\r\n0\r\n\r\n',
      );
    case 4:
      return join(line, common, `X: ${'y'.repeat(below(random, 40_000))}\r\n\r\n`);
    case 5:
      return mutate(random, join(line, common, `Content-Length: ${body.length}\r\n\r\n`, body));
    default:
      return randomBytes(random, 1 + below(random, 400));
  }
}

function join(...parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

/** @param saysWhen whether the answer says when to try again, as one must that there is too much to do */
function count(stats: HttpFuzzStats, status: number, saysWhen: boolean, request: string): void {
  stats.statuses[status] = (stats.statuses[status] ?? 0) + 1;
  const isExpected =
    (status >= 200 && status < 300) ||
    (status >= 400 && status < 500) ||
    (status === 503 && saysWhen);
  if (!isExpected && stats.wrong.length < 20) stats.wrong.push({ status, request });
}
