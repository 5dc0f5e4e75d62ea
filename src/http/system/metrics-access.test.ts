import { afterEach, expect, test } from 'bun:test';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer } from '../../../tests/support/monitor.ts';

const token = 'of Prometheus, and of nobody else';
let world: HttpWorld;

afterEach(() => world.app.server?.stop(true));

/** Listens on this machine, from where relays, and proxies without X-Forwarded-For, seem to call. */
async function open(metricsToken: string | null) {
  world = new HttpWorld({ metricsToken });
  await world.app.modules;
  world.app.listen({ port: 0, hostname: '127.0.0.1' });
  return async (headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${world.app.server?.port}/metrics`, { headers })).status;
}

const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });

test("metrics need their token or an operator's session", async () => {
  const read = await open(token);
  expect(await read()).toBe(401);
  expect(await read(bearer(''))).toBe(401);
  expect(await read(bearer(token.slice(0, -1)))).toBe(401);
  expect(await read({ Authorization: token })).toBe(401);
  expect(await read(bearer(token))).toBe(200);
  expect(await read({ ...bearer(token), 'X-Forwarded-For': '203.0.113.7' })).toBe(200);
  expect(await read(bearer(await world.admin()))).toBe(200);
  const customer = await world.customer(makeCustomer(world.monitor));
  expect(await read(bearer(customer))).toBe(403);
});

test('the token for metrics gives access to nothing else', async () => {
  await open(token);
  for (const path of ['/api/settings', '/api/customers', '/api/system']) {
    expect((await world.get(path, token)).status).toBe(401);
  }
});

test('an installation that is older than tokens for metrics asks this machine for none', async () => {
  const read = await open(null);
  expect(await read()).toBe(200);
  expect(await read({ 'X-Forwarded-For': '203.0.113.7' })).toBe(401);
});
