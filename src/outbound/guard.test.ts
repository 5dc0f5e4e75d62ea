/** The guard over real sockets: names are made up, and lead where the test says. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { makeCertificate } from '../mqtt/testing/make-certificate.ts';
import { guardedConnect } from './guarded-connect.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy } from './resolve-checked.ts';

const certificate = makeCertificate('DNS:hook.example,IP:127.0.0.1');
const ca = certificate.cert;
const open: Server[] = [];
const requests: { head: string; serverName: string | false | null | undefined }[] = [];
let answer: (socket: Socket) => void;
let secure = 0;
let plain = 0;

const listen = async (server: Server) => {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
};

function take(socket: Socket & { readonly servername?: string | false | null }): void {
  socket.on('error', () => {});
  socket.once('data', (data: Buffer) => {
    requests.push({ head: data.toString(), serverName: socket.servername });
    answer(socket);
  });
}

function say(status: string, body: string, headers = ''): void {
  answer = (socket) =>
    void socket.end(
      `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
}

beforeAll(async () => {
  secure = await listen(createTls({ cert: certificate.cert, key: certificate.key }, take));
  plain = await listen(createTcp(take));
});

afterAll(() => {
  for (const server of open) server.close();
  certificate.remove();
});

/** Answers in turn; the last one for ever. */
function resolving(...answers: readonly (readonly string[])[]): OutboundPolicy & { asked: number } {
  const policy = {
    asked: 0,
    allowPrivate: true,
    resolve: async () => answers[Math.min(policy.asked++, answers.length - 1)] ?? [],
  };
  return policy;
}

const strict = (policy: OutboundPolicy): OutboundPolicy => ({ ...policy, allowPrivate: false });
const here = () => resolving(['127.0.0.1']);

async function failure(work: Promise<unknown>): Promise<OutboundError> {
  const error = await work.then(
    () => new Error('it came through'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutboundError)) throw error;
  return error;
}

