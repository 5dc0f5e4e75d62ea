import { describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import {
  makeDevice,
  makeTestMonitor,
  openTestStore,
  type TestMonitor,
} from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { StoreUnavailable } from '../../store/engine/open.ts';
import { readNextIds } from '../../store/fleet/clock-jumps.ts';
import { observationGaps } from '../../store/fleet/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { noteAwake } from './await-boards.ts';
import { ClockWatch } from './correct-clock.ts';
import { flushVitals } from './flush-vitals.ts';
import type { LiveDevice } from './live-device.ts';
import { loadFleet } from './load-fleet.ts';
import { loseSession } from './lose-session.ts';
import { recordAbsence, recordAlive } from './observe-self.ts';
import { recordEvents } from './record-events.ts';
import { recordHeartbeat } from './record-heartbeat.ts';
import { DeadlineSweep } from './sweep-deadlines.ts';

const outagesOf = (monitor: TestMonitor) => monitor.store.db.select().from(outages).all();
const alertsOf = (monitor: TestMonitor) => monitor.store.db.select().from(notifications).all();
const gapsOf = (monitor: TestMonitor) => monitor.store.db.select().from(observationGaps).all();

async function makeFleet(monitor: TestMonitor, count: number): Promise<LiveDevice[]> {
  const devices = Array.from({ length: count }, () => makeDevice(monitor));
  for (const device of devices) {
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
  }
  return devices;
}

/** Every device sends a heartbeat every ten seconds, for so long. */
async function beatFor(monitor: TestMonitor, devices: readonly LiveDevice[], seconds: number) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await monitor.advance(10);
    for (const device of devices) {
      await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    }
  }
}

describe('silence', () => {
  test('a device on MQTT whose session died is lost after ten seconds, an HTTP one after its time-out', async () => {
    const monitor = makeTestMonitor();
    const [overMqtt, overHttp] = await makeFleet(monitor, 2);
    if (overMqtt === undefined || overHttp === undefined) throw new Error('no devices');
    await recordHeartbeat(monitor, overHttp, beat(), 'http', monitor.clock());
    await monitor.advance(15);
    await loseSession(monitor, overMqtt, monitor.clock());
    await monitor.advance(9);
    expect(overMqtt.state.link).toBe('online');
    await monitor.advance(1);
    expect(overMqtt.state.outage).toMatchObject({ cause: 'silent' });
    expect(overHttp.state.link).toBe('online');
    await monitor.advance(154);
    expect(overHttp.state.link).toBe('online');
    await monitor.advance(1);
    expect(overHttp.state.outage).toMatchObject({ cause: 'silent' });
  });

  test('the outage is dated at the last heartbeat, and its alert is due a threshold later', async () => {
    const monitor = makeTestMonitor();
    const [device] = await makeFleet(monitor, 1);
    const lastHeardAt = device?.state.lastHeardAt ?? 0;
    await monitor.advance(180);
    expect(outagesOf(monitor)).toMatchObject([{ cause: 'silent', downAt: lastHeardAt }]);
    expect(alertsOf(monitor)).toMatchObject([
      { kind: 'alert', status: 'pending', dueAt: lastHeardAt + 180_000 },
    ]);
  });

  test('a router that was unplugged is told as lost internet once contact has been steady', async () => {
    const monitor = makeTestMonitor();
    const devices = await makeFleet(monitor, 1);
    await monitor.advance(400);
    await recordHeartbeat(monitor, devices[0] as LiveDevice, beat(), 'mqtt', monitor.clock());
    await beatFor(monitor, devices, 130);
    expect(outagesOf(monitor)).toMatchObject([{ cause: 'network', flaps: 0 }]);
    expect(outagesOf(monitor)[0]?.confirmedAt).not.toBeNull();
  });

  test('a heartbeat that changes nothing writes nothing', async () => {
    const monitor = makeTestMonitor();
    const [device] = await makeFleet(monitor, 1);
    if (device === undefined) throw new Error('no device');
    const before = monitor.store.sqlite.query('SELECT total_changes()').values()[0]?.[0];
    expect(recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock())).toBeUndefined();
    const after = monitor.store.sqlite.query('SELECT total_changes()').values()[0]?.[0];
    expect(after).toBe(before);
  });
});

