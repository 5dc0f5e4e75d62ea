/**
 * Fuzzing of the real server that takes too long for every change: 100,000 packets and 100,000 requests,
 * different ones each night.
 *
 *   npm run nightly                     after the other things of the night; seed: the date
 *   npm run nightly -- --seed 2026-11-21 --count 100000
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isNotNull } from 'drizzle-orm';
import { deviceEventSchema } from '../src/contract/fleet/device.ts';
import { migrationsDir } from '../src/installation/assets.ts';
import { devices } from '../src/store/devices/tables.ts';
import { openStore } from '../src/store/engine/open.ts';
import { events } from '../src/store/fleet/tables.ts';
import { fuzzHttp } from '../tests/fuzz/http-fuzz.ts';
import { fuzzMqtt } from '../tests/fuzz/mqtt-fuzz.ts';
import { seedFleet } from './bench/lib/seed.ts';
import { findBinary, startServer } from './bench/lib/server.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    count: { type: 'string', default: '100000' },
  },
});
const count = Number(values.count);
const deviceCount = 50;

const dataDir = mkdtempSync(join(tmpdir(), 'faiwatch-nightly-'));
const complaints: string[] = [];
const demand = (claim: boolean, complaint: string): void => {
  if (!claim) complaints.push(complaint);
};

try {
  const seeded = seedFleet(dataDir, { devices: deviceCount, now: Date.now() });
  const credentials = seeded.map((credential) => ({
    deviceId: credential.device_id,
    token: credential.device_token,
  }));
  const [victim, ...own] = credentials;
  if (victim === undefined) throw new Error('no device was seeded');
  const binary = findBinary();
  const server = await startServer({
    ...(binary !== undefined && { binary }),
    dataDir,
    readyTimeoutMs: 60_000,
    env: { FAIWATCH_DEVICE_RATE: '1000000', FAIWATCH_DEVICE_BURST: '1000000' },
  });
  console.log(`fuzzing ${binary ?? 'the source'} with seed ${values.seed}`);

  const overMqtt = await fuzzMqtt({
    port: server.mqtt ?? 0,
    credentials: own,
    victimId: victim.deviceId,
    packets: count,
    seed: values.seed,
  });
  console.log('MQTT', overMqtt);
  demand(overMqtt.hanging === 0, 'a connection was left hanging');
  demand(overMqtt.unreachable === 0, 'the server did not take a connection');

  const overHttp = await fuzzHttp({
    baseUrl: `http://127.0.0.1:${server.http}`,
    credentials: own,
    requests: count,
    seed: values.seed,
  });
  const { wrong, ...answers } = overHttp;
  console.log('HTTP', answers);
  for (const { status, request } of wrong) console.log(status, request.slice(0, 500));
  demand(overHttp.hanging === 0, 'a request was left hanging');
  demand(overHttp.wrong.length === 0, 'an answer was neither 2xx nor 4xx, nor asked for patience');

  const metrics = await server.readMetrics();
  demand(/faiwatch_unexpected_errors_total 0\n/.test(metrics), 'an error went uncaught');
  demand(/faiwatch_failed_ticks_total 0\n/.test(metrics), 'a scheduled task failed');
  const log = await server.readStderr();
  const errors = log.split('\n').filter((line) => line.includes('"level":"error"'));
  for (const line of errors.slice(0, 5)) console.log(line.slice(0, 2000));
  demand(errors.length === 0, 'the server logged an error');
  await server.stop();

  const store = openStore(join(dataDir, 'faiwatch.db'), { migrationsDir: migrationsDir() });
  demand(store.db.select().from(devices).all().length === deviceCount, 'a device was added');
  const stored = store.db.select().from(events).where(isNotNull(events.bootId)).all();
  console.log(`${stored.length} reports stored`);
  demand(stored.length > 0, 'nothing got through, so nothing was proved');
  for (const { bootId, seq, eventType, message } of stored) {
    const report = { boot_id: bootId, seq, type: eventType, age_ms: 0, message: message ?? '' };
    demand(deviceEventSchema.safeParse(report).success, `stored what is no report: ${report}`);
  }
  store.close();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

for (const complaint of complaints) console.error(`FAILED: ${complaint}`);
console.log(complaints.length === 0 ? 'all held' : `${complaints.length} did not hold`);
process.exit(complaints.length === 0 ? 0 : 1);
