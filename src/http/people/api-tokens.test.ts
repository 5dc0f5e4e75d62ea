import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeDevice } from '../../../tests/support/monitor.ts';
import { auditLog } from '../../store/people/tables.ts';

let world: HttpWorld;
let owner: string;

beforeEach(async () => {
  world = new HttpWorld();
  owner = await world.admin();
});

async function make(body: object): Promise<{ readonly id: number; readonly token: string }> {
  const answer = await world.post('/api/tokens', owner, body);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

test('a program does what its role may, and is named for it', async () => {
  const device = makeDevice(world.monitor);
  const { token } = await make({ name: 'Grafana', role: 'support' });
  expect(token).toMatch(/^fwa_[\w-]{43}$/);
  expect((await world.get('/api/devices', token)).body.total).toBe(1);
  const path = `/api/devices/${device.deviceId}`;
  expect((await world.put(path, token, { site_name: 'Shop' })).status).toBe(200);
  const [entry] = world.monitor.store.db.select().from(auditLog).all().slice(-1);
  expect(entry).toMatchObject({ actor: 'token:Grafana', action: 'device.edit' });
  expect(await world.get('/api/settings/privacy', token)).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('a viewer’s token shows no whole phone number', async () => {
  makeDevice(world.monitor);
  const { token } = await make({ name: 'Display', role: 'viewer' });
  const { text } = await world.get('/api/customers', token);
  expect(text).not.toMatch(/\+668\d{8}/);
});

test('no token manages accounts, operators, tokens or security, whatever its role', async () => {
  const { token } = await make({ name: 'Script', role: 'owner' });
  for (const path of ['/api/account', '/api/account/sessions', '/api/operators', '/api/tokens']) {
    expect(await world.get(path, token)).toMatchObject(refused(403, 'FORBIDDEN'));
  }
  const more = { name: 'More', role: 'owner' };
  expect(await world.post('/api/tokens', token, more)).toMatchObject(refused(403, 'FORBIDDEN'));
  const demand = { require_second_factor: false };
  expect(await world.put('/api/settings/security', token, demand)).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
  expect((await world.get('/api/settings', token)).status).toBe(200);
});

test('the list says who made a token and when it was used, and never shows it', async () => {
  const { token } = await make({ name: 'Grafana', role: 'viewer', days: 30 });
  world.monitor.time.advanceMs(60_000);
  await world.get('/api/devices', token);
  const { body, text } = await world.get('/api/tokens', owner);
  expect(body.data).toMatchObject([
    {
      name: 'Grafana',
      role: 'viewer',
      created_by: 'admin:admin',
      last_used_at: expect.any(String),
    },
  ]);
  expect(text).not.toContain(token);
  expect(text).not.toContain(Bun.SHA256.hash(token, 'hex'));
});

test('a token ends when it is revoked, and when its time is over', async () => {
  const { id, token } = await make({ name: 'One', role: 'viewer' });
  const short = await make({ name: 'Two', role: 'viewer', days: 1 });
  expect((await world.get('/api/devices', short.token)).status).toBe(200);
  expect((await world.delete(`/api/tokens/${id}`, owner)).status).toBe(200);
  expect(await world.get('/api/devices', token)).toMatchObject(refused(401, 'INVALID_TOKEN'));
  expect(await world.delete(`/api/tokens/${id}`, owner)).toMatchObject(refused(404, 'NOT_FOUND'));
  world.monitor.time.advanceMs(86_400_000);
  expect(await world.get('/api/devices', short.token)).toMatchObject(refused(401, 'TOKEN_EXPIRED'));
});

test('names of tokens are unique, and a token reads metrics, too', async () => {
  const { token } = await make({ name: 'Prometheus', role: 'viewer' });
  expect(
    await world.post('/api/tokens', owner, { name: 'Prometheus', role: 'owner' }),
  ).toMatchObject(refused(409, 'CONFLICT'));
  expect((await world.get('/metrics', token)).status).toBe(200);
});
