import { afterEach, expect, test } from 'bun:test';
import { smallBody } from './read-body.ts';
import { dropUnread } from './unread-body.ts';

const undos: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo();
});

/** Serves, and posts a body to it. @returns the answer, and the request as the server had it */
async function post(body: string, answer: (request: Request) => Response | Promise<Response>) {
  const requests: Request[] = [];
  const held = dropUnread(answer);
  const server = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch(request, at) {
      requests.push(request);
      return held(request, at);
    },
  });
  undos.push(() => server.stop(true));
  const answered = await fetch(server.url, { method: 'POST', body });
  const [request] = requests;
  if (request === undefined) throw new Error('nobody asked');
  return { text: await answered.text(), request };
}

const large = 'x'.repeat(1_000_000);
const nextTurn = () => new Promise<void>((done) => setImmediate(done));

test.each([
  ['at once', () => new Response('no')],
  ['later', () => nextTurn().then(() => new Response('no'))],
])('a large body that nobody reads is let go of when it is answered %s', async (_, answer) => {
  const { text, request } = await post(large, answer);
  expect(text).toBe('no');
  expect(request.bodyUsed).toBe(true);
});

test('a failure is passed on, and the body is let go of', async () => {
  const failure = new Error('no');
  const held = dropUnread(() => Promise.reject(failure));
  const request = new Request('http://a/', {
    ...{ method: 'POST', body: large },
    headers: { 'Content-Length': String(large.length) },
  });
  expect(await Promise.resolve(held(request, null)).catch((error: unknown) => error)).toBe(failure);
  expect(request.bodyUsed).toBe(true);
});

test('a body that is read is whole, and a small one stays', async () => {
  const whole = await post(large, async (request) => new Response(await request.text()));
  expect(whole.text).toBe(large);
  const small = 'x'.repeat(smallBody);
  const { request } = await post(small, () => nextTurn().then(() => new Response('no')));
  expect(request.bodyUsed).toBe(false);
});

test('the connection of a body in pieces that nobody reads ends', async () => {
  const pieces = () =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.from('x'));
        controller.close();
      },
    });
  const held = dropUnread(async (request: Request) => {
    if (request.url.endsWith('/read')) await request.bytes();
    return new Response('no');
  });
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: held });
  undos.push(() => server.stop(true));
  const connectionAfter = async (path: string, body: ReadableStream | string) => {
    const answered = await fetch(new URL(path, server.url), { method: 'POST', body });
    expect(await answered.text()).toBe('no');
    return answered.headers.get('connection');
  };
  expect(await connectionAfter('/unread', pieces())).toBe('close');
  expect(await connectionAfter('/read', pieces())).not.toBe('close');
  expect(await connectionAfter('/unread', large)).not.toBe('close');
});
