import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { isNotNull } from 'drizzle-orm';
import { deviceEventSchema } from '../../src/contract/fleet/device.ts';
import { createApp } from '../../src/http/app.ts';
import { devices } from '../../src/store/devices/tables.ts';
import { events } from '../../src/store/fleet/tables.ts';
import { makeAppOptions } from '../support/http-world.ts';
import { makeDevice, makeTestMonitor, type TestMonitor } from '../support/monitor.ts';
import { fuzzHttp } from './http-fuzz.ts';

let monitor: TestMonitor;
let app: ReturnType<typeof createApp>;
const errors: unknown[] = [];

beforeEach(() => {
  monitor = makeTestMonitor({ deviceRate: { perSecond: Number.POSITIVE_INFINITY, burst: 1 } });
  errors.length = 0;
  app = createApp(
    makeAppOptions(monitor, { log: { ...monitor.log, error: (fields) => errors.push(fields) } }),
  );
  app.listen({ port: 0, hostname: '127.0.0.1' });
});
afterEach(async () => void (await app.stop(true)));

describe('5,000 fuzzed requests to the calls of a device', () => {
  test('are all answered with 2xx or 4xx and store nothing wrong', async () => {
    const credentials = Array.from({ length: 10 }, (_, n) => {
      const { deviceId } = makeDevice(monitor, { token: `fwd_${'t'.repeat(42)}${n}` });
      return { deviceId, token: `fwd_${'t'.repeat(42)}${n}` };
    });
    const stats = await fuzzHttp({
      baseUrl: `http://127.0.0.1:${app.server?.port}`,
      credentials,
      requests: 5000,
      seed: 'every night another',
    });

    expect(stats.wrong).toEqual([]);
    expect(stats.hanging).toBe(0);
    expect(errors).toEqual([]);
    // It got deep enough to mean something.
    expect(stats.statuses[200]).toBeGreaterThan(150);
    expect(stats.statuses[400]).toBeGreaterThan(1000);
    expect(stats.statuses[401]).toBeGreaterThan(100);

    const { store } = monitor;
    expect(store.db.select().from(devices).all()).toHaveLength(10);
    const reports = store.db.select().from(events).where(isNotNull(events.bootId)).all();
    expect(reports.length).toBeGreaterThan(100);
    for (const { bootId, seq, eventType, message } of reports) {
      const report = { boot_id: bootId, seq, type: eventType, age_ms: 0 };
      const said = deviceEventSchema.safeParse({ ...report, ...(message !== null && { message }) });
      expect(said.success).toBe(true);
    }
    const alive = await fetch(`http://127.0.0.1:${app.server?.port}/healthz`);
    expect(alive.status).toBe(200);
  }, 60_000);
});