describe('a whole fleet that falls silent', () => {
  test("raises no alarm and records a gap while the server's uplink is dead", async () => {
    const monitor = makeTestMonitor();
    const devices = await makeFleet(monitor, 20);
    await beatFor(monitor, devices, 60);
    monitor.isUplinkAlive = false;
    await beatFor(monitor, devices.slice(0, 8), 600);
    expect(outagesOf(monitor)).toEqual([]);
    expect(monitor.sweep.isBlind).toBe(true);
    monitor.isUplinkAlive = true;
    await beatFor(monitor, devices, 400);
    expect(monitor.sweep.isBlind).toBe(false);
    expect(outagesOf(monitor)).toEqual([]);
    expect(alertsOf(monitor)).toEqual([]);
    expect(gapsOf(monitor)).toMatchObject([{ kind: 'uplink' }]);
    expect(gapsOf(monitor)[0]?.toAt).not.toBeNull();
  });

  test('raises no alarm even when the keep-alives expire one after the other', async () => {
    const monitor = makeTestMonitor();
    const devices = await makeFleet(monitor, 10);
    monitor.isUplinkAlive = false;
    for (const device of devices) {
      await monitor.advance(1);
      await loseSession(monitor, device, monitor.clock());
    }
    await monitor.advance(60);
    expect(outagesOf(monitor)).toEqual([]);
  });

  test("is an outage of each device when the server's uplink is alive", async () => {
    const monitor = makeTestMonitor();
    await makeFleet(monitor, 20);
    await monitor.advance(181);
    expect(outagesOf(monitor)).toHaveLength(20);
  });

  test('that stays silent after the uplink is back is lost after a full time-out', async () => {
    const monitor = makeTestMonitor();
    await makeFleet(monitor, 10);
    monitor.isUplinkAlive = false;
    await monitor.advance(300);
    monitor.isUplinkAlive = true;
    await monitor.advance(10);
    expect(outagesOf(monitor)).toEqual([]);
    await monitor.advance(185);
    expect(outagesOf(monitor)).toHaveLength(10);
  });

  test('does not hold back what a device reports itself', async () => {
    const monitor = makeTestMonitor();
    const devices = await makeFleet(monitor, 10);
    monitor.isUplinkAlive = false;
    await monitor.advance(200);
    const told = devices[3] as LiveDevice;
    await recordEvents(monitor, told, [report('POWER_DOWN')], 'http', monitor.clock());
    expect(outagesOf(monitor)).toMatchObject([{ cause: 'mains', deviceRow: told.row }]);
  });
});

test('no device on MQTT is judged silent while its external broker is away', async () => {
  const monitor = makeTestMonitor();
  const [device] = await makeFleet(monitor, 1);
  let isListening = false;
  const sweep = new DeadlineSweep(monitor, {
    look: async () => true,
    isListening: () => isListening,
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      monitor.time.advanceMs(1000);
      await sweep.sweep(monitor.clock());
      await sweep.settled();
    }
  };
  await pass(400);
  expect(outagesOf(monitor)).toEqual([]);
  isListening = true;
  await pass(170);
  expect(outagesOf(monitor)).toEqual([]);
  await pass(20);
  expect(outagesOf(monitor)).toMatchObject([{ cause: 'silent', deviceRow: device?.row ?? 0 }]);
});

test('a process that stood still judges no device by the silence of that time', async () => {
  const monitor = makeTestMonitor();
  const devices = await makeFleet(monitor, 3);
  await beatFor(monitor, devices, 20);
  noteAwake(monitor, monitor.clock());
  monitor.time.advanceMs(250_000);
  await monitor.advance(1);
  await beatFor(monitor, devices, 60);
  expect(outagesOf(monitor)).toEqual([]);
  expect(gapsOf(monitor)).toMatchObject([{ kind: 'server_off' }]);
});

test('a sweep that waits for the store is no standstill', async () => {
  const monitor = makeTestMonitor();
  await makeFleet(monitor, 3);
  await monitor.advance(1);
  for (let second = 0; second < 20; second += 1) {
    noteAwake(monitor, monitor.clock());
    monitor.time.advanceMs(1_000);
  }
  await monitor.advance(1);
  expect(gapsOf(monitor)).toEqual([]);
  expect(monitor.absence).toBeNull();
});

test('a gap that a full disk did not take is stored later', async () => {
  const store = openTestStore();
  let isFull = true;
  const monitor = makeTestMonitor({
    store: {
      ...store,
      transaction<T>(work: () => T): T {
        if (isFull) throw new StoreUnavailable('full');
        return store.transaction(work);
      },
    },
  });
  noteAwake(monitor, monitor.clock());
  monitor.time.advanceMs(60_000);
  const toAt = monitor.time.wallMs + 1_000;
  await monitor.advance(5).catch(() => {});
  isFull = false;
  await monitor.advance(5);
  expect(gapsOf(monitor)).toMatchObject([{ kind: 'server_off', toAt }]);
});

