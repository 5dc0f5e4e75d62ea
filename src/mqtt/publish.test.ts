import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { generate } from 'mqtt-packet';
import { AppError } from '../domain/errors.ts';
import { StoreUnavailable } from '../store/engine/open.ts';
import { testDeviceId } from './testing/fake-ingest.ts';
import { RawDevice } from './testing/raw-device.ts';
import { beat, powerDown, startTestBroker, type TestBroker } from './testing/test-broker.ts';

let it: TestBroker;
let device: RawDevice;
let id: string;
let nextId = 1;
const topic = (leaf: string) => `faiwatch/v1/${id}/${leaf}`;

beforeAll(async () => {
  it = await startTestBroker();
});
beforeEach(async () => {
  id = testDeviceId(nextId++);
  device = await RawDevice.connect(it.port, it.ingest.enrol(id));
  it.ingest.beats.length = 0;
  it.ingest.received.length = 0;
  it.ingest.beatsAreCommitted = false;
  it.ingest.commit = async () => {};
});
afterAll(() => it.broker.stop());

describe('a heartbeat', () => {
  test('is taken and acknowledged at QoS 1', async () => {
    device.publish(topic('heartbeat'), beat({ seq: 7 }), 42);
    await device.until(() => device.acked.length === 1);
    expect(device.acked).toEqual([42]);
    expect(it.ingest.beats).toEqual([{ deviceId: id, beat: beat({ seq: 7 }) as never }]);
  });

  test('is taken at QoS 0, as a repeat, and a hundred at a time in one segment', async () => {
    device.publish(topic('heartbeat'), beat({ seq: 1 }), 0, { qos: 0 });
    for (let i = 0; i < 100; i++) device.publish(topic('heartbeat'), beat(), 9, { dup: true });
    await device.until(() => device.acked.length === 100);
    expect(it.ingest.beats).toHaveLength(101);
  });

  test('that changes something is acknowledged after its commit', async () => {
    const commit = Promise.withResolvers<void>();
    it.ingest.beatsAreCommitted = true;
    it.ingest.commit = () => commit.promise;
    device.publish(topic('heartbeat'), beat(), 1);
    device.send({ cmd: 'pingreq' });
    await device.until(() => device.packets.some(({ cmd }) => cmd === 'pingresp'));
    expect(device.acked).toEqual([]);
    commit.resolve();
    await device.until(() => device.acked.length === 1);
  });
});

test('acknowledgements of a failed session go to no other session', async () => {
  const failing = spyOn(it.ingest, 'heartbeat')
    .mockImplementationOnce(() => undefined)
    .mockImplementationOnce(() => {
      throw new Error('boom');
    });
  const packets = [41, 42].map((messageId) =>
    generate({
      ...{ cmd: 'publish', topic: topic('heartbeat'), payload: JSON.stringify(beat()), messageId },
      ...{ qos: 1, dup: false, retain: false },
    }),
  );
  device.sendBytes(Buffer.concat(packets));
  await device.closed();
  failing.mockRestore();
  expect(device.acked).toEqual([41]);
  id = testDeviceId(nextId++);
  const other = await RawDevice.connect(it.port, it.ingest.enrol(id));
  other.publish(topic('heartbeat'), beat(), 99);
  await other.until(() => other.acked.includes(99));
  expect(other.acked).toEqual([99]);
});

