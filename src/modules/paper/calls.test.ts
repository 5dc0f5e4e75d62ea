import { beforeEach, describe, expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testStart } from '../../../tests/support/monitor.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { insertOutage } from '../../store/alerts/outages.ts';
import { updateCustomer } from '../../store/people/customers.ts';

const path = '/api/customer/power-outages/report.pdf';
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

let world: HttpWorld;
let customerId: number;
let me: string;

/** It is the 15th of January 2026 in Bangkok; on the day before, power was out for 98 minutes. */
beforeEach(async () => {
  world = new HttpWorld();
  const { monitor } = world;
  customerId = makeCustomer(monitor);
  updateCustomer(monitor.store, customerId, { name: 'Somchai' });
  me = await world.customer(customerId);
  const device = makeDevice(monitor, { customerId, siteName: 'ปั๊มน้ำ 🏠 Shop' });
  await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
  const downAt = testStart - dayMs;
  insertOutage(monitor.store, {
    deviceRow: device.row,
    ...{ customerId, cause: 'mains', startKnown: 'reported', downAt, detectedAt: downAt },
    ...{ recoverAt: downAt + 98 * minuteMs, confirmedAt: downAt + 99 * minuteMs },
    flaps: 0,
  });
});

/** The words of a PDF, as its reader finds them. */
async function read(address: string, token?: string): Promise<string> {
  const answer = await world.app.handle(
    new Request(`http://localhost${address}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    }),
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const pdftotext = Bun.spawn(['pdftotext', '-layout', '-', '-'], {
    stdin: new Uint8Array(await answer.arrayBuffer()),
  });
  return new Response(pdftotext.stdout).text();
}

test('the PDF has the figures of the report, in the language that was asked for', async () => {
  const { body } = await world.get('/api/customer/power-outages?period=month', me);
  expect(body.summary).toMatchObject({ total_outages: 1, avg_duration_minutes: 98 });
  const english = await read(`${path}?period=month&language=en`, me);
  expect(english).toContain('Power outage report');
  expect(english).toContain('Somchai');
  expect(english).toContain('1 h 38 min');
  expect(english).toContain(`${body.summary.availability_percent}%`);
  expect(english).toMatch(/Shop.+Mains lost/);
  expect(english).toContain('1 Jan 2026 – 15 Jan 2026');
  expect(english).not.toContain('This month');
  const thai = await read(`${path}?period=month`, me);
  expect(thai).toContain('1 ชม. 38');
});

test('a month that is over is compared with the one before', async () => {
  expect(await read(`${path}?month=2025-12&language=en`, me)).toContain('November 2025');
  expect(await read(`${path}?month=2026-01&language=en`, me)).not.toContain('December 2025');
});

test('a device of somebody else is not there', async () => {
  const { deviceId } = makeDevice(world.monitor);
  expect(await world.get(`${path}?deviceId=${deviceId}`, me)).toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
});

describe('a shared report', () => {
  const shares = '/api/customer/report-shares';
  const gone = refused(404, 'NOT_FOUND');
  const december = { from: '2025-12-01', to: '2025-12-31', language: 'en' };
  const january = { from: '2026-01-01', to: '2026-01-31', language: 'en' };

  async function share(body: object): Promise<{ id: number; path: string }> {
    const answer = await world.post(shares, me, body);
    expect(answer.status).toBe(200);
    return answer.body.data;
  }

  test('is read by whoever has the address, without the name or number of the account', async () => {
    const { path: address } = await share(january);
    const words = await read(address);
    expect(words).toContain('1 h 38 min');
    expect(words).not.toContain('Somchai');
    expect(words).not.toContain('+66');
    const { headers } = await world.get(address);
    expect(headers.get('content-disposition')).toStartWith('inline; filename="power-outages-');
    const secret = address.slice('/api/reports/'.length, -'.pdf'.length);
    expect(Buffer.from(world.monitor.store.sqlite.serialize()).includes(secret)).toBe(false);
  });

  test('ends after its days, when its owner ends it, and with the account', async () => {
    const { path: short } = await share({ ...december, days: 1 });
    const { path: address, id } = await share(december);
    const { body } = await world.get(shares, me);
    expect(body.data).toMatchObject([
      { first_date: '2025-12-01', expires_at: new Date(testStart + dayMs).toISOString() },
      { id, last_date: '2025-12-31', device_id: null },
    ]);
    expect(JSON.stringify(body)).not.toContain('/api/reports/');
    world.monitor.time.advanceMs(dayMs);
    expect(await world.get(short)).toMatchObject(gone);
    updateCustomer(world.monitor.store, customerId, { isActive: false });
    expect(await world.get(address)).toMatchObject(gone);
    updateCustomer(world.monitor.store, customerId, { isActive: true });
    await read(address);
    const stranger = await world.customer(makeCustomer(world.monitor));
    expect(await world.delete(`${shares}/${id}`, stranger)).toMatchObject(gone);
    expect((await world.delete(`${shares}/${id}`, me)).status).toBe(200);
    expect(await world.get(address)).toMatchObject(gone);
  });

  test('of a device of somebody else, or of days the wrong way round, there is none', async () => {
    const { deviceId } = makeDevice(world.monitor);
    expect(await world.post(shares, me, { ...january, device_id: deviceId })).toMatchObject(gone);
    expect(
      await world.post(shares, me, { ...january, from: january.to, to: january.from }),
    ).toMatchObject(refused(400, 'VALIDATION'));
  });

  test('that is read again and again keeps the rest of the server waiting for nothing', async () => {
    const { path: address } = await share(december);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await world.get(address)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    world.monitor.time.advanceMs(5_000);
    await read(address);
  });
});
