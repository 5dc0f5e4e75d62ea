import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import mqtt, { type MqttClient } from 'mqtt';
import { AppError } from '../domain/errors.ts';
import { realTime } from '../server/clock.ts';
import { connectExternalBroker, type ExternalBroker } from './external-broker.ts';
import { FakeIngest, testDeviceId } from './testing/fake-ingest.ts';
import { type Mosquitto, prepareMosquitto } from './testing/run-mosquitto.ts';
import { beat, eventually, MemoryLog, powerDown } from './testing/test-broker.ts';

const id = testDeviceId(1);
const topic = (leaf: string, deviceId = id) => `faiwatch/v1/${deviceId}/${leaf}`;

let mosquitto: Mosquitto;
let ingest: FakeIngest;
let log: MemoryLog;
let external: ExternalBroker;
let device: MqttClient;

const connectTo = (port: number) =>
  connectExternalBroker({
    url: `mqtt://127.0.0.1:${port}`,
    ingest,
    log,
    time: realTime,
    clientId: 'faiwatch-test',
    backoffMs: { first: 20, most: 100 },
    stopMs: 100,
  });

function connectDevice(deviceId = id): Promise<MqttClient> {
  return mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, {
    clientId: deviceId,
    reconnectPeriod: 0,
    will: { topic: topic('status', deviceId), payload: Buffer.from('offline'), qos: 1 },
  });
}

const say = (leaf: string, message: object | string, options: object = {}) =>
  device.publishAsync(
    topic(leaf),
    typeof message === 'string' ? message : JSON.stringify(message),
    { qos: 1, ...options },
  );

/** A new broker for each test, as a broker keeps messages for sessions of earlier tests. */
beforeEach(async () => {
  mosquitto = prepareMosquitto();
  await mosquitto.start();
  ingest = new FakeIngest();
  ingest.enrol(id);
  log = new MemoryLog();
  external = connectTo(mosquitto.port);
  await eventually(() => external.status().isListening);
  device = await connectDevice();
});
afterEach(async () => {
  device.end(true);
  await external.stop();
  await mosquitto.remove();
});