describe('an address of a customer’s', () => {
  test('is called at the checked place, under its own name', async () => {
    requests.length = 0;
    say('200 OK', 'taken');
    const url = `https://hook.example:${secure}/a?b=c`;
    const request = { method: 'POST', body: '{"x":1}', headers: { 'x-y': 'z' }, ca } as const;
    const { status, text, isCut } = await guardedFetch(url, request, here());
    expect({ status, text, isCut }).toEqual({ status: 200, text: 'taken', isCut: false });
    expect(requests[0]?.serverName).toBe('hook.example');
    expect(requests[0]?.head).toStartWith('POST /a?b=c HTTP/1.1\r\n');
    expect(requests[0]?.head.toLowerCase()).toContain(`\r\nhost: hook.example:${secure}\r\n`);
    expect(requests[0]?.head.toLowerCase()).toContain('\r\nx-y: z\r\n');
  });

  test('is asked for once: a name that then leads elsewhere changes nothing', async () => {
    say('200 OK', 'first');
    const url = `https://hook.example:${secure}/`;
    const now = resolving(['127.0.0.1'], ['127.0.0.2']);
    expect((await guardedFetch(url, { ca }, now)).text).toBe('first');
    expect(now.asked).toBe(1);
  });

  test.each([
    [['127.0.0.1']],
    [['1.1.1.1', '127.0.0.1']],
    [['2606:4700:4700::1111', '::1']],
    [['1.1.1.1', '::ffff:10.0.0.1']],
    [['169.254.169.254']],
  ])('that leads to %p is refused as a whole', async (addresses) => {
    requests.length = 0;
    say('200 OK', 'no');
    const policy = strict(resolving(addresses));
    const url = `https://hook.example:${secure}/secret`;
    const error = await failure(guardedFetch(url, { ca }, policy));
    expect({ reason: error.reason, isUnsent: error.isUnsent }).toEqual({
      reason: 'refused',
      isUnsent: true,
    });
    expect(error.message).not.toContain('secret');
    const place = { host: 'hook.example', port: secure, tls: true, ca };
    expect((await failure(guardedConnect(place, policy))).reason).toBe('refused');
    expect(requests).toEqual([]);
  });

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost/',
    'https://0/',
    'http://1.1.1.1/',
    'ftp://1.1.1.1/',
    'file:///etc/passwd',
    'https://user:pass@1.1.1.1/',
    'https://1.1.1.1:22/',
    'https://1.1.1.1:25/',
    'not an address',
  ])('%s is refused', async (url) => {
    expect((await failure(guardedFetch(url, {}, { allowPrivate: false }))).reason).toBe('refused');
  });

  test.each(['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '127.0.0.1'])(
    'a broker at %s is refused',
    async (host) => {
      const place = { host, port: 8883, tls: true };
      const error = await failure(guardedConnect(place, { allowPrivate: false }));
      // Old ways of writing are up to this system: where it knows them, what they lead to is checked.
      expect(['refused', 'unknown-name']).toContain(error.reason);
    },
  );

  test('needs a certificate for its name', async () => {
    requests.length = 0;
    say('200 OK', 'no');
    const other = `https://other.example:${secure}/`;
    expect((await failure(guardedFetch(other, { ca }, here()))).reason).toBe('certificate');
    const known = `https://hook.example:${secure}/`;
    expect((await failure(guardedFetch(known, {}, here()))).reason).toBe('certificate');
    const byNumber = `https://127.0.0.1:${secure}/`;
    expect((await guardedFetch(byNumber, { ca }, here())).status).toBe(200);
    requests.length = 0;

    const place = { port: secure, tls: true, ca };
    const wrong = await failure(guardedConnect({ ...place, host: 'other.example' }, here()));
    expect(wrong.reason).toBe('certificate');
    const unknown = { ...place, host: 'hook.example', ca: undefined };
    expect((await failure(guardedConnect(unknown, here()))).reason).toBe('certificate');
    const right = await guardedConnect({ ...place, host: 'hook.example' }, here());
    right.destroy();
    expect(requests).toEqual([]);
  });

  test('sends nobody elsewhere', async () => {
    requests.length = 0;
    say('302 Found', '', `Location: http://127.0.0.1:${plain}/\r\n`);
    const url = `https://hook.example:${secure}/`;
    expect((await guardedFetch(url, { ca }, here())).status).toBe(302);
    expect(requests).toHaveLength(1);
  });

  test('answers no more than is wanted, and no longer', async () => {
    answer = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const flood = setInterval(() => socket.write('x'.repeat(10_000)), 1);
      socket.on('close', () => clearInterval(flood));
    };
    const url = `http://hook.example:${plain}/`;
    const common = { allowHttp: true, maxBytes: 1000 };
    const long = await guardedFetch(url, common, here());
    expect({ length: long.text.length, isCut: long.isCut }).toEqual({ length: 1000, isCut: true });

    answer = (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab');
    const slow = await failure(guardedFetch(url, { ...common, timeoutMs: 100 }, here()));
    expect({ reason: slow.reason, isUnsent: slow.isUnsent }).toEqual({
      reason: 'timeout',
      isUnsent: false,
    });
    answer = (socket) => void socket.destroy();
    expect((await failure(guardedFetch(url, common, here()))).reason).toBe('broken');
  });

  test('is tried at its next address when nobody is at the first', async () => {
    say('200 OK', 'there');
    // On Linux all of 127.0.0.0/8 is this machine, and nobody listens at .2.
    const policy = resolving(['127.0.0.2', '127.0.0.1']);
    const url = `https://hook.example:${secure}/`;
    expect((await guardedFetch(url, { ca }, policy)).text).toBe('there');
    const place = { host: 'hook.example', port: secure, tls: true, ca };
    (await guardedConnect(place, policy)).destroy();
    const nobody = await failure(guardedFetch(url, { ca }, resolving(['127.0.0.2'])));
    expect({ reason: nobody.reason, isUnsent: nobody.isUnsent }).toEqual({
      reason: 'unreachable',
      isUnsent: true,
    });
    const refused = await failure(guardedConnect(place, resolving(['127.0.0.2'])));
    expect(refused.reason).toBe('unreachable');
  });

  test('is unknown where its name is', async () => {
    const error = await failure(
      guardedFetch('https://nobody.invalid/', {}, { allowPrivate: false }),
    );
    expect(error.reason).toBe('unknown-name');
    const endless = { allowPrivate: false, resolve: () => new Promise<string[]>(() => {}) };
    const slow = guardedFetch('https://hook.example/', { timeoutMs: 50 }, endless);
    expect((await failure(slow)).reason).toBe('timeout');
  });

  test('that takes the connection and says nothing has its time', async () => {
    const silent = await listen(createTcp((socket) => void socket.on('error', () => {})));
    const place = { host: 'hook.example', port: silent, tls: true, ca, timeoutMs: 100 };
    expect((await failure(guardedConnect(place, here()))).reason).toBe('timeout');
  });
});