describe('an event', () => {
  test('is acknowledged after its commit, and what follows it not before it', async () => {
    const commit = Promise.withResolvers<void>();
    it.ingest.commit = () => commit.promise;
    device.publish(topic('events'), powerDown(), 5);
    device.publish(topic('heartbeat'), beat(), 6);
    device.send({ cmd: 'pingreq' });
    await device.until(() => device.packets.some(({ cmd }) => cmd === 'pingresp'));
    expect(it.ingest.beats).toHaveLength(1);
    expect(device.acked).toEqual([]);
    commit.resolve();
    await device.until(() => device.acked.length === 2);
    expect(device.acked).toEqual([5, 6]);
    expect(it.ingest.received).toEqual([{ deviceId: id, event: powerDown() as never }]);
  });

  test('may come with others as an array', async () => {
    device.publish(topic('events'), [powerDown({ seq: 1 }), powerDown({ seq: 2 })], 5);
    await device.until(() => device.acked.length === 1);
    expect(it.ingest.received.map(({ event }) => event.seq)).toEqual([1, 2]);
  });

  test.each([
    ['the disk is full', new StoreUnavailable('The disk is full.'), 'warn'],
    ['its key was revoked meanwhile', new AppError('DEVICE_REVOKED', 'Revoked.'), 'debug'],
    ['something unexpected happens', new Error('boom'), 'error'],
  ])('is not acknowledged when %s: the device is to come back', async (_name, error, level) => {
    const before = it.broker.counters.commitFailures;
    it.ingest.commit = () => Promise.reject(error);
    device.publish(topic('events'), powerDown(), 5);
    device.publish(topic('events'), powerDown({ seq: 2 }), 6);
    await device.closed();
    expect(device.acked).toEqual([]);
    expect(it.broker.counters.commitFailures).toBe(before + 2);
    expect(it.log.lines.at(-1)?.level === level || it.log.lines.at(-2)?.level === level).toBe(true);
    expect(it.ingest.sessions).not.toContain(`lost ${id}`);

    it.ingest.commit = async () => {};
    const again = await RawDevice.connect(it.port, { deviceId: id, token: `fwd_${id}` });
    again.publish(topic('events'), powerDown(), 5, { dup: true });
    await again.until(() => again.acked.length === 1);
  });

  test('of a device that has gone is committed all the same', async () => {
    const commit = Promise.withResolvers<void>();
    it.ingest.commit = () => commit.promise;
    device.publish(topic('events'), powerDown(), 5);
    device.leave();
    await device.closed();
    commit.resolve();
    await commit.promise;
    await Promise.resolve();
    expect(it.ingest.received).toHaveLength(1);
  });

  test('waits for a slow disk without the session being judged silent or anything lost', async () => {
    const slow = await startTestBroker({ limits: { inFlight: 4 } });
    const commits: (() => void)[] = [];
    slow.ingest.commit = () => new Promise((resolve) => commits.push(resolve));
    const busy = await RawDevice.connect(slow.port, slow.ingest.enrol(id), { keepalive: 1 });
    for (let n = 1; n <= 20; n++) busy.publish(topic('events'), powerDown({ seq: n }), n);
    busy.send({ cmd: 'pingreq' });
    // Longer than one and a half keepalives, in which the server does not read.
    await Bun.sleep(1900);
    expect(commits).toHaveLength(4);
    expect(busy.isClosed).toBe(false);
    slow.ingest.commit = async () => {};
    for (const resolve of commits) resolve();
    await busy.until(() => busy.acked.length === 20);
    expect(busy.acked).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    busy.leave();
    await slow.broker.stop();
  });
});

test('unknown fields of a message are ignored', async () => {
  device.publish(topic('heartbeat'), beat({ light: { lux: 3 } }), 1);
  device.publish(topic('events'), { ...powerDown(), light: 1 }, 2);
  await device.until(() => device.acked.length === 2);
  expect(it.ingest.beats[0]?.beat).not.toHaveProperty('light');
  expect(it.ingest.received[0]?.event).not.toHaveProperty('light');
});

describe('a message is acknowledged, noted and not stored, and the next one taken', () => {
  const foreign = testDeviceId(0xffff);
  const cases = [
    ['the topic of another device', `faiwatch/v1/${foreign}/heartbeat`, beat(), {}, 'topic'],
    ['a topic for subscribers', 'commands', beat(), {}, 'topic'],
    ['the topic of a broker', '$SYS/x', beat(), {}, 'topic'],
    ['a topic of its firmware', 'tele/plug/STATE', beat(), { retain: true }, 'elsewhere'],
    ['an odd topic', '/', beat(), {}, 'elsewhere'],
    ['no JSON', 'heartbeat', 'hello', {}, 'payload-json'],
    ['nothing, to be retained', 'heartbeat', '', { retain: true }, 'payload-json'],
    ['invalid UTF-8', 'events', Buffer.from([0x5b, 0xc3, 0x28]), {}, 'payload-encoding'],
    ['a NUL', 'heartbeat', beat({ ssid: '\0' }), {}, 'payload-schema'],
    ['a heartbeat for an event', 'events', beat(), {}, 'payload-schema'],
    ['no events', 'events', [], {}, 'payload-schema'],
    ['an unknown status', 'status', 'asleep', {}, 'payload-schema'],
  ] as const;

  test.each(cases)('%s', async (_name, where, payload, fields, reason) => {
    const before = it.broker.counters.refusals.get(reason) ?? 0;
    it.ingest.refusals.length = 0;
    device.publish(where.includes('/') ? where : topic(where), payload, 1, fields);
    device.publish(topic('heartbeat'), beat(), 2);
    await device.until(() => device.acked.length === 2);
    expect(device.acked).toEqual([1, 2]);
    expect(it.broker.counters.refusals.get(reason)).toBe(before + 1);
    expect(it.ingest.refusals).toMatchObject([{ sender: id, refused: { code: reason } }]);
    expect(it.ingest.beats).toHaveLength(1);
    expect(it.ingest.received).toEqual([]);
  });

  test('with a word for why in MQTT 5', async () => {
    const modern = await RawDevice.connect(it.port, it.ingest.enrol(id), { protocolVersion: 5 });
    modern.publish(topic('heartbeat'), beat({ power: 'on' }), 1);
    modern.publish('tele/plug/STATE', '{}', 2);
    modern.publish(`faiwatch/v1/${foreign}/events`, '{}', 3, { qos: 2 });
    modern.publish(topic('heartbeat'), beat(), 4, {
      properties: { contentType: 'application/json', userProperties: { a: 'b' } },
    });
    await modern.until(() => modern.packets.length === 5);
    expect(modern.packets.slice(1)).toMatchObject([
      { cmd: 'puback', messageId: 1, reasonCode: 0x99 },
      { cmd: 'puback', messageId: 2, reasonCode: 0x10 },
      { cmd: 'pubrec', messageId: 3, reasonCode: 0x87 },
      { cmd: 'puback', messageId: 4, reasonCode: 0 },
    ]);
    expect(it.ingest.beats).toHaveLength(1);
  });

  test('behind those that wait for their commit', async () => {
    const commit = Promise.withResolvers<void>();
    it.ingest.commit = () => commit.promise;
    device.publish(topic('events'), powerDown(), 1);
    device.publish(topic('heartbeat'), 'hello', 2);
    device.send({ cmd: 'pingreq' });
    await device.until(() => device.packets.some(({ cmd }) => cmd === 'pingresp'));
    expect(device.acked).toEqual([]);
    commit.resolve();
    await device.until(() => device.acked.length === 2);
    expect(device.acked).toEqual([1, 2]);
  });

  test('and what it began with is told to the operator, not to the log', async () => {
    it.ingest.refusals.length = 0;
    it.log.lines.length = 0;
    device.publish(topic('heartbeat'), beat({ ssid: 'secret\0' }));
    await device.until(() => device.acked.length === 1);
    expect(it.ingest.refusals[0]?.refused).toMatchObject({
      detail: 'heartbeat: ssid',
      message: expect.stringContaining('secret'),
    });
    expect(it.log.lines).toContainEqual({
      level: 'debug',
      message: 'mqtt refused',
      fields: { address: '127.0.0.1', device: id, code: 'payload-schema' },
    });
    expect(JSON.stringify(it.log.lines)).not.toContain('secret');
  });
});

