import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { testDeviceId } from './testing/fake-ingest.ts';
import { RawDevice } from './testing/raw-device.ts';
import { eventually, startTestBroker, type TestBroker } from './testing/test-broker.ts';

let it: TestBroker;
let device: RawDevice;
let id: string;
let nextId = 1;

beforeAll(async () => {
  it = await startTestBroker();
});
beforeEach(async () => {
  id = testDeviceId(nextId++);
  device = await RawDevice.connect(it.port, it.ingest.enrol(id));
});
afterAll(() => it.broker.stop());

function subscribe(topic: string, qos: 0 | 1 | 2 = 1): void {
  device.send({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic, qos }] });
}

describe('commands', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 1],
  ] as const)('are heard after a subscription at QoS %i', async (granted, qos) => {
    expect(it.broker.publishCommand(id, { type: 'identify' })).toBe(false);
    subscribe(`faiwatch/v1/${id}/commands`, granted);
    await device.until(() => device.packets.length === 2);
    expect(device.packets[1]).toMatchObject({ cmd: 'suback', messageId: 9, granted: [granted] });
    expect(it.broker.publishCommand(id, { type: 'identify' })).toBe(true);
    await device.until(() => device.packets.length === 3);
    const command = device.packets[2];
    expect(command).toMatchObject({
      cmd: 'publish',
      topic: `faiwatch/v1/${id}/commands`,
      qos,
      retain: false,
    });
    if (command?.cmd !== 'publish') throw new Error('no command');
    expect(JSON.parse(command.payload.toString())).toEqual({ type: 'identify' });
    if (command.messageId !== undefined) {
      device.send({ cmd: 'puback', messageId: command.messageId });
    }
    device.send({ cmd: 'pingreq' });
    await device.until(() => device.packets.at(-1)?.cmd === 'pingresp');
  });

  test('reach only the device they are meant for', async () => {
    subscribe(`faiwatch/v1/${id}/commands`);
    await device.until(() => device.packets.length === 2);
    const other = await RawDevice.connect(it.port, it.ingest.enrol(testDeviceId(nextId++)));
    expect(it.broker.publishCommand(testDeviceId(nextId - 1), { type: 'identify' })).toBe(false);
    it.broker.publishCommand(id, { type: 'identify' });
    await device.until(() => device.packets.length === 3);
    expect(other.packets).toHaveLength(1);
    other.leave();
  });

  test('are not sent any more after UNSUBSCRIBE or the end of the session', async () => {
    const topic = `faiwatch/v1/${id}/commands`;
    subscribe(topic);
    device.send({ cmd: 'unsubscribe', messageId: 10, unsubscriptions: [topic] });
    await device.until(() => device.packets.some(({ cmd }) => cmd === 'unsuback'));
    expect(it.broker.publishCommand(id, {})).toBe(false);
    subscribe(topic);
    await device.until(() => device.packets.length === 4);
    expect(it.broker.publishCommand(id, {})).toBe(true);
    device.vanish();
    await eventually(() => it.broker.sessions() === 0 || !it.broker.publishCommand(id, {}));
  });
});

describe('a subscription is refused and the session closed', () => {
  test.each([
    'faiwatch/v1/+/commands',
    'faiwatch/v1/fw-00000000ffff/commands',
    'faiwatch/#',
    '#',
    '+/+/+/+',
    '$SYS/#',
    '$share/x/faiwatch/v1/+/heartbeat',
    'faiwatch/v1//commands',
  ])('%s', async (topic) => {
    subscribe(topic);
    await device.closed();
    expect(device.packets.some(({ cmd }) => cmd === 'suback')).toBe(false);
    expect(it.ingest.sessions).not.toContain(`lost ${id}`);
  });

  test('its own heartbeat', async () => {
    subscribe(`faiwatch/v1/${id}/heartbeat`);
    await device.closed();
  });

  test('a forbidden one among allowed ones', async () => {
    device.send({
      cmd: 'subscribe',
      messageId: 9,
      subscriptions: [
        { topic: `faiwatch/v1/${id}/commands`, qos: 1 },
        { topic: '#', qos: 0 },
      ],
    });
    await device.closed();
    expect(it.broker.publishCommand(id, {})).toBe(false);
  });
});
