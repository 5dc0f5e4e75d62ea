import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deviceEventSchema, heartbeatSchema } from '../../src/contract/fleet/device.ts';
import { testDeviceId } from '../../src/mqtt/testing/fake-ingest.ts';
import { RawDevice } from '../../src/mqtt/testing/raw-device.ts';
import {
  beat,
  eventually,
  startTestBroker,
  type TestBroker,
} from '../../src/mqtt/testing/test-broker.ts';
import { fuzzMqtt } from './mqtt-fuzz.ts';

let it: TestBroker;
beforeAll(async () => {
  it = await startTestBroker();
});
afterAll(() => it.broker.stop());

describe('5,000 fuzzed MQTT packets', () => {
  test('end no process, store nothing wrong and lock nobody out', async () => {
    const victim = it.ingest.enrol(testDeviceId(0xffff));
    const witness = await RawDevice.connect(it.port, it.ingest.enrol(testDeviceId(0xfffe)));
    const credentials = Array.from({ length: 40 }, (_, n) => it.ingest.enrol(testDeviceId(n + 1)));
    const stats = await fuzzMqtt({
      port: it.port,
      credentials,
      victimId: victim.deviceId,
      packets: 5000,
      seed: 'every night another',
    });

    expect(stats).toMatchObject({ packets: 5000, hanging: 0, unreachable: 0 });
    // It got deep enough to mean something.
    expect(stats.sessions).toBeGreaterThan(200);
    expect(stats.pubacks).toBeGreaterThan(100);
    expect(it.broker.counters.refusals.size).toBeGreaterThan(10);

    const own = new Set(credentials.map(({ deviceId }) => deviceId));
    for (const { deviceId, beat: stored } of it.ingest.beats) {
      expect(own.has(deviceId)).toBe(true);
      expect(heartbeatSchema.safeParse(stored).success).toBe(true);
    }
    for (const { deviceId, event } of it.ingest.received) {
      expect(own.has(deviceId)).toBe(true);
      expect(deviceEventSchema.safeParse(event).success).toBe(true);
    }
    expect(it.log.lines.filter(({ level }) => level === 'error')).toEqual([]);

    await eventually(() => it.broker.connections() === 1);
    witness.publish(`faiwatch/v1/${testDeviceId(0xfffe)}/heartbeat`, beat());
    await witness.until(() => witness.acked.length === 1);
  }, 60_000);
});
