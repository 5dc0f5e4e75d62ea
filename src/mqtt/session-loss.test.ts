import { describe, expect, test } from 'bun:test';
import { testDeviceId } from './testing/fake-ingest.ts';
import { RawDevice } from './testing/raw-device.ts';
import { beat, eventually, startTestBroker, type TestBroker } from './testing/test-broker.ts';

const id = testDeviceId(1);
interface World extends AsyncDisposable {
  readonly it: TestBroker;
  readonly credential: { deviceId: string; token: string };
}

async function open(): Promise<World> {
  const it = await startTestBroker();
  const credential = it.ingest.enrol(id);
  return { it, credential, [Symbol.asyncDispose]: () => it.broker.stop() };
}

const opened = `opened ${id}`;
const lost = `lost ${id}`;

// Most of their time, they wait for silence to last.
describe.concurrent('a session is lost', () => {
  test('when the connection ends without DISCONNECT', async () => {
    await using world = await open();
    const { it, credential } = world;
    const device = await RawDevice.connect(it.port, credential);
    device.vanish();
    await eventually(() => it.ingest.sessions.length === 2);
    expect(it.ingest.sessions).toEqual([opened, lost]);
    expect(it.broker.sessions()).toBe(0);
  });

  test('when a frozen device says nothing for one and a half keepalives', async () => {
    await using world = await open();
    const { it, credential } = world;
    const device = await RawDevice.connect(it.port, credential, { keepalive: 2 });
    const frozenAt = performance.now();
    device.freeze();
    await eventually(() => it.ingest.sessions.includes(lost));
    const afterMs = performance.now() - frozenAt;
    expect(afterMs).toBeGreaterThan(2900);
    expect(afterMs).toBeLessThan(4000);
    expect(it.broker.connections()).toBe(0);
  });

  test('when a device leaves what it is sent unread', async () => {
    const stuck = await startTestBroker({ limits: { stallMs: 100, heldBytes: 8_000_000 } });
    const device = await RawDevice.connect(stuck.port, stuck.ingest.enrol(id));
    device.send({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: `faiwatch/v1/${id}/commands`, qos: 1 }],
    });
    await device.until(() => device.packets.length === 2);
    device.freeze();
    // More than the kernel's buffers take.
    const command = { type: 'noise', text: 'x'.repeat(50_000) };
    await eventually(() => {
      stuck.broker.publishCommand(id, command);
      return stuck.ingest.sessions.includes(lost);
    });
    await stuck.broker.stop();
  });

  test('but not when packets keep coming, of whatever kind', async () => {
    await using world = await open();
    const { it, credential } = world;
    const device = await RawDevice.connect(it.port, credential, { keepalive: 1 });
    for (let n = 0; n < 5; n++) {
      await Bun.sleep(370);
      if (n % 2 === 0) device.send({ cmd: 'pingreq' });
      else device.publish(`faiwatch/v1/${id}/heartbeat`, beat(), n);
    }
    expect(device.isClosed).toBe(false);
    expect(it.ingest.sessions).toEqual([opened]);
    device.leave();
  });

  test('but not when the device says DISCONNECT', async () => {
    await using world = await open();
    const { it, credential } = world;
    const device = await RawDevice.connect(it.port, credential);
    device.leave();
    await device.closed();
    expect(it.ingest.sessions).toEqual([opened]);
    expect(it.broker.sessions()).toBe(0);
  });

  test('but not when a newer connection of the device takes its place', async () => {
    await using world = await open();
    const { it, credential } = world;
    const older = await RawDevice.connect(it.port, credential);
    const newer = await RawDevice.connect(it.port, credential);
    await older.closed();
    newer.publish(`faiwatch/v1/${id}/heartbeat`, beat());
    await newer.until(() => newer.acked.length === 1);
    expect(it.ingest.sessions).toEqual([opened, opened]);
    expect(it.broker.counters.sessionsTakenOver).toBe(1);
    expect(it.broker.sessions()).toBe(1);
    newer.vanish();
    await eventually(() => it.ingest.sessions.length === 3);
    expect(it.ingest.sessions.at(-1)).toBe(lost);
  });

  test('and nobody takes its place without the token', async () => {
    await using world = await open();
    const { it, credential } = world;
    const device = await RawDevice.connect(it.port, credential);
    const thief = await RawDevice.open(it.port);
    thief.sendConnect({ ...credential, token: 'fwd_guess' });
    expect(await thief.connackCode()).toBe(4);
    device.publish(`faiwatch/v1/${id}/heartbeat`, beat());
    await device.until(() => device.acked.length === 1);
    expect(it.ingest.sessions).toEqual([opened]);
    device.leave();
  });

  test('but not when the device is refused for what it sent', async () => {
    await using world = await open();
    const { it, credential } = world;
    const device = await RawDevice.connect(it.port, credential);
    device.sendBytes(Uint8Array.of(0xf0, 0));
    await device.closed();
    expect(it.ingest.sessions).toEqual([opened]);
    expect(it.broker.sessions()).toBe(0);
  });

  test('but not when it may no longer come in', async () => {
    await using world = await open();
    const { it, credential } = world;
    const device = await RawDevice.connect(it.port, credential);
    expect(it.broker.disconnectDevice(id)).toBe(true);
    await device.closed();
    expect(it.broker.disconnectDevice(id)).toBe(false);
    expect(it.ingest.sessions).toEqual([opened]);
  });

  test('but not when the server stops', async () => {
    await using world = await open();
    const { it, credential } = world;
    const device = await RawDevice.connect(it.port, credential);
    await it.broker.stop();
    await device.closed();
    expect(it.ingest.sessions).toEqual([opened]);
    await expect(RawDevice.open(it.port)).rejects.toThrow();
  });
});

describe.concurrent('a stop', () => {
  test('lets a commit in flight be acknowledged', async () => {
    await using world = await open();
    const { it, credential } = world;
    const commit = Promise.withResolvers<void>();
    it.ingest.beatsAreCommitted = true;
    it.ingest.commit = () => commit.promise;
    const device = await RawDevice.connect(it.port, credential);
    device.publish(`faiwatch/v1/${id}/heartbeat`, beat(), 3);
    await eventually(() => it.ingest.beats.length === 1);
    const stopped = it.broker.stop();
    commit.resolve();
    await stopped;
    await device.closed();
    expect(device.acked).toEqual([3]);
  });

  test('waits only so long for one that never comes', async () => {
    const hurried = await startTestBroker({ limits: { stopMs: 100 } });
    hurried.ingest.beatsAreCommitted = true;
    hurried.ingest.commit = () => new Promise(() => {});
    const device = await RawDevice.connect(hurried.port, hurried.ingest.enrol(id));
    device.publish(`faiwatch/v1/${id}/heartbeat`, beat(), 3);
    await eventually(() => hurried.ingest.beats.length === 1);
    const startedAt = performance.now();
    await hurried.broker.stop();
    expect(performance.now() - startedAt).toBeLessThan(1000);
    await device.closed();
    expect(device.acked).toEqual([]);
  });
});
