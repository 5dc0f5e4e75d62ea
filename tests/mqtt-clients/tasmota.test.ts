/** docs/tasmota.md: its rules, on a client that carries them out as Tasmota does. */
import { expect, test } from 'bun:test';
import { testDeviceId } from '../../src/mqtt/testing/fake-ingest.ts';
import { eventually, startTestBroker } from '../../src/mqtt/testing/test-broker.ts';
import { TasmotaBoard } from './tasmota-board.ts';

test('the rules of the page tell what happens, at once and once more later', async () => {
  const it = await startTestBroker();
  const { deviceId, token } = it.ingest.enrol(testDeviceId(0x7a));
  const board = new TasmotaBoard(deviceId);
  const events = () => it.ingest.received.map(({ event }) => event);
  try {
    board.start(true);
    await board.connect(it.port, token);
    board.pass({ seconds: 3 });
    await eventually(() => it.ingest.beats.length === 1);
    expect(it.ingest.beats[0]?.beat).toEqual({
      ...{ boot_id: '10000023', seq: 1, uptime_ms: 0, reset_reason: 'power_on' },
      ...{ power: 'UP', has_mains_sense: true },
    });

    board.pass({ minutes: 5 });
    board.sense(false);
    const down = { boot_id: '10000023', seq: 3, type: 'POWER_DOWN' } as const;
    await eventually(() => events().length === 1);
    expect(events()).toEqual([{ ...down, age_ms: 0 }]);
    board.pass({ seconds: 10 });
    await eventually(() => it.ingest.beats.at(-1)?.beat.power === 'DOWN');
    expect(it.ingest.beats.at(-1)?.beat.uptime_ms).toBe(300_000);

    board.lose();
    await eventually(() => it.ingest.sessions.at(-1) === `lost ${deviceId}`);
    board.pass({ minutes: 2 });
    await board.connect(it.port, token);
    await eventually(() => events().length === 2);
    expect(events()[1]).toEqual({ ...down, age_ms: 120_000 });
    board.sense(true);
    await eventually(() => events().length === 3);
    expect(events()[2]).toMatchObject({ type: 'POWER_RECOVER', age_ms: 0 });
    expect(it.ingest.sessions).toHaveLength(3);
    expect(new Set(it.ingest.refusals.map(({ refused }) => refused.code))).toEqual(
      new Set(['elsewhere']),
    );
  } finally {
    board.lose();
    await it.broker.stop();
  }
});
