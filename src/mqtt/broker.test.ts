import { describe, expect, test } from 'bun:test';
import { testDeviceId } from './testing/fake-ingest.ts';
import { makeCertificate } from './testing/make-certificate.ts';
import { RawDevice } from './testing/raw-device.ts';
import { eventually, startTestBroker } from './testing/test-broker.ts';

describe('the broker', () => {
  test('says which ports it has taken, and listens on none it was not given', async () => {
    const it = await startTestBroker();
    expect(it.port).toBeGreaterThan(0);
    expect(it.broker.tlsPort).toBeNull();
    await it.broker.stop();
    const deaf = await startTestBroker({ port: null });
    expect(deaf.broker.port).toBeNull();
    await deaf.broker.stop();
  });

  test('does not start on a port that is taken', async () => {
    const it = await startTestBroker();
    await expect(startTestBroker({ port: it.port })).rejects.toThrow();
    const device = await RawDevice.connect(it.port, it.ingest.enrol(testDeviceId(1)));
    device.leave();
    await it.broker.stop();
  });

  test('does not start with an invalid certificate, and closes its other port', async () => {
    const it = await startTestBroker();
    const { port } = it;
    await it.broker.stop();
    const tls = { port: 0, cert: 'nonsense', key: 'nonsense' };
    await expect(startTestBroker({ port, tls })).rejects.toThrow();
    const again = await startTestBroker({ port });
    await again.broker.stop();
  });

  test('begins to listen for TLS once there is a certificate, and goes on with the next', async () => {
    const it = await startTestBroker();
    const { broker } = it;
    const [first, second] = [makeCertificate(), makeCertificate()];
    expect(() => broker.listenTls({ ...first, port: it.port })).toThrow();
    expect(broker.tlsPort).toBeNull();
    broker.listenTls({ ...first, port: 0 });
    const port = broker.tlsPort ?? 0;
    const early = await RawDevice.open(port, { ca: first.cert });
    broker.listenTls({ ...second, port: 0 });
    expect(broker.tlsPort).toBe(port);
    const late = await RawDevice.open(port, { ca: second.cert });
    for (const [index, device] of [early, late].entries()) {
      device.sendConnect(it.ingest.enrol(testDeviceId(index + 1)));
    }
    await eventually(() => broker.sessions() === 2);
    await broker.stop();
    for (const { remove } of [first, second]) remove();
  });

  test('may be stopped twice', async () => {
    const it = await startTestBroker();
    await Promise.all([it.broker.stop(), it.broker.stop()]);
  });

  test('sessions end even if the server behind the broker fails', async () => {
    const it = await startTestBroker();
    it.ingest.sessionLost = () => {
      throw new Error('boom');
    };
    const device = await RawDevice.connect(it.port, it.ingest.enrol(testDeviceId(1)));
    device.vanish();
    const next = await RawDevice.connect(it.port, it.ingest.enrol(testDeviceId(2)));
    next.leave();
    await next.closed();
    expect(it.broker.sessions()).toBe(0);
    expect(it.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    await it.broker.stop();
  });
});