test('a gap that cannot be closed on a full disk is closed later, and judging goes on', async () => {
  const store = openTestStore();
  let isFull = false;
  const failing = {
    ...store,
    transaction<T>(work: () => T): T {
      if (isFull) throw new StoreUnavailable('full');
      return store.transaction(work);
    },
  };
  const monitor = makeTestMonitor({ store: failing });
  await makeFleet(monitor, 10);
  monitor.isUplinkAlive = false;
  await monitor.advance(200);
  expect(monitor.sweep.isBlind).toBe(true);
  isFull = true;
  monitor.isUplinkAlive = true;
  await monitor.advance(20);
  isFull = false;
  await monitor.advance(10);
  expect(monitor.sweep.isBlind).toBe(false);
  await monitor.advance(200);
  expect(outagesOf(monitor)).toHaveLength(10);
});

test('a device heard while the disk was full is not taken for silent afterwards', async () => {
  const store = openTestStore();
  let isFull = false;
  const failing = {
    ...store,
    transaction<T>(work: () => T): T {
      if (isFull) throw new StoreUnavailable('full');
      return store.transaction(work);
    },
  };
  const monitor = makeTestMonitor({ store: failing });
  const [device] = await makeFleet(monitor, 1);
  if (device === undefined) throw new Error('no device');
  isFull = true;
  // A new boot id would have to be stored, so every one of these fails.
  const rebooted = beat({ boot_id: '11112222', reset_reason: 'software' });
  for (let passed = 0; passed < 250; passed += 10) {
    await monitor.advance(10);
    const said = recordHeartbeat(monitor, device, rebooted, 'http', monitor.clock());
    await expect(said).rejects.toThrow(StoreUnavailable);
  }
  isFull = false;
  await monitor.advance(5);
  expect(outagesOf(monitor)).toEqual([]);
});

test('a recovery is not confirmed while heartbeats stay out', async () => {
  const monitor = makeTestMonitor();
  const devices = await makeFleet(monitor, 1);
  const device = devices[0] as LiveDevice;
  await beatFor(monitor, devices, 60);
  await recordEvents(monitor, device, [report('POWER_DOWN')], 'http', monitor.clock());
  await monitor.advance(70);
  await recordEvents(monitor, device, [report('POWER_RECOVER')], 'http', monitor.clock());
  await beatFor(monitor, devices, 60);
  await monitor.advance(100);
  expect(outagesOf(monitor)[0]?.confirmedAt).toBeNull();
  await beatFor(monitor, devices, 20);
  expect(outagesOf(monitor)[0]?.confirmedAt).not.toBeNull();
});

test('an external broker that is away does not hide the silence of a device on HTTP', async () => {
  const monitor = makeTestMonitor();
  const [device] = await makeFleet(monitor, 1);
  if (device === undefined) throw new Error('no device');
  await recordHeartbeat(monitor, device, beat({ seq: 2 }), 'http', monitor.clock());
  const sweep = new DeadlineSweep(monitor, { look: async () => true, isListening: () => false });
  for (let second = 0; second < 200; second += 1) {
    monitor.time.advanceMs(1000);
    await sweep.sweep(monitor.clock());
    await sweep.settled();
  }
  expect(outagesOf(monitor)).toMatchObject([{ cause: 'silent' }]);
});

