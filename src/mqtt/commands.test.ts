import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { testDeviceId } from './testing/fake-ingest.ts';
import { RawDevice } from './testing/raw-device.ts';
import { beat, eventually, startTestBroker, type TestBroker } from './testing/test-broker.ts';

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
    ['commands', 0, 0],
    ['commands', 1, 1],
    ['commands', 2, 1],
    ['#', 1, 1],
    ['+', 1, 1],
  ] as const)(
    'are heard after a subscription to its own %s at QoS %i',
    async (leaf, asked, qos) => {
      expect(it.broker.publishCommand(id, { type: 'identify' })).toBe(false);
      subscribe(`faiwatch/v1/${id}/${leaf}`, asked);
      await device.until(() => device.packets.length === 2);
      expect(device.packets[1]).toMatchObject({ cmd: 'suback', messageId: 9, granted: [qos] });
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
    },
  );

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

describe('a subscription is refused, and the session goes on', () => {
  test.each([
    ['faiwatch/v1/+/commands', 'subscription'],
    ['faiwatch/v1/fw-00000000ffff/commands', 'subscription'],
    ['faiwatch/#', 'subscription'],
    ['#', 'subscription'],
    ['+/+/+/+', 'subscription'],
    ['$SYS/#', 'subscription'],
    ['$share/x/faiwatch/v1/+/heartbeat', 'subscription'],
    ['faiwatch/v1//commands', 'subscription'],
    ['cmnd/plug/#', 'elsewhere'],
  ] as const)('%s', async (topic, code) => {
    it.ingest.refusals.length = 0;
    subscribe(topic);
    await device.until(() => device.packets.length === 2);
    expect(device.packets[1]).toMatchObject({ cmd: 'suback', granted: [0x80] });
    expect(it.ingest.refusals).toMatchObject([{ sender: id, refused: { code, detail: topic } }]);
    expect(it.broker.publishCommand(id, {})).toBe(false);
  });

  test('with its own code and a sentence in MQTT 5', async () => {
    const modern = await RawDevice.connect(it.port, it.ingest.enrol(id), { protocolVersion: 5 });
    const subscriptions = [
      { topic: '#', qos: 0, nl: false, rap: false, rh: 0 },
      { topic: `faiwatch/v1/${id}/commands`, qos: 1, nl: true, rap: true, rh: 2 },
    ] as const;
    modern.send({ cmd: 'subscribe', messageId: 9, subscriptions: [...subscriptions] });
    await modern.until(() => modern.packets.length === 2);
    expect(modern.packets[1]).toMatchObject({
      ...{ cmd: 'suback', granted: [0x87, 1] },
      properties: { reasonString: expect.any(String) },
    });
    it.broker.publishCommand(id, { type: 'identify' });
    await modern.until(() => modern.packets.length === 3);
    expect(modern.packets[2]).toMatchObject({ cmd: 'publish', qos: 1 });
    modern.send({ cmd: 'puback', messageId: 1, reasonCode: 0 });
    modern.send({ cmd: 'unsubscribe', messageId: 10, unsubscriptions: ['#'] });
    await modern.until(() => modern.packets.length === 4);
    expect(modern.packets[3]).toMatchObject({ cmd: 'unsuback', granted: [0] });
  });

  test('a forbidden one beside an allowed one', async () => {
    device.send({
      cmd: 'subscribe',
      messageId: 9,
      subscriptions: [
        { topic: `faiwatch/v1/${id}/commands`, qos: 1 },
        { topic: '#', qos: 0 },
      ],
    });
    await device.until(() => device.packets.length === 2);
    expect(device.packets[1]).toMatchObject({ granted: [1, 0x80] });
    expect(it.broker.publishCommand(id, {})).toBe(true);
  });

  test('others of its own are granted, and stay silent', async () => {
    subscribe(`faiwatch/v1/${id}/heartbeat`);
    await device.until(() => device.packets.length === 2);
    expect(device.packets[1]).toMatchObject({ granted: [1] });
    device.publish(`faiwatch/v1/${id}/heartbeat`, beat());
    await device.until(() => device.acked.length === 1);
    expect(it.broker.publishCommand(id, {})).toBe(false);
    expect(device.packets.map(({ cmd }) => cmd)).toEqual(['connack', 'suback', 'puback']);
  });
});
