import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { loadConfig } from '../../installation/config.ts';
import { checkLine } from './check-line.ts';

let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const check = (targets: string) =>
  checkLine({ config: loadConfig({}, { FAIWATCH_UPLINK_TARGETS: targets }) });

test('the line is alive when one place takes a connection, wherever it is', async () => {
  expect(await check(`127.0.0.1:1, 127.0.0.1:${port}`)).toMatchObject([{ state: 'ok' }]);
});

test('a dead line is wrong, and says which part is broken', async () => {
  const [finding] = await check('127.0.0.1:1');
  expect(finding).toMatchObject({ check: 'internet', state: 'wrong' });
  expect(finding?.text).toMatch(/^(The router answers, but|Not even the router)/);
});

test('an installation without internet is well', async () => {
  expect(await check('none')).toMatchObject([{ state: 'ok' }]);
});
