import { beforeEach, describe, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { StreamReader } from '../../../tests/support/stream-reader.ts';

let world: HttpWorld;
let owner: string;
beforeEach(async () => {
  world = new HttpWorld();
  owner = await world.admin('ada');
});

const add = (body: object) => world.post('/api/operators', owner, body);
const idOf = async (name: string): Promise<number> =>
  (await world.get('/api/operators', owner)).body.data.find(
    ({ username }: { username: string }) => username === name,
  )?.id;

describe('an operator', () => {
  test('is added with a password that is shown once, and logs in with it', async () => {
    const { status, body } = await add({ username: 'bo', operator_role: 'support' });
    expect(status).toBe(200);
    expect(body.password.length).toBeGreaterThanOrEqual(16);
    const credentials = { username: 'bo', password: body.password };
    const logged = await world.post('/api/auth/login', undefined, credentials);
    expect(logged.body.user).toEqual({ username: 'bo', role: 'admin', operator_role: 'support' });
    expect((await world.get('/api/operators', owner)).text).not.toContain(body.password);
    expect(await world.get('/api/operators', logged.body.token)).toMatchObject(
      refused(403, 'FORBIDDEN'),
    );
    expect(await add({ username: 'bo', operator_role: 'viewer' })).toMatchObject(
      refused(409, 'CONFLICT'),
    );
  });

  test('with a new role starts anew, their streams included', async () => {
    const token = await world.operator('bo', 'support');
    const answer = await world.app.handle(
      new Request('http://localhost/api/stream', { headers: { Authorization: `Bearer ${token}` } }),
    );
    const stream = new StreamReader(answer.body ?? new ReadableStream());
    const path = `/api/operators/${await idOf('bo')}`;
    const { body } = await world.put(path, owner, { operator_role: 'viewer' });
    expect(body.data.operator_role).toBe('viewer');
    world.streams.tick(world.monitor.clock());
    await Bun.sleep(0);
    expect(stream.end).toBe('closed');
    expect(await world.get('/api/customers', token)).toMatchObject(refused(401, 'INVALID_TOKEN'));
  });

  test('hears no more of a stream once a second factor is demanded that they have not', async () => {
    const token = await world.operator('bo', 'support');
    const answer = await world.app.handle(
      new Request('http://localhost/api/stream', { headers: { Authorization: `Bearer ${token}` } }),
    );
    const stream = new StreamReader(answer.body ?? new ReadableStream());
    const demand = { require_second_factor: true };
    expect((await world.put('/api/settings/security', owner, demand)).status).toBe(200);
    world.streams.tick(world.monitor.clock());
    await Bun.sleep(0);
    expect(stream.end).toBe('closed');
  });

  test('is given a new password, and loses every session', async () => {
    const token = await world.operator('bo', 'support');
    const { body } = await world.post(`/api/operators/${await idOf('bo')}/reset`, owner);
    expect(await world.get('/api/customers', token)).toMatchObject(refused(401, 'INVALID_TOKEN'));
    const credentials = { username: 'bo', password: body.password };
    expect((await world.post('/api/auth/login', undefined, credentials)).status).toBe(200);
  });

  test('is deleted, and their sessions with them', async () => {
    const token = await world.operator('bo', 'owner');
    expect((await world.delete(`/api/operators/${await idOf('bo')}`, owner)).status).toBe(200);
    expect(await world.get('/api/customers', token)).toMatchObject(refused(401, 'INVALID_TOKEN'));
    expect(await idOf('bo')).toBeUndefined();
  });

  test('who signs in elsewhere has no password, and none opens their account', async () => {
    const given = { username: 'bo', operator_role: 'viewer', oidc_username: 'Bo@Example.com' };
    const { body } = await add(given);
    expect(body).toMatchObject({
      password: null,
      data: { has_password: false, oidc: { is_linked: false, username: 'bo@example.com' } },
    });
    for (const password of ['!', '', 'bo@example.com']) {
      const credentials = { username: 'bo', password };
      expect((await world.post('/api/auth/login', undefined, credentials)).status).not.toBe(200);
    }
    const second = { ...given, username: 'cy', oidc_username: 'bo@example.com' };
    expect(await add(second)).toMatchObject(refused(409, 'CONFLICT'));
  });
});

describe('the last owner', () => {
  test('is neither demoted nor deleted', async () => {
    await world.operator('bo', 'support');
    const path = `/api/operators/${await idOf('ada')}`;
    expect(await world.put(path, owner, { operator_role: 'support' })).toMatchObject(
      refused(409, 'CONFLICT'),
    );
    expect(await world.delete(path, owner)).toMatchObject(refused(409, 'CONFLICT'));
    expect((await world.get('/api/operators', owner)).status).toBe(200);
  });

  test('may be deleted once there is another', async () => {
    await world.operator('bo', 'owner');
    const path = `/api/operators/${await idOf('ada')}`;
    expect((await world.put(path, owner, { operator_role: 'viewer' })).status).toBe(200);
  });
});

test('a viewer hears of changes without the keys and phones in them', async () => {
  const viewer = await world.operator('vi', 'viewer');
  const listen = async (token: string) => {
    const answer = await world.app.handle(
      new Request('http://localhost/api/stream', { headers: { Authorization: `Bearer ${token}` } }),
    );
    return new StreamReader(answer.body ?? new ReadableStream());
  };
  const [seen, whole] = [await listen(viewer), await listen(owner)];
  const order = { purchaseType: 'key_only', phone: '0812345678' };
  const { body } = await world.post('/api/keys', owner, order);
  const code: string = body.data.key_code;
  world.streams.tick(world.monitor.clock());
  await Bun.sleep(0);
  const subjectOf = (stream: StreamReader) => stream.of('change').map(({ subject }) => subject);
  expect(subjectOf(whole)).toContain(code);
  expect(subjectOf(seen)).toContain(`*****-*****-*****-${code.slice(-5)}`);
  expect(JSON.stringify(subjectOf(seen))).not.toContain(code);
});
