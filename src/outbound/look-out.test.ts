import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { isGatewayThere, seesAny } from './look-out.ts';

const here = { host: '127.0.0.1', port: 0 };
const nobody = { host: '127.0.0.1', port: 1 };
let server: Server;

beforeAll(async () => {
  server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  here.port = (server.address() as { port: number }).port;
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

test('one place that takes a connection is enough', async () => {
  expect(await seesAny([nobody, here], [])).toBe(true);
  expect(await seesAny([nobody], [])).toBe(false);
  expect(await seesAny([], [])).toBe(false);
});

test('a service proves nothing from a network of our own, by its address or its name', async () => {
  expect(await seesAny([], [here])).toBe(false);
  expect(await seesAny([], [{ host: 'localhost', port: here.port }])).toBe(false);
  expect(await seesAny([nobody], [{ host: 'no-such-name.invalid', port: 443 }])).toBe(false);
});

test('a gateway that refuses is there, and none is not', async () => {
  expect(await isGatewayThere(['127.0.0.1'])).toBe(true);
  expect(await isGatewayThere([])).toBe(false);
});
