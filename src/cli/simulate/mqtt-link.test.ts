import { afterEach, expect, test } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import { parser as makeParser, type Packet, writeToStream } from 'mqtt-packet';
import { openMqttLink } from './mqtt-link.ts';

/** A broker for one client that notes what it hears and how the socket ends. */
class Broker {
  readonly packets: Packet[] = [];
  readonly sockets: Socket[] = [];
  readonly server: Server;
  connackCode = 0;
  isSocketEnded = false;
  #onPacket: () => void = () => {};

  constructor() {
    this.server = createServer((socket) => {
      this.sockets.push(socket);
      const parser = makeParser();
      parser.on('packet', (packet) => {
        this.packets.push(packet);
        this.#answer(socket, packet);
        this.#onPacket();
      });
      socket.on('data', (bytes: Buffer) => parser.parse(bytes));
      const end = () => {
        this.isSocketEnded = true;
        this.#onPacket();
      };
      socket.on('end', end);
      socket.on('error', end);
      socket.on('close', end);
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `mqtt://127.0.0.1:${address.port}`;
  }

  /** Settles once `isEnough` holds. */
  until(isEnough: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onPacket = () => {
        if (isEnough()) resolve();
      };
      this.#onPacket();
    });
  }

  commands(): string[] {
    return this.packets.map((packet) => packet.cmd);
  }

  #answer(socket: Socket, packet: Packet): void {
    if (packet.cmd === 'connect') {
      writeToStream(
        { cmd: 'connack', returnCode: this.connackCode, sessionPresent: false },
        socket,
      );
      if (this.connackCode !== 0) socket.end();
    } else if (packet.cmd === 'publish' && packet.messageId !== undefined) {
      writeToStream({ cmd: 'puback', messageId: packet.messageId }, socket);
    } else if (packet.cmd === 'subscribe' && packet.messageId !== undefined) {
      writeToStream({ cmd: 'suback', messageId: packet.messageId, granted: [1] }, socket);
    }
  }
}

let broker: Broker;
const brokers: Broker[] = [];
afterEach(() => {
  for (const { sockets, server } of brokers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

const deviceId = 'fw-020000000001';

async function open(connackCode = 0) {
  broker = new Broker();
  brokers.push(broker);
  broker.connackCode = connackCode;
  const url = await broker.listen();
  const closings: string[] = [];
  const { promise: settled, resolve } = Promise.withResolvers<'open' | 'closed'>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  const link = openMqttLink(url, deviceId, 'fwd_token', {
    onOpen: () => resolve('open'),
    onCommand: () => {},
    onClose: (reason) => {
      closings.push(reason);
      resolve('closed');
      onClosed();
    },
  });
  return { link, closings, closed, outcome: await settled };
}

test('a link connects as a board does, and its publish is acknowledged', async () => {
  const { link, outcome } = await open();
  expect(outcome).toBe('open');
  expect(broker.packets[0]).toMatchObject({
    cmd: 'connect',
    clientId: deviceId,
    username: deviceId,
    password: Buffer.from('fwd_token'),
    clean: true,
    keepalive: 10,
    protocolVersion: 4,
    will: { topic: `faiwatch/v1/${deviceId}/status`, payload: Buffer.from('offline'), qos: 1 },
  });
  await new Promise<void>((resolve) =>
    link.publish(`faiwatch/v1/${deviceId}/heartbeat`, '{}', resolve),
  );
  expect(broker.packets.at(-1)).toMatchObject({ cmd: 'publish', qos: 1, retain: false });
  link.close();
  await broker.until(() => broker.isSocketEnded);
  expect(broker.commands().at(-1)).toBe('disconnect');
});

test('frozen, it sends nothing more and closes nothing', async () => {
  const { link, closings } = await open();
  await broker.until(() => broker.commands().includes('subscribe'));
  const heard = broker.packets.length;
  link.freeze();
  link.publish(`faiwatch/v1/${deviceId}/heartbeat`, '{}', () => closings.push('acknowledged'));
  const [socket] = broker.sockets;
  if (socket === undefined) throw new Error('nobody came');
  // A frozen client does not react to the broker's messages.
  writeToStream(
    { cmd: 'publish', topic: 'x', payload: 'y', qos: 1, messageId: 7, dup: false, retain: false },
    socket,
  );
  await Bun.sleep(300);
  expect(broker.packets.length).toBe(heard);
  expect(broker.isSocketEnded).toBe(false);
  expect(closings).toEqual([]);
});

test('frozen, its socket goes once the other side has closed', async () => {
  const { link } = await open();
  link.freeze();
  broker.sockets[0]?.end();
  await broker.until(() => broker.sockets[0]?.destroyed === true);
  expect(broker.commands()).not.toContain('disconnect');
});

test('frozen and then closed, its socket goes without a farewell', async () => {
  const { link } = await open();
  link.freeze();
  link.close();
  await broker.until(() => broker.isSocketEnded);
  expect(broker.commands()).not.toContain('disconnect');
});

test('a refusal is told from a lost connection', async () => {
  expect(await open(5)).toMatchObject({ outcome: 'closed', closings: ['refused'] });
  const { closings, closed } = await open();
  broker.sockets[0]?.destroy();
  await closed;
  expect(closings).toEqual(['lost']);
});
