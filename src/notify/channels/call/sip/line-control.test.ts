/** Who may speak to a line: the baresip that was started for it, and nobody else on the machine. */
import { afterEach, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { TestTime } from '../../../../../tests/support/monitor.ts';
import { LineControl, type LineEvent } from './line-control.ts';

const password = 'of this line';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

async function open() {
  const events: LineEvent[] = [];
  let ready = 0;
  const time = new TestTime();
  const control = new LineControl({
    password,
    setTimer: time.setTimer,
    onReady: () => {
      ready += 1;
    },
    onEvent: (event) => events.push(event),
  });
  const port = await control.open();
  closers.push(() => control.close());
  return { control, port, events, time, isReady: () => ready > 0 };
}

interface Client {
  readonly socket: Socket;
  /** What came, once it is so much, or the connection has ended. */
  read(bytes: number): Promise<Buffer>;
  write(...bytes: (number | string | Buffer)[]): void;
}

async function join(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  let came = Buffer.alloc(0);
  let isOver = false;
  let more = Promise.withResolvers<void>();
  const tell = () => {
    more.resolve();
    more = Promise.withResolvers();
  };
  socket.on('data', (bytes: Buffer) => {
    came = Buffer.concat([came, bytes]);
    tell();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOver = true;
    tell();
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  closers.push(() => socket.destroy());
  return {
    socket,
    async read(bytes) {
      while (came.length < bytes && !isOver) await more.promise;
      const taken = came.subarray(0, bytes);
      came = came.subarray(taken.length);
      return taken;
    },
    write: (...parts) => socket.write(Buffer.concat(parts.map(toBytes))),
  };
}

const toBytes = (part: number | string | Buffer) =>
  typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part);
const field = (text: string) => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]);
const packet = (head: number, body: Buffer) =>
  Buffer.concat([Buffer.from([head, body.length]), body]);

/** A CONNECT as libmosquitto sends it. */
const connectAs = (word: string) =>
  packet(
    0x10,
    Buffer.concat([
      field('MQTT'),
      Buffer.from([4, 0xc2, 0, 60]),
      ...['call', 'faiwatch', word].map(field),
    ]),
  );
const subscription = packet(
  0x82,
  Buffer.concat([Buffer.from([0, 7]), field('/call/command/+'), Buffer.from([0])]),
);
const event = (content: object) =>
  packet(0x30, Buffer.concat([field('/call/event'), Buffer.from(JSON.stringify(content))]));

const taken = Buffer.from([0x20, 2, 0, 0]);
const refused = Buffer.from([0x20, 2, 0, 4]);

test('a line proves itself, is told what to do, and tells what happens', async () => {
  const { control, port, events, isReady } = await open();
  const line = await join(port);
  // In pieces, as a network may bring it.
  const hello = connectAs(password);
  line.write(hello.subarray(0, 9));
  line.write(hello.subarray(9));
  expect(await line.read(4)).toEqual(taken);
  expect(isReady()).toBeFalse();
  line.write(subscription, Buffer.from([0xc0, 0]));
  expect(await line.read(7)).toEqual(Buffer.from([0x90, 3, 0, 7, 0, 0xd0, 0]));
  expect(isReady()).toBeTrue();
  control.command('dial', 'sip:081@exchange');
  const told = '/call/command/line{"command":"dial","params":"sip:081@exchange"}';
  const said = await line.read(4 + told.length);
  expect(said.toString('latin1')).toEndWith(told);
  // Of calls that come in nothing is heard, nor of answers to commands and what cannot be read.
  line.write(
    event({ type: 'CALL_CLOSED', direction: 'incoming' }),
    event({ response: true, ok: true }),
    packet(0x30, Buffer.from([0, 1, 47, 123])),
    event({ type: 'CALL_DTMF_START', direction: 'outgoing', param: '1' }),
    Buffer.from([0xc0, 0]),
  );
  await line.read(2);
  expect(events).toEqual([{ type: 'CALL_DTMF_START', param: '1' }]);
});

test.each([
  ['with another password', connectAs('of another line'), refused],
  ['without any', connectAs(''), refused],
  ['before it has said who it is', event({ type: 'CALL_DTMF_START', param: '1' }), Buffer.alloc(0)],
  [
    'with more than a line ever says',
    Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(65_537)]),
    Buffer.alloc(0),
  ],
] as const)('whoever comes %s is put out', async (_, bytes, answer) => {
  const { port, events } = await open();
  const stranger = await join(port);
  stranger.write(bytes, event({ type: 'CALL_DTMF_START', param: '1' }));
  // All until the end of the connection.
  expect(await stranger.read(100)).toEqual(answer);
  expect(events).toEqual([]);
});

test('there is one line: a second one is put out, and hears nothing', async () => {
  const { control, port } = await open();
  const line = await join(port);
  line.write(connectAs(password), subscription);
  await line.read(9);
  const second = await join(port);
  second.write(connectAs(password));
  expect(await second.read(100)).toEqual(refused);
  control.command('hangup', '');
  expect((await line.read(20)).length).toBe(20);
});

/** Lets what was written, or ended, arrive. */
const arrive = () => Bun.sleep(20);
const isOpen = ({ socket }: Client) => !socket.closed;

test('of those that say nothing a few are there at once, and the line finds a place', async () => {
  const { port, isReady } = await open();
  const silent: Client[] = [];
  for (let n = 0; n < 40; n += 1) silent.push(await join(port));
  await arrive();
  expect(silent.map(isOpen)).toEqual(silent.map((_, index) => index >= 32));
  const line = await join(port);
  line.write(connectAs(password), subscription);
  expect(await line.read(4)).toEqual(taken);
  for (let n = 0; n < 40; n += 1) silent.push(await join(port));
  await arrive();
  expect(silent.filter(isOpen)).toHaveLength(8);
  expect(isOpen(line)).toBeTrue();
  expect(isReady()).toBeTrue();
});

test('whoever has not said who they are is put out after two seconds, and the line stays', async () => {
  const { port, time } = await open();
  const line = await join(port);
  line.write(connectAs(password), subscription);
  await line.read(9);
  const [silent, slow] = [await join(port), await join(port)];
  await time.runMs(1_900, arrive);
  slow.write(connectAs(password).subarray(0, 9));
  await arrive();
  expect([silent, slow].map(isOpen)).toEqual([true, true]);
  await time.runMs(200, arrive);
  expect([silent, slow, line].map(isOpen)).toEqual([false, false, true]);
});
