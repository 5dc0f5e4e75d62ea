import { beforeEach, expect, test } from 'bun:test';
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