describe('through an external broker', () => {
  test('heartbeats and events arrive', async () => {
    await say('heartbeat', beat({ seq: 4 }));
    await say('events', [powerDown({ seq: 5 }), powerDown({ seq: 6 })]);
    await eventually(() => ingest.received.length === 2);
    expect(ingest.beats).toEqual([{ deviceId: id, beat: beat({ seq: 4 }) as never }]);
    expect(ingest.received.map(({ event }) => event.seq)).toEqual([5, 6]);
    expect(external.counters).toMatchObject({ heartbeats: 1, eventPackets: 1, connections: 1 });
  });

  test('events do not wait for each other, so that they can share a commit', async () => {
    const commit = Promise.withResolvers<void>();
    let waiting = 0;
    ingest.commit = () => {
      waiting++;
      return commit.promise;
    };
    await Promise.all([1, 2, 3, 4, 5].map((seq) => say('events', powerDown({ seq }))));
    await eventually(() => waiting === 5);
    commit.resolve();
    await eventually(() => ingest.received.length === 5);
  });

  test('an event whose commit fails is sent again, and acknowledged once it is stored', async () => {
    let failures = 2;
    ingest.commit = async () => {
      if (failures-- > 0) throw new AppError('UNAVAILABLE', 'The disk is full.');
    };
    await say('events', powerDown({ seq: 9 }));
    await eventually(() => ingest.received.length === 1);
    expect(external.counters.commitFailures).toBe(2);
    expect(external.counters.connections).toBe(3);
    // The message was acknowledged, so another connection does not bring it again.
    await say('heartbeat', beat());
    await eventually(() => ingest.beats.length === 1);
    expect(ingest.received).toHaveLength(1);
  });

  test('what comes while the server is away for a moment is kept for it', async () => {
    await external.stop();
    await say('events', powerDown({ seq: 11 }));
    external = connectTo(mosquitto.port);
    await eventually(() => ingest.received.length === 1);
  });

  test('what was not acknowledged before a stop comes again', async () => {
    ingest.commit = () => new Promise(() => {});
    await say('events', powerDown({ seq: 12 }));
    await eventually(() => external.counters.eventPackets === 1);
    await external.stop();
    ingest.commit = async () => {};
    external = connectTo(mosquitto.port);
    await eventually(() => ingest.received.length === 1);
  });

  test('a session is opened and lost by what the device and its Last Will say', async () => {
    await say('status', 'online');
    await eventually(() => ingest.sessions.length === 1);
    device.stream.destroy();
    await eventually(() => ingest.sessions.length === 2);
    expect(ingest.sessions).toEqual([`opened ${id}`, `lost ${id}`]);
  });

  test('a device that says goodbye is not lost', async () => {
    await say('status', 'online');
    await device.endAsync();
    device = await connectDevice();
    await say('heartbeat', beat());
    await eventually(() => ingest.beats.length === 1);
    expect(ingest.sessions).toEqual([`opened ${id}`]);
  });

  test('unknown devices are ignored and counted', async () => {
    const strange = testDeviceId(2);
    await device.publishAsync(topic('heartbeat', strange), JSON.stringify(beat()), { qos: 1 });
    await eventually(() => external.counters.unknownDevices === 1);
    expect(ingest.beats).toEqual([]);
  });

  test.each([
    ['no JSON', 'heartbeat', 'hello', {}],
    ['the wrong fields', 'events', beat(), {}],
    ['an unknown status', 'status', 'asleep', {}],
    ['an unknown topic', 'elsewhere', beat(), {}],
  ])('%s is ignored, counted and not sent again', async (_name, leaf, message, options) => {
    await say(leaf, message, options);
    await say('heartbeat', beat({ seq: 77 }));
    await eventually(() => ingest.beats.length === 1);
    expect(external.counters.invalidMessages).toBe(1);
    if (leaf !== 'elsewhere') {
      expect(ingest.refusals).toMatchObject([{ sender: id, refused: { address: null } }]);
    }
    expect(external.counters.connections).toBe(1);
    expect(ingest.beats[0]?.beat.seq).toBe(77);
  });

  test('a message above 4 KB never reaches us', async () => {
    await say('heartbeat', JSON.stringify(beat()) + ' '.repeat(5000));
    await say('heartbeat', beat({ seq: 78 }));
    await eventually(() => ingest.beats.length === 1);
    expect(ingest.beats[0]?.beat.seq).toBe(78);
  });

  test('commands reach the device, and are not taken for messages', async () => {
    const heard = Promise.withResolvers<string>();
    device.on('message', (_topic, payload) => heard.resolve(payload.toString()));
    await device.subscribeAsync(topic('commands'), { qos: 1 });
    expect(external.publishCommand(id, { type: 'identify' })).toBe(true);
    expect(await heard.promise).toBe('{"type":"identify"}');
    await say('heartbeat', beat());
    await eventually(() => ingest.beats.length === 1);
    expect(external.counters.invalidMessages).toBe(0);
  });
});

describe('an external broker', () => {
  test('may come later and go for a while', async () => {
    const late = prepareMosquitto();
    const patient = connectTo(late.port);
    await eventually(() => patient.status().problem?.includes('ECONNREFUSED') === true);
    expect(patient.publishCommand(id, {})).toBe(false);
    await late.start();
    await eventually(() => patient.status().isListening);
    await late.stop();
    await eventually(() => !patient.status().isListening);
    await late.start();
    await eventually(() => patient.status().isListening);
    expect(patient.counters.connections).toBe(2);
    await patient.stop();
    await late.remove();
  });

  test('that refuses us is tried again, and says why', async () => {
    const closed = prepareMosquitto('allow_anonymous false');
    await closed.start();
    const refused = connectTo(closed.port);
    await eventually(() => refused.status().problem?.includes('Not authorized') === true);
    await eventually(() => refused.counters.attempts > 3);
    expect(refused.counters.connections).toBe(0);
    await refused.stop();
    await closed.remove();
  });

  test('that was never reached lets us stop', async () => {
    const nowhere = prepareMosquitto();
    const alone = connectTo(nowhere.port);
    await alone.stop();
    await nowhere.remove();
    expect(alone.status().isListening).toBe(false);
  });
});