describe('a restart', () => {
  test('does not forget that contact, not power, was lost again', async () => {
    const store = openTestStore();
    const first = makeTestMonitor({ store });
    const device = makeDevice(first);
    await recordHeartbeat(first, device, beat(), 'mqtt', first.clock());
    await recordEvents(first, device, [report('POWER_DOWN')], 'mqtt', first.clock());
    await first.advance(60);
    await recordEvents(first, device, [report('POWER_RECOVER')], 'mqtt', first.clock());
    const recoverAt = first.clock().wallMs;
    await first.advance(2);
    await loseSession(first, device, first.clock());
    await first.advance(15);
    flushVitals(first);

    const second = makeTestMonitor({ store });
    second.time.wallMs = first.time.wallMs + 7_200_000;
    loadFleet(second, second.clock());
    const again = second.fleet.get(device.deviceId) as LiveDevice;
    await recordHeartbeat(second, again, beat(), 'mqtt', second.clock());
    await beatFor(second, [again], 130);
    expect(outagesOf(second)).toMatchObject([{ cause: 'mains', recoverAt }]);
  });

  test('on a machine without a clock learns how long it was off once the clock is set', async () => {
    const store = openTestStore();
    const first = makeTestMonitor({ store });
    recordAlive(first, first.clock());
    const second = makeTestMonitor({ store });
    second.time.wallMs = first.time.wallMs - 60_000;
    const known = readNextIds(store);
    const aliveAt = recordAbsence(second, second.clock());
    const watch = new ClockWatch(second, second.clock(), { ...known, aliveAt });
    await second.advance(30);
    second.time.wallMs += 4 * 3_600_000;
    watch.follow(second.clock());
    expect(second.lastGap).toEqual({
      kind: 'server_off',
      fromAt: first.time.wallMs,
      toAt: first.time.wallMs - 60_000 + 4 * 3_600_000,
    });
  });

  test('in the middle of a healthy fleet raises nothing and is recorded as a gap', async () => {
    const store = openTestStore();
    const first = makeTestMonitor({ store });
    await makeFleet(first, 50);
    recordAlive(first, first.clock());
    flushVitals(first);

    const second = makeTestMonitor({ store });
    second.time.wallMs = first.time.wallMs + 3_600_000;
    recordAbsence(second, second.clock());
    loadFleet(second, second.clock());
    await second.advance(170);
    for (const device of second.fleet.all()) {
      await recordHeartbeat(second, device, beat(), 'mqtt', second.clock());
    }
    await second.advance(170);
    expect(outagesOf(second)).toEqual([]);
    expect(gapsOf(second)).toMatchObject([{ kind: 'server_off' }]);
    expect(second.lastGap).toEqual({
      kind: 'server_off',
      fromAt: first.time.wallMs,
      toAt: first.time.wallMs + 3_600_000,
    });
  });

  test('does not confirm a recovery before the device was heard again', async () => {
    const store = openTestStore();
    const first = makeTestMonitor({ store });
    const device = makeDevice(first);
    const now = () => first.clock();
    await recordHeartbeat(first, device, beat(), 'mqtt', now());
    await recordEvents(first, device, [report('POWER_DOWN')], 'mqtt', now());
    await first.advance(60);
    await recordEvents(first, device, [report('POWER_RECOVER')], 'mqtt', now());

    const second = makeTestMonitor({ store });
    second.time.wallMs = first.time.wallMs + 600_000;
    loadFleet(second, second.clock());
    await second.advance(150);
    expect(outagesOf(second)[0]?.confirmedAt).toBeNull();
    const again = second.fleet.get(device.deviceId) as LiveDevice;
    await recordHeartbeat(second, again, beat(), 'mqtt', second.clock());
    await second.advance(1);
    expect(outagesOf(second)[0]?.confirmedAt).not.toBeNull();
    expect(outagesOf(second)[0]?.recoverAt).toBe(first.time.wallMs);
  });
});

describe('whether this server can see', () => {
  const lose = async (monitor: TestMonitor, device: LiveDevice) => {
    await monitor.advance(15);
    await loseSession(monitor, device, monitor.clock());
  };

  test('decides before one board alone is judged', async () => {
    const monitor = makeTestMonitor();
    await makeFleet(monitor, 1);
    monitor.isUplinkAlive = false;
    await monitor.advance(600);
    expect(outagesOf(monitor)).toEqual([]);
    expect(monitor.sweep.isBlind).toBe(true);
  });

  test('does not delay what is judged while it can', async () => {
    const monitor = makeTestMonitor();
    const [device] = await makeFleet(monitor, 1);
    if (device === undefined) throw new Error('no device');
    await lose(monitor, device);
    await monitor.advance(10);
    expect(device.state.outage).toMatchObject({ cause: 'silent' });
  });

  test('is asked again before one failed look counts as a dead line', async () => {
    const monitor = makeTestMonitor();
    const [device] = await makeFleet(monitor, 1);
    if (device === undefined) throw new Error('no device');
    await lose(monitor, device);
    monitor.isUplinkAlive = false;
    await monitor.advance(1);
    monitor.isUplinkAlive = true;
    await monitor.advance(9);
    expect(gapsOf(monitor)).toEqual([]);
    expect(device.state.outage).toMatchObject({ cause: 'silent' });
  });

  test('does not matter for a board in a network of its own, which a gap does not excuse', async () => {
    const monitor = makeTestMonitor();
    const [near, far] = await makeFleet(monitor, 2);
    if (near === undefined || far === undefined) throw new Error('no devices');
    near.heardFrom = '192.168.1.40';
    far.heardFrom = 'relayed';
    monitor.isUplinkAlive = false;
    await monitor.advance(200);
    expect(outagesOf(monitor)).toMatchObject([{ deviceRow: near.row }]);
    monitor.isUplinkAlive = true;
    await monitor.advance(10);
    const rebooted = beat({ boot_id: '0000beef', uptime_ms: 5_000, reset_reason: 'power_on' });
    await recordHeartbeat(monitor, near, rebooted, 'mqtt', monitor.clock());
    await recordHeartbeat(monitor, far, beat(), 'mqtt', monitor.clock());
    await beatFor(monitor, [far], 150);
    expect(outagesOf(monitor)).toMatchObject([{ deviceRow: near.row, cause: 'mains' }]);
  });
});
