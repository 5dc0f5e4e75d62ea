/** The HTTP API of the executable, as an operator's day and a customer's day use it. */
import { expect, test } from 'bun:test';
import { ApiClient } from './api-client.ts';
import { enrolBoard, installBinary } from './harness.ts';
import { HttpDevice } from './http-device.ts';
import { waitFor } from './wait-for.ts';

const operator = { username: 'admin', password: 'an operator of our own' };
const env = { FAIWATCH_ADMIN_PASSWORD: operator.password };

test.concurrent('an operator sells a key, its buyer sees an outage as it happens, and both find it later', async () => {
  await using home = await installBinary();
  const server = await home.serve({ env });
  const admin = await ApiClient.logIn(server, operator);

  const added = await admin.post('/api/customers', { phone: '081-234-5678', name: 'ร้านกาแฟ' });
  expect(added).toMatchObject({ status: 200, body: { data: { phone: '+66812345678' } } });
  const sold = await admin.post('/api/keys', {
    phone: '0812345678',
    purchaseType: 'key_only',
    deviceType: null,
  });
  const key: string = sold.body.data.key_code;
  const board = await enrolBoard(server, { deviceId: 'fw-0000000000a1', key, phone: '0812345678' });
  const device = new HttpDevice(server.url, board);
  await device.beats();

  const owner = await ApiClient.logIn(server, { phone: '081 234 5678', activationKey: key });
  expect((await owner.get('/api/customer/stats')).body).toMatchObject({
    stats: { totalKeys: 1, usedKeys: 1, activeKeys: 1, expiredKeys: 0 },
    devices: [{ device_id: board.id, status: 'online', power_status: 'UP' }],
  });
  const renamed = await owner.put(`/api/customer/devices/${board.id}`, { siteName: ' Kitchen ' });
  expect(renamed.body).toMatchObject({ ok: true, data: { site_name: 'Kitchen' } });

  const stream = await fetch(`${server.url}/api/stream`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  let heard = '';
  const listening = (async () => {
    for await (const piece of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard += piece;
    }
  })().catch(() => {});
  await device.losesMains();
  await waitFor('outage in the stream', () => heard.includes('"event_type":"DOWN"'), 2_000);

  const { body: report } = await owner.get('/api/customer/power-outages?period=day');
  expect(report).toMatchObject({
    ok: true,
    summary: { total_outages: 1 },
    by_cause: [{ cause: 'mains', count: 1 }],
    recent_outages: [{ device_name: 'Kitchen', recover_time: null }],
  });
  const { outage_id: outageId } = report.recent_outages[0];
  expect((await owner.post(`/api/customer/outages/${outageId}/acknowledge`)).body).toMatchObject({
    ok: true,
    data: { acknowledged_by: 'ร้านกาแฟ' },
  });

  // Both sides keep their rows, and sessions go on afterwards.
  await server.kill();
  await listening;
  const again = await home.serve({ env });
  const later = new ApiClient(again, owner.token);
  expect((await later.get('/api/customer/power-outages?period=day')).body).toMatchObject({
    recent_outages: [{ outage_id: outageId, acknowledged_by: 'ร้านกาแฟ' }],
  });
  const back = new ApiClient(again, admin.token);
  expect((await back.get('/api/events?filter=power_down')).body).toMatchObject({
    total: 1,
    data: [{ device_id: board.id, site_name: 'Kitchen', customer_name: 'ร้านกาแฟ' }],
  });
  const csv = await back.text('/api/customers/export.csv');
  expect(csv).toContain('ร้านกาแฟ');
  expect(csv).toContain("'+66812345678");
  const audit = await back.get('/api/audit');
  const actions = audit.body.data.map(({ action }: { action: string }) => action);
  expect(actions).toContain('customer.add');
  expect(actions).toContain('device.rename');
}, 60_000);

test.concurrent('failed log-ins stay counted when the server is killed and starts again', async () => {
  await using home = await installBinary();
  const server = await home.serve({ env });
  const wrong = { username: 'admin', password: 'a guess' };
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => new ApiClient(server).post('/api/auth/login', wrong)),
  );
  expect(guesses.map(({ status }) => status)).toEqual(Array(20).fill(401));
  await server.kill();

  const again = await home.serve({ env });
  const refused = await new ApiClient(again).post('/api/auth/login', operator);
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
}, 60_000);
