/** Improv's own library, which ESP Web Tools is built on, at the serial port of a simulated board. */
import { beforeAll, expect, test } from 'bun:test';
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ImprovSerialCurrentState } from 'improv-wifi-serial-sdk/dist/const.js';
import { ImprovSerial } from 'improv-wifi-serial-sdk/dist/serial.js';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { buildSimDevice, SimDevice } from './simdevice/sim-device.ts';

type Port = ConstructorParameters<typeof ImprovSerial>[0];

const quiet = { log() {}, error() {}, debug() {} };

/** A serial port as a browser gives it to the library, as far as it uses it. */
class PtyPort implements AsyncDisposable {
  readonly #port: number;
  readonly #buffer = new Uint8Array(4096);
  readonly #timer: Timer;
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;

  constructor(path: string) {
    this.#port = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    const { promise, resolve } =
      Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
    this.readable = new ReadableStream({ start: resolve });
    this.writable = new WritableStream({
      write: (bytes) => void writeSync(this.#port, bytes),
    });
    this.#timer = setInterval(() => void promise.then((sink) => this.#pass(sink)), 5);
  }

  #pass(sink: ReadableStreamDefaultController<Uint8Array>): void {
    try {
      const count = readSync(this.#port, this.#buffer);
      if (count > 0) sink.enqueue(this.#buffer.slice(0, count));
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EAGAIN') throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    closeSync(this.#port);
  }
}

// On a fresh clone that takes a while.
beforeAll(buildSimDevice, 300_000);

test('the library finds a new board, lists what it hears, and gives it its Wi-Fi', async () => {
  const network = 'ร้าน = กาแฟ';
  await using device = await SimDevice.start({
    args: ['--wifi', `${network}:correct horse`, '--time-scale', '20'],
  });
  await device.expectEvent({ event: 'serial', state: 'open' });
  await using port = new PtyPort(device.serialPath);
  const improv = new ImprovSerial(port as unknown as Port, quiet);
  await improv.initialize(5_000);
  expect(improv.info).toMatchObject({ firmware: 'FaiWatch s2-mini', chipFamily: 'ESP32-S2' });
  expect(improv.info?.name).toStartWith('FaiWatch-');
  expect(improv.state).toBe(ImprovSerialCurrentState.READY);
  expect(await improv.scan()).toEqual([{ name: network, rssi: expect.any(Number), secured: true }]);
  const states: unknown[] = [];
  improv.addEventListener('state-changed', (event) =>
    states.push((event as CustomEvent<unknown>).detail),
  );
  await improv.provision(network, 'correct horse');
  expect(states).toEqual([
    ImprovSerialCurrentState.PROVISIONING,
    ImprovSerialCurrentState.PROVISIONED,
  ]);
  expect(improv.nextUrl).toBeUndefined();
  expect(await improv.requestNetworkState()).toMatchObject({ online: true, supportsWifi: true });
  await device.expectEvent({ event: 'wifi', state: 'connected' });
  await expect(improv.setHostname('mine')).rejects.toBe('BAD_HOSTNAME');
  await improv.close();
}, 30_000);

test('a network that cannot be joined is refused, and the configured board stays where it was', async () => {
  await using device = await SimDevice.start({
    server: 'http://127.0.0.1:9',
    key: 'FTRRV-N5ACK-2A8B7-C8YGR',
    phone: '0812345678',
    args: ['--time-scale', '50'],
  });
  await device.expectEvent({ event: 'wifi', state: 'connected' });
  await using port = new PtyPort(device.serialPath);
  const improv = new ImprovSerial(port as unknown as Port, quiet);
  await improv.initialize(5_000);
  expect(improv.nextUrl).toBe('http://127.0.0.1:9/customer');
  await expect(improv.provision('Nowhere', 'correct horse')).rejects.toBe('UNABLE_TO_CONNECT');
  await device.expectEvent({ event: 'wifi', state: 'connected' });
  await improv.requestCurrentState();
  expect(improv.state).toBe(ImprovSerialCurrentState.PROVISIONED);
  await improv.close();
}, 30_000);

test('the packets in the tests of the firmware are those that the library makes', async () => {
  const fixture = join(repositoryDir, 'firmware/test/fixtures/improv-packets.txt');
  const packets = Object.fromEntries(
    readFileSync(fixture, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  );
  const made: string[] = [];
  const port = {
    readable: new ReadableStream(),
    writable: new WritableStream<Uint8Array>({
      write: (bytes) => void made.push(Buffer.from(bytes).toString('hex')),
    }),
  };
  const improv = new ImprovSerial(port as unknown as Port, quiet);
  const text = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    return [bytes.length, ...bytes];
  };
  const rpc = (command: number, data: number[]) =>
    improv.writePacketToStream(3, [command, data.length, ...data]);
  await rpc(2, []);
  await rpc(3, []);
  await rpc(4, []);
  await rpc(1, [...text('MyWirelessAP'), ...text('mysecurepassword')]);
  await rpc(1, [...text('Home'), ...text('correct horse')]);
  await rpc(1, [...text('ร้านกาแฟ'), ...text('')]);
  expect(Object.values(packets)).toEqual(made);
});
