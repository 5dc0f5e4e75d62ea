import { expect, test } from 'bun:test';
import { ChallengeDoor } from './challenge-door.ts';

function makeDoor(isSecure: boolean): ChallengeDoor {
  return new ChallengeDoor({
    host: '127.0.0.1',
    port: 0,
    secureAddress: 'https://power.example:8443',
    isSecure: () => isSecure,
  });
}

const token = 'http://power.example/.well-known/acme-challenge/a-token';

test('the authority gets the answer to what it asks, and to nothing else', async () => {
  const door = makeDoor(true);
  expect(door.answer(new URL(token)).status).toBe(404);
  door.answers.set('a-token', 'a-token.thumbprint');
  const answer = door.answer(new URL(token));
  expect([answer.status, await answer.text()]).toEqual([200, 'a-token.thumbprint']);
});

test('people are redirected to https, whatever host their request names', () => {
  const { status, headers } = makeDoor(true).answer(new URL('http://evil.example/admin?x=1'));
  expect(status).toBe(308);
  expect(headers.get('location')).toBe('https://power.example:8443/admin?x=1');
  const double = makeDoor(true).answer(new URL('http://power.example//evil.example/'));
  expect(double.headers.get('location')).toBe('https://power.example:8443//evil.example/');
});

test('nobody is redirected before https is served', () => {
  expect(makeDoor(false).answer(new URL('http://power.example/admin')).status).toBe(404);
});

test.each([
  ['GET /admin HTTP/1.0\r\n\r\n', 'HTTP/1.1 308'],
  ['GET /admin HTTP/1.1\r\nHost: power example\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400'],
])('%j is answered %s, and nothing is told of this program', async (request, status) => {
  const door = makeDoor(true);
  door.open();
  const { promise, resolve } = Promise.withResolvers<void>();
  let answer = '';
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: door.port ?? 0,
    socket: {
      data: (_, chunk) => {
        answer += chunk.toString();
        resolve();
      },
      close: () => resolve(),
    },
  });
  socket.write(request);
  await promise;
  socket.end();
  await door.close();
  expect(answer).toStartWith(status);
  expect(answer).not.toContain(import.meta.dir);
});

test('the door opens once, reports a port that is taken, and closes', async () => {
  const door = makeDoor(true);
  door.open();
  door.open();
  const { port } = door;
  const other = new ChallengeDoor({
    host: '127.0.0.1',
    port: port ?? 0,
    secureAddress: '',
    isSecure: () => true,
  });
  expect(() => other.open()).toThrow();
  const { status } = await fetch(`http://127.0.0.1:${port}/admin`, { redirect: 'manual' });
  expect(status).toBe(308);
  await door.close();
  other.open();
  await other.close();
});