describe('at QoS 2', () => {
  test.each([4, 5])(
    'a message is taken with PUBREC and PUBCOMP in MQTT level %i',
    async (level) => {
      const sender = await RawDevice.connect(it.port, it.ingest.enrol(id), {
        protocolVersion: level,
      });
      sender.publish(topic('events'), powerDown(), 11, { qos: 2 });
      await sender.until(() => sender.packets.length === 2);
      expect(sender.packets[1]).toMatchObject({ cmd: 'pubrec', messageId: 11 });
      sender.send({ cmd: 'pubrel', messageId: 11 });
      await sender.until(() => sender.packets.length === 3);
      expect(sender.packets[2]).toMatchObject({ cmd: 'pubcomp', messageId: 11 });
      expect(it.ingest.received).toHaveLength(1);
    },
  );
});

describe('the session ends at', () => {
  test('a packet identifier of zero', async () => {
    const body = Buffer.concat([
      Buffer.from([0, topic('status').length]),
      Buffer.from(topic('status')),
      Buffer.from([0, 0]),
      Buffer.from('online'),
    ]);
    device.sendBytes(Buffer.concat([Buffer.from([0x32, body.length]), body]));
    await device.closed();
  });

  test('a topic longer than its packet', async () => {
    device.sendBytes(Buffer.from([0x30, 4, 0xff, 0xff, 0x61, 0x62]));
    await device.closed();
  });

  test.each([
    ['a PUBREC', [0x50, 2, 0, 1]],
    ['a CONNACK', [0x20, 2, 0, 1]],
    ['a reserved type', [0xf0, 2, 0, 1]],
    ['a DISCONNECT with flags', [0xe1, 0]],
    ['a DISCONNECT with a reason, in MQTT 3.1.1', [0xe0, 1, 0]],
    ['a PUBREL with wrong flags', [0x60, 2, 0, 1]],
    ['a PUBREL of nothing', [0x62, 0]],
    ['a PUBACK of nothing', [0x40, 0]],
    ['a SUBSCRIBE with wrong flags', [0x80, 2, 0, 1]],
    ['a SUBSCRIBE to nothing', [0x82, 2, 0, 1]],
    ['a SUBSCRIBE longer than its packet', [0x82, 5, 0, 1, 0xff, 0xff, 0x61]],
    ['an UNSUBSCRIBE from nothing', [0xa2, 2, 0, 1]],
    ['QoS 3', [0x36, 6, 0, 1, 0x61, 0, 1, 0]],
  ])('%s', async (_name, bytes) => {
    device.sendBytes(Uint8Array.from(bytes));
    await device.closed();
    expect(it.ingest.sessions).not.toContain(`lost ${id}`);
    expect(it.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test.each([
    ['a topic alias', [0x30, 6, 0, 0, 3, 0x23, 0, 1]],
    ['properties longer than their packet', [0x30, 6, 0, 1, 0x61, 0x7f, 0x23, 0]],
    ['properties of an endless length', [0x30, 7, 0, 1, 0x61, 0xff, 0xff, 0xff, 0xff]],
  ])('%s in MQTT 5', async (_name, bytes) => {
    const modern = await RawDevice.connect(it.port, it.ingest.enrol(id), { protocolVersion: 5 });
    modern.sendBytes(Uint8Array.from(bytes));
    await modern.closed();
    expect(modern.packets.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x81 });
  });
});
