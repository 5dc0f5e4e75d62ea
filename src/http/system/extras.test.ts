import { expect, test } from 'bun:test';
import { HttpWorld, makeAppOptions, refused } from '../../../tests/support/http-world.ts';
import { makeTestMonitor } from '../../../tests/support/monitor.ts';

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
