/** Brokers that mean us ill, or are dead, beside one that works. */
import { afterEach, expect, test } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqttPacket from 'mqtt-packet';
import { Turns } from '../../actions/engine/turns.ts';
import type { Steps } from '../../domain/steps.ts';
import { eventually, MemoryLog } from '../../mqtt/testing/test-broker.ts';
import { realTime } from '../../server/clock.ts';
import type { BrokerLogin } from './home-broker.ts';
import { HomeLinks } from './home-links.ts';
import { presenceTopic } from './home-messages.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(take: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    take(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

/** Lets anybody in, and then says something. */
const greeting = (then: (socket: Socket) => void) => (socket: Socket) => {
  socket.once('data', () => {
    socket.write(mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
    then(socket);
  });
};

const loginAt = (port: number, ref: string): BrokerLogin => ({
  ...{ ref, address: { host: '127.0.0.1', port, tls: false } },
  ...{ username: 'a', password: 'b', ca: null, isTrusted: false },
});

function* steps<T>(result: T): Steps<T> {
  yield;
  return result;
}

function link(ports: readonly number[]) {
  const wanted = new Map(ports.map((port, i) => [i + 1, loginAt(port, `link${i + 1}`)]));
  const heard: string[] = [];
  const links = new HomeLinks(
    {
      wanted: () => wanted,
      read: (_customerId, ref) => steps(new Map([[presenceTopic(ref), 'online']])),
      heard: (customerId, topic) => void heard.push(`${customerId} ${topic}`),
    },
    { allowPrivate: true },
    { time: realTime, log: new MemoryLog(), turns: new Turns() },
  );
  closers.push(() => links.stop());
  return { links, heard };
}

/** A broker that works. */
async function serve(): Promise<{ readonly port: number; readonly broker: Aedes }> {
  const broker = await Aedes.createBroker();
  const port = await listen((socket) => void broker.handle(socket));
  closers.push(() => broker.close());
  return { port, broker };
}

test('a broker that announces a packet of 256 MB, or floods, is left', async () => {
  const huge = await listen(
    greeting((socket) => void socket.write(Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f))),
  );
  const chunk = mqttPacket.generate({
    ...{ cmd: 'publish', topic: 'x', qos: 0, dup: false, retain: false },
    payload: Buffer.alloc(60_000),
  });
  const flooding = await listen(
    greeting((socket) => {
      const pour = () => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on('drain', pour);
      pour();
    }),
  );
  const { links } = link([huge, flooding]);
  await links.tick();
  await eventually(() =>
    [1, 2].every((id) => links.statusOf(id)?.problem?.text === 'it sends too much'),
  );
  expect(links.connections).toBe(0);
});

test('brokers that never answer keep nobody from theirs', async () => {
  const silent = await listen(() => {});
  // Lets us in, and then acknowledges nothing.
  const mute = await listen(greeting(() => {}));
  const { port, broker } = await serve();
  const { links } = link([silent, silent, silent, mute, mute, mute, mute, mute, mute, port]);
  await links.tick();
  await eventually(() => links.connections === 5);
  await links.tick();
  await eventually(() => links.statusOf(10)?.connectedSince != null);
  let told = '';
  await broker.subscribe(
    presenceTopic('link10'),
    (packet, done) => {
      told = packet.payload.toString();
      done();
    },
    () => {},
  );
  await links.tick();
  await eventually(() => told === 'online');
  expect(links.connections).toBe(7);
});

test('a flood of presses is heard as far as buttons go', async () => {
  const { port, broker } = await serve();
  const { links, heard } = link([port]);
  await links.tick();
  await eventually(() => links.statusOf(1)?.connectedSince != null);
  await eventually(() => broker.connectedClients === 1);
  const press = () =>
    new Promise<void>((resolve) =>
      broker.publish(
        {
          ...{ cmd: 'publish', topic: 'faiwatch/home/fw-000000000001/mute', payload: 'PRESS' },
          ...{ qos: 0, retain: false, dup: false },
        },
        () => resolve(),
      ),
    );
  await eventually(() => {
    void press();
    return heard.length > 0;
  });
  for (let i = 0; i < 200; i += 1) await press();
  await eventually(() => heard.length >= 20);
  expect(heard.length).toBeLessThan(30);
});
