import { describe, expect, test } from 'bun:test';
import { FirmwareDevice } from './firmware-device.ts';
import { type LogLine, parseLogLine } from './firmware-log.ts';
import { makeCounters } from './fleet.ts';

const topic = 'faiwatch/v1/fw-020000000001';
const bootId = '00c0ffee';

/** A board that is online over MQTT. `say` gives it a line of the log, some ms after the one before. */
function start() {
  const counters = makeCounters();
  const told: string[] = [];
  const device = new FirmwareDevice('fw-020000000001', counters, (command) => told.push(command));
  let t = 1_000_000;
  let packetId = 0;
  const say = (line: Partial<LogLine>, afterMs = 10): number => {
    t += afterMs;
    device.heed(parseLogLine(JSON.stringify({ t, board: 1, ...line })));
    return t;
  };
  const publish = (leaf: string, payload = ''): number => {
    packetId += 1;
    say({
      event: 'mqtt',
      state: 'published',
      topic: `${topic}/${leaf}`,
      packet_id: packetId,
      payload,
    });
    return packetId;
  };
  const acknowledge = (id: number) => say({ event: 'mqtt', state: 'acknowledged', packet_id: id });
  const beat = () => acknowledge(publish('heartbeat'));
  say({ event: 'boot', reset_reason: 'power_on' });
  say({ event: 'mqtt', state: 'connecting' });
  say({ event: 'mqtt', state: 'connected' });
  beat();
  return { device, counters, told, say, publish, acknowledge, beat, now: () => t };
}

function powerDown(seq: number, ageMs: number): string {
  return JSON.stringify({ boot_id: bootId, seq, type: 'POWER_DOWN', age_ms: ageMs });
}

test('a board is online from its first acknowledged heartbeat to the loss of its connection', () => {
  const { device, counters, say, beat } = start();
  expect(device.isOnline).toBe(true);
  expect(device.history.map(({ type }) => type)).toEqual(['heard']);
  say({ event: 'mqtt', state: 'ended', failure: 'network' });
  expect(device.isOnline).toBe(false);
  expect(counters).toMatchObject({ drops: 1, errors: 0 });
  say({ event: 'mqtt', state: 'ended', failure: 'refused' });
  expect(counters).toMatchObject({ drops: 1, errors: 1, lastError: 'MQTT: refused' });
  say({ event: 'mqtt', state: 'connected' });
  beat();
  expect(device.history.map(({ type }) => type)).toEqual(['heard', 'silent', 'heard']);
});

test('the server heard of a session between its beginning and the answer', () => {
  const { device, counters, say } = start();
  say({ event: 'mqtt', state: 'ended', failure: 'network' });
  const begunAt = say({ event: 'mqtt', state: 'connecting' });
  const answeredAt = say({ event: 'mqtt', state: 'connected' }, 4_000);
  say({ event: 'board', state: 'off' });
  expect(device.history.at(-1)).toMatchObject({
    why: 'mains',
    lastHeard: { from: begunAt, to: answeredAt },
  });
  expect(counters.longestAnswerMs).toBe(4_000);
});

test('a report is told of as often as it has to be, and counts once', () => {
  const { device, counters, say, publish, acknowledge, now } = start();
  say({ event: 'console', line: '* Mains lost' });
  expect(device.waitingReports).toBe(1);
  publish('events', powerDown(1, 40));
  const happenedAt = now() - 40;
  say({ event: 'mqtt', state: 'ended', failure: 'network' });
  say({ event: 'mqtt', state: 'connected' });
  const again = publish('events', powerDown(1, 90));
  expect(device.reports).toEqual([
    {
      ...{ bootId, seq: 1, type: 'POWER_DOWN' as const },
      ...{ at: { wallMs: happenedAt }, acknowledgedAt: null },
    },
  ]);
  const acknowledgedAt = acknowledge(again);
  expect(device.reports[0]?.acknowledgedAt).toBe(acknowledgedAt);
  expect(device.waitingReports).toBe(0);
  expect(counters.reportsAcknowledged).toBe(1);
});

test('over HTTP, too', () => {
  const { device, counters, say } = start();
  say({ event: 'mqtt', state: 'ended', failure: 'network' });
  say({
    event: 'http',
    state: 'started',
    path: '/api/device/v1/events',
    body: `{"events":[${powerDown(3, 5)}]}`,
  });
  say({ event: 'http', state: 'answered', path: '/api/device/v1/events', status: 503 });
  expect(counters).toMatchObject({ reportsAcknowledged: 0, errors: 1 });
  say({
    event: 'http',
    state: 'started',
    path: '/api/device/v1/events',
    body: `{"events":[${powerDown(3, 9)}]}`,
  });
  say({ event: 'http', state: 'answered', path: '/api/device/v1/events', status: 200 });
  expect(counters.reportsAcknowledged).toBe(1);
  say({ event: 'http', state: 'started', path: '/api/device/v1/heartbeat' });
  say({ event: 'http', state: 'answered', path: '/api/device/v1/heartbeat', status: 200 });
  expect(device.isOnline).toBe(true);
});

describe('what is done to it', () => {
  test('is said to simdevice, and silences it from when simdevice does it', () => {
    const { device, counters, told, say, publish, acknowledge, now } = start();
    const sent = publish('heartbeat');
    device.suffer('lose-network');
    expect(told).toEqual(['wifi off']);
    expect(device.isOnline).toBe(true);
    device.commanded('wifi off', now());
    acknowledge(sent);
    expect(device.isOnline).toBe(false);
    expect(device.history.at(-1)).toMatchObject({ type: 'silent', why: 'network', at: now() - 10 });
    // A failure while the network is down changes nothing.
    say({ event: 'mqtt', state: 'ended', failure: 'network' });
    expect(counters).toMatchObject({ drops: 0, errors: 0 });
  });

  test('a loss of power is one of the mains for all, and a silence for those that die of it', () => {
    const { device, say } = start();
    say({ event: 'mains', state: 'off' });
    expect(device.isOnline).toBe(true);
    const at = say({ event: 'board', state: 'off' });
    expect(device.history.slice(1)).toMatchObject([
      { type: 'mains-lost', at: at - 10 },
      { type: 'silent', why: 'mains', at },
    ]);
    say({ event: 'mains', state: 'on' });
    const bootedAt = say({ event: 'boot', reset_reason: 'power_on' });
    say({ event: 'mqtt', state: 'connected' });
    const id = 90;
    const heardAt = say({
      event: 'mqtt',
      state: 'published',
      topic: `${topic}/heartbeat`,
      packet_id: id,
    });
    say({ event: 'mqtt', state: 'acknowledged', packet_id: id });
    expect(device.history.at(-1)).toEqual({
      ...{ type: 'heard', at: heardAt, bootedAt, resetReason: 'power_on' },
    });
  });
});

test('a server that will never take it is a reason to end', () => {
  const { device, say } = start();
  say({ event: 'console', line: '* Server refused: KEY_IN_USE' });
  expect(device.refusal).toBe('KEY_IN_USE');
});
