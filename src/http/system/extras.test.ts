import { expect, mock, test } from 'bun:test';
import { HttpWorld, makeAppOptions, refused } from '../../../tests/support/http-world.ts';
import { makeTestMonitor, testActor } from '../../../tests/support/monitor.ts';
import { createApiToken } from '../../actions/people/api-tokens.ts';
import { tokenScopes } from '../../domain/people/token-scopes.ts';

const path = '/api/extras';
const { extras, moduleRoutes: ofModules } = makeAppOptions(makeTestMonitor());
const [first] = extras.known;
const name = first?.name ?? '';

test('an owner sees each module with its words, and switches it for the next start', async () => {
  const world = new HttpWorld();
  const owner = await world.admin();
  const before = (await world.get(path, owner)).body.data;
  expect(before.extras[0]).toMatchObject({ name, words: first?.words, is_on: true });
  expect(before.extras[0].is_on_next).toBe(false);
  const { body } = await world.put(path, owner, { extras: [name] });
  expect(body.data.extras[0]).toMatchObject({ is_on: true, is_on_next: true });
  expect((await world.get(path, owner)).body.data).toEqual(body.data);
});

test('a name that no module has changes nothing', async () => {
  const world = new HttpWorld();
  const owner = await world.admin();
  const answer = await world.put(path, owner, { extras: [name, 'nothing'] });
  expect(answer).toMatchObject(refused(400, 'VALIDATION'));
  expect((await world.get(path, owner)).body.data.extras[0].is_on_next).toBe(false);
});

test('what the configuration names nobody switches here', async () => {
  const world = new HttpWorld({ extras: { ...extras, on: [], isConfigured: true } });
  const owner = await world.admin();
  const { body } = await world.get(path, owner);
  expect(body.data).toMatchObject({ is_configured: true });
  expect(body.data.extras[0]).toMatchObject({ is_on: false, is_on_next: false });
  expect(await world.put(path, owner, { extras: [name] })).toMatchObject(refused(409, 'CONFLICT'));
});

test('the calls of a module that is off are not there', async () => {
  const world = new HttpWorld({ moduleRoutes: [] });
  const owner = await world.admin();
  expect(ofModules.length).toBeGreaterThan(0);
  const { paths } = (await world.get('/api/docs/openapi.json')).body;
  for (const { method, path: call } of ofModules) {
    expect(await world.call(method, call, owner)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(paths[call]).toBeUndefined();
  }
});

test('an owner restarts the server where it is certain to come back, and a switch waits', async () => {
  const begin = mock(() => {});
  const restart = { command: null, isCertain: async () => true, begin };
  const world = new HttpWorld({ restart });
  const owner = await world.admin();
  const all = extras.known.map((extra) => extra.name);
  await world.put(path, owner, { extras: all });
  expect(await world.post(`${path}/restart`, owner)).toMatchObject(refused(409, 'CONFLICT'));
  await world.put(path, owner, { extras: [name] });
  const support = await world.operator('sam', 'support');
  expect(await world.post(`${path}/restart`, support)).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(begin).not.toHaveBeenCalled();
  expect((await world.get(path, owner)).body.data.can_restart).toBe(true);
  expect((await world.post(`${path}/restart`, owner)).status).toBe(200);
  expect(begin).toHaveBeenCalledTimes(1);
});

test('nobody ends a server that nothing starts again', async () => {
  const begin = () => {
    throw new Error('it ended');
  };
  const world = new HttpWorld({ restart: { command: null, isCertain: async () => false, begin } });
  const owner = await world.admin();
  await world.put(path, owner, { extras: [name] });
  expect((await world.get(path, owner)).body.data.can_restart).toBe(false);
  expect(await world.post(`${path}/restart`, owner)).toMatchObject(refused(409, 'CONFLICT'));
});

test('a stolen session neither switches nor restarts, and a program never does', async () => {
  const begin = mock(() => {});
  const world = new HttpWorld({ restart: { command: null, isCertain: async () => true, begin } });
  const owner = await world.admin();
  const wanted = { name: 'Script', role: 'owner', scopes: tokenScopes, expiresAt: null } as const;
  const { token } = createApiToken(world.monitor, wanted, testActor, world.monitor.clock());
  await world.put(path, owner, { extras: [name] });
  world.monitor.time.advanceMs(6 * 60_000);
  const before = (await world.get(path, owner)).body.data;
  for (const [by, code] of [
    [owner, 'REAUTHENTICATION_REQUIRED'],
    [token, 'FORBIDDEN'],
  ] as const) {
    expect(await world.put(path, by, { extras: [] })).toMatchObject(refused(403, code));
    expect(await world.post(`${path}/restart`, by)).toMatchObject(refused(403, code));
  }
  expect(begin).not.toHaveBeenCalled();
  expect((await world.get(path, owner)).body.data).toEqual(before);
});

test('restarts are two in ten minutes, whoever asks, and however often the server began meanwhile', async () => {
  const begin = mock(() => {});
  const restart = { command: null, isCertain: async () => true, begin };
  let world = new HttpWorld({ restart });
  const { store } = world.monitor;
  await world.put(path, await world.admin(), { extras: [name] });
  const ask = async (username: string) =>
    world.post(`${path}/restart`, await world.operator(username, 'owner'));
  expect((await ask('ada')).status).toBe(200);
  expect((await ask('bo')).status).toBe(200);
  world = new HttpWorld({ restart }, store);
  const third = await ask('cy');
  expect(third.headers.get('retry-after')).toBe('600');
  expect(third).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(begin).toHaveBeenCalledTimes(2);
  world.monitor.time.advanceMs(10 * 60_000);
  expect((await ask('dot')).status).toBe(200);
});
