import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { IConnectPacket } from 'mqtt-packet';
import { testDeviceId } from './testing/fake-ingest.ts';
import { RawDevice } from './testing/raw-device.ts';
import { eventually, startTestBroker, type TestBroker } from './testing/test-broker.ts';

let it: TestBroker;
let nextId = 1;
const enrol = () => it.ingest.enrol(testDeviceId(nextId++));
const refusals = (reason: string) => it.broker.counters.refusals.get(reason) ?? 0;

beforeAll(async () => {
  it = await startTestBroker({ limits: { connectMs: 300 } });
});
afterAll(() => it.broker.stop());

/** Connects with one thing changed; gives CONNACK's return code, or null. */
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
    ['MQTT 3.1', { protocolVersion: 3, protocolId: 'MQIsdp' }, 1, 'protocol-version'],
    ['MQTT 5', { protocolVersion: 5 }, 1, 'protocol-version'],
    ['a bridge', { protocolVersion: 4, bridgeMode: true }, 1, 'protocol-version'],
    ['a client id that is not its own', { clientId: testDeviceId(0xffff) }, 4, 'user-name'],
    ['a client id that is no device id', { clientId: 'mosq-abc' }, 2, 'client-id'],
    ['upper case in its id', { clientId: 'fw-00000000000A' }, 2, 'client-id'],
    ['an empty client id', { clientId: '' }, 2, 'client-id'],
    ['another user name', { username: 'admin' }, 4, 'user-name'],
    ['an empty token', { password: Buffer.alloc(0) }, 4, 'password'],
    ['a token of another device', { password: Buffer.from('fwd_other') }, 4, 'token'],
    ['a token of absurd length', { password: Buffer.alloc(200, 'a') }, 4, 'password'],
    ['a session to be kept', { clean: false }, 5, 'session-not-clean'],
    ['no keepalive', { keepalive: 0 }, 5, 'keepalive'],
    ['a keepalive above 300 s', { keepalive: 301 }, 5, 'keepalive'],
  ] as [string, Partial<IConnectPacket>, number, string][])(
    'is refused with %s',
    async (_name, fields, code, reason) => {
      const before = refusals(reason);
      const sessions = it.ingest.sessions.length;
      expect(await connectWith(fields)).toBe(code);
      expect(refusals(reason)).toBe(before + 1);
      expect(it.ingest.sessions.length).toBe(sessions);
    },
  );

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
    ['on its own status topic', {}, 0],
    ['at QoS 2', { qos: 2 }, 5],
    ['to be retained', { retain: true }, 5],
    ['of more than 64 bytes', { payload: Buffer.alloc(65) }, 5],
    ['on its heartbeat topic', { topic: 'heartbeat' }, 5],
  ] as [string, Partial<NonNullable<IConnectPacket['will']>>, number][])(
    'with a Last Will %s',
    async (_name, fields, code) => {
      const credential = enrol();
      const device = await RawDevice.open(it.port);
      const will = { topic: 'status', payload: Buffer.from('offline'), ...fields };
      will.topic = `faiwatch/v1/${credential.deviceId}/${will.topic}`;
      device.sendConnect(credential, { will });
      expect(await device.connackCode()).toBe(code);
      device.vanish();
    },
  );

  test('a Last Will on the status topic of another device is refused', async () => {
    const topic = `faiwatch/v1/${testDeviceId(0xffff)}/status`;
    expect(await connectWith({ will: { topic, payload: Buffer.from('offline') } })).toBe(5);
  });

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
});
