import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { generate, type IConnectPacket } from 'mqtt-packet';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import { testDeviceId } from './testing/fake-ingest.ts';
import { RawDevice } from './testing/raw-device.ts';
import { eventually, startTestBroker, type TestBroker } from './testing/test-broker.ts';

let it: TestBroker;
let nextId = 1;
const enrol = () => it.ingest.enrol(testDeviceId(nextId++));
const refusals = (reason: RefusalCode) => it.broker.counters.refusals.get(reason) ?? 0;

beforeAll(async () => {
  it = await startTestBroker({ limits: { connectMs: 300 } });
});
afterAll(() => it.broker.stop());

/** Connects with some fields changed. @returns CONNACK's return code, or null */
async function connectWith(fields: Partial<IConnectPacket>): Promise<number | null> {
  const device = await RawDevice.open(it.port);
  device.sendConnect(enrol(), fields);
  const code = await device.connackCode();
  if (code !== 0) await device.closed();
  else device.leave();
  return code;
}

describe('CONNECT', () => {
  test('opens a session for a device with its own id, name and token', async () => {
    const credential = enrol();
    const device = await RawDevice.connect(it.port, credential);
    expect(it.ingest.sessions).toContain(`opened ${credential.deviceId}`);
    expect(device.packets).toEqual([
      expect.objectContaining({ cmd: 'connack', returnCode: 0, sessionPresent: false }),
    ]);
    device.leave();
    await device.closed();
  });

  test.each([
    ['a bridge', { protocolVersion: 4, bridgeMode: true }, 1, 'protocol-version'],
    ['the client id of another device', { clientId: testDeviceId(0xffff) }, 2, 'client-id'],
    ['another user name', { username: 'admin' }, 4, 'user-name'],
    ['an empty token', { password: Buffer.alloc(0) }, 4, 'password'],
    ['a token of another device', { password: Buffer.from('fwd_other') }, 4, 'token'],
    ['a token of absurd length', { password: Buffer.alloc(200, 'a') }, 4, 'password'],
  ] as [string, Partial<IConnectPacket>, number, RefusalCode][])(
    'is refused with %s',
    async (_name, fields, code, reason) => {
      const before = refusals(reason);
      const sessions = it.ingest.sessions.length;
      expect(await connectWith(fields)).toBe(code);
      expect(refusals(reason)).toBe(before + 1);
      expect(it.ingest.sessions.length).toBe(sessions);
    },
  );

  test.each([
    ['MQTT 3.1', { protocolVersion: 3, protocolId: 'MQIsdp' }],
    ['MQTT 5', { protocolVersion: 5 }],
    ['a client id of its own making', { clientId: 'mosq-abc' }],
    ['no client id', { clientId: '' }],
    ['a session to be kept', { clean: false }],
    ['no keepalive', { keepalive: 0 }],
    ['the longest keepalive', { keepalive: 65_535 }],
  ] as [string, Partial<IConnectPacket>][])('is accepted with %s', async (_name, fields) => {
    const credential = enrol();
    const device = await RawDevice.connect(it.port, credential, fields);
    expect(device.packets[0]).toMatchObject({ cmd: 'connack', sessionPresent: false });
    device.publish(`faiwatch/v1/${credential.deviceId}/status`, 'online', 7);
    await device.until(() => device.acked.includes(7));
    device.leave();
  });

  test('is refused without a client id for a session that is to be kept', async () => {
    const device = await RawDevice.open(it.port);
    const { deviceId, token } = enrol();
    const credential = { username: deviceId, password: Buffer.from(token) };
    const bytes = generate({ cmd: 'connect', clientId: '', clean: true, ...credential });
    // mqtt-packet always sets the clean-session flag here.
    bytes[9] = (bytes[9] ?? 0) & ~2;
    device.sendBytes(bytes);
    expect(await device.connackCode()).toBe(2);
  });

  test.each([
    ['MQTT', 6],
    ['MQTT', 2],
    ['MQIsdp', 4],
    ['HTTP', 4],
  ])('of %s at level %i is answered in MQTT 3.1.1: an unknown version', async (name, level) => {
    const device = await RawDevice.open(it.port);
    const body = [0, name.length, ...Buffer.from(name), level, 2, 0, 60, 0, 0];
    device.sendBytes(Uint8Array.of(0x10, body.length, ...body));
    expect(await device.connackCode()).toBe(1);
    await device.closed();
  });

  test('is refused without user name and token', async () => {
    const device = await RawDevice.open(it.port);
    const { deviceId: clientId } = enrol();
    device.send({ cmd: 'connect', clientId, clean: true, keepalive: 60 });
    expect(await device.connackCode()).toBe(4);
    await device.closed();
  });

  test('tells a revoked device apart, but only one that knows its token', async () => {
    const credential = enrol();
    it.ingest.revoked.add(credential.deviceId);
    const revoked = await RawDevice.open(it.port);
    revoked.sendConnect(credential);
    expect(await revoked.connackCode()).toBe(5);
    const stranger = await RawDevice.open(it.port);
    stranger.sendConnect({ ...credential, token: 'fwd_guess' });
    expect(await stranger.connackCode()).toBe(4);
  });

  test.each([
    ['on its own status topic', {}],
    ['to be retained, at QoS 2', { qos: 2, retain: true }],
    ['of its firmware', { topic: 'tele/plug/LWT', payload: Buffer.from('Offline') }],
    ['on the status topic of another device', { topic: `faiwatch/v1/${testDeviceId(1)}/status` }],
  ] as [string, Partial<NonNullable<IConnectPacket['will']>>][])(
    'may leave a Last Will %s, which goes nowhere',
    async (_name, fields) => {
      const credential = enrol();
      const topic = `faiwatch/v1/${credential.deviceId}/status`;
      const device = await RawDevice.connect(it.port, credential, {
        will: { topic, payload: Buffer.from('offline'), ...fields },
      });
      const witness = await RawDevice.connect(it.port, enrol());
      device.vanish();
      await eventually(() => it.ingest.sessions.includes(`lost ${credential.deviceId}`));
      witness.send({ cmd: 'pingreq' });
      await witness.until(() => witness.packets.length > 1);
      expect(witness.packets.map(({ cmd }) => cmd)).toEqual(['connack', 'pingresp']);
      witness.leave();
    },
  );

  test('must come before anything else', async () => {
    const before = refusals('no-connect');
    const device = await RawDevice.open(it.port);
    device.send({ cmd: 'pingreq' });
    await device.closed();
    expect(refusals('no-connect')).toBe(before + 1);
  });

  test('must come whole within its time, however slowly it is written', async () => {
    const device = await RawDevice.open(it.port);
    const timer = setInterval(() => device.sendBytes(Uint8Array.of(0x10)), 50);
    try {
      device.sendBytes(Uint8Array.of(0x10, 0x7f));
      await device.closed(1500);
    } finally {
      clearInterval(timer);
    }
    expect(refusals('connect-timeout')).toBeGreaterThan(0);
  });

  test('may not come twice', async () => {
    const credential = enrol();
    const device = await RawDevice.connect(it.port, credential);
    device.sendConnect(credential);
    await device.closed();
    expect(refusals('second-connect')).toBe(1);
  });

  test('may come in pieces, and with messages right behind it', async () => {
    const credential = enrol();
    const device = await RawDevice.open(it.port);
    device.sendConnect(credential);
    for (let id = 1; id <= 60; id++) {
      device.publish(`faiwatch/v1/${credential.deviceId}/status`, 'online', id);
    }
    await device.until(() => device.acked.length === 60);
    expect(device.packets[0]?.cmd).toBe('connack');
    device.leave();
  });

  test('leaves nothing behind when the connection is closed at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const device = await RawDevice.open(it.port);
        device.sendConnect(enrol());
        device.vanish();
      }),
    );
    await eventually(() => it.broker.connections() === it.broker.sessions());
  });

  test('a failure behind authentication answers "server unavailable" and is logged', async () => {
    const { authenticate } = it.ingest;
    it.ingest.authenticate = () => {
      throw new Error('boom');
    };
    expect(await connectWith({})).toBe(3);
    it.ingest.authenticate = authenticate;
    expect(it.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  test('that is refused is noted for the device that it names, or for nobody', async () => {
    const credential = enrol();
    const noted = () => it.ingest.refusals.at(-1);
    expect(await connectWith({ username: 'admin', clientId: 'x' })).toBe(4);
    expect(noted()).toEqual({
      sender: null,
      refused: { code: 'user-name', address: '127.0.0.1', detail: 'admin', message: null },
    });
    const wrong = await RawDevice.open(it.port);
    wrong.sendConnect({ ...credential, token: 'fwd_guess' });
    await wrong.closed();
    expect(noted()).toMatchObject({ sender: credential.deviceId, refused: { code: 'token' } });
    expect(JSON.stringify(it.ingest.refusals)).not.toContain('guess');
  });
});

describe('CONNECT in MQTT 5', () => {
  const connack = async (fields: Partial<IConnectPacket>) => {
    const device = await RawDevice.open(it.port);
    const credential = enrol();
    device.sendConnect(credential, { protocolVersion: 5, ...fields });
    await device.connackCode();
    const [packet] = device.packets;
    if (packet?.cmd !== 'connack') throw new Error('no CONNACK');
    if (packet.reasonCode === 0) device.leave();
    else await device.closed();
    return { ...packet, deviceId: credential.deviceId };
  };

  test('is told what it gets instead of what it asked for', async () => {
    const { deviceId, properties } = await connack({
      ...{ clientId: '', keepalive: 0 },
      properties: { sessionExpiryInterval: 3600, receiveMaximum: 20, userProperties: { a: 'b' } },
    });
    expect(properties).toEqual({
      maximumPacketSize: 4096,
      serverKeepAlive: 300,
      sessionExpiryInterval: 0,
      assignedClientIdentifier: deviceId,
    });
    expect((await connack({ keepalive: 60 })).properties).toEqual({ maximumPacketSize: 4096 });
  });

  test.each([
    [0x85, { clientId: testDeviceId(0xffff) }],
    [0x86, { username: 'admin' }],
    [0x86, { password: Buffer.from('fwd_other') }],
    [0x8c, { properties: { authenticationMethod: 'SCRAM-SHA-1' } }],
  ] as [number, Partial<IConnectPacket>][])(
    'is refused with code %i and a sentence',
    async (code, fields) => {
      const { reasonCode, properties } = await connack(fields);
      expect(reasonCode).toBe(code);
      expect(properties?.reasonString).toMatch(/\.$/);
    },
  );

  test('hears why its session ends', async () => {
    const credential = enrol();
    const first = await RawDevice.connect(it.port, credential, { protocolVersion: 5 });
    const second = await RawDevice.connect(it.port, credential, { protocolVersion: 5 });
    await first.closed();
    expect(first.packets.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x8e });
    second.sendBytes(Uint8Array.of(0x30, 3, 0, 0, 0));
    await second.closed();
    expect(second.packets.at(-1)).toMatchObject({
      ...{ cmd: 'disconnect', reasonCode: 0x81 },
      properties: { reasonString: expect.any(String) },
    });
  });

  test('that leaves and asks for its Will is lost', async () => {
    const credential = enrol();
    const device = await RawDevice.connect(it.port, credential, { protocolVersion: 5 });
    device.send({ cmd: 'disconnect', reasonCode: 4 });
    await eventually(() => it.ingest.sessions.includes(`lost ${credential.deviceId}`));
  });
});

describe.concurrent('a keepalive of ours', () => {
  test.each([
    ['that the device was told of makes silence a loss', { protocolVersion: 5 }, true],
    ['that it was not told of does not', { protocolVersion: 4 }, false],
  ] as [string, Partial<IConnectPacket>, boolean][])('%s', async (_name, fields, isLoss) => {
    const strict = await startTestBroker({ limits: { keepaliveSeconds: 1 } });
    const credential = strict.ingest.enrol(testDeviceId(1));
    const device = await RawDevice.connect(strict.port, credential, { ...fields, keepalive: 0 });
    await device.closed();
    expect(strict.ingest.sessions.includes(`lost ${credential.deviceId}`)).toBe(isLoss);
    await strict.broker.stop();
  });
});
