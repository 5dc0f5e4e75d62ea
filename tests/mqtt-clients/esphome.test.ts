/** docs/esphome.md: its configuration, on a client that behaves as ESPHome does. */
import { expect, test } from 'bun:test';
import { testDeviceId } from '../../src/mqtt/testing/fake-ingest.ts';
import { eventually, startTestBroker } from '../../src/mqtt/testing/test-broker.ts';
import { tempDir } from '../support/temp-dir.ts';
import { EsphomeBoard } from './esphome-board.ts';

test('the configuration of the page tells what happens, at once and later', async () => {
  const it = await startTestBroker();
  const { deviceId, token } = it.ingest.enrol(testDeviceId(0xe5));
  const board = await EsphomeBoard.flash(tempDir('faiwatch-esphome'), deviceId);
  try {
    await board.connect(it.port, token);
    await board.setUptime(10_000);
    await board.beat();
    await eventually(() => it.ingest.beats.length === 1);
    expect(it.ingest.beats[0]?.beat).toEqual({
      ...{ boot_id: '00c0ffee', seq: 1, uptime_ms: 10_000, reset_reason: 'power_on' },
      ...{ power: 'UP', has_mains_sense: true },
    });

    await board.sense(false);
    await eventually(() => it.ingest.received.length === 1);
    const down = { boot_id: '00c0ffee', seq: 2, type: 'POWER_DOWN' } as const;
    expect(it.ingest.received[0]?.event).toEqual({ ...down, age_ms: 0 });
    await board.beat();
    await eventually(() => it.ingest.beats.at(-1)?.beat.power === 'DOWN');

    board.lose();
    await eventually(() => it.ingest.sessions.at(-1) === `lost ${deviceId}`);
    await board.setUptime(20_000);
    await board.sense(true);
    await board.setUptime(25_000);
    await board.connect(it.port, token);
    await eventually(() => it.ingest.received.length === 3);
    expect(it.ingest.received.slice(1).map(({ event }) => event)).toEqual([
      { ...down, age_ms: 15_000 },
      { boot_id: '00c0ffee', seq: 4, type: 'POWER_RECOVER', age_ms: 5_000 },
    ]);
    await board.beat();
    await eventually(() => it.ingest.beats.at(-1)?.beat.power === 'UP');

    expect(it.ingest.sessions).toHaveLength(3);
    expect(it.broker.counters.statusPackets).toBe(2);
    // Its own subscriptions and what it publishes beside: dropped, and no mistake.
    expect(new Set(it.ingest.refusals.map(({ refused }) => refused.code))).toEqual(
      new Set(['elsewhere']),
    );
  } finally {
    board.stop();
    await it.broker.stop();
  }
});
