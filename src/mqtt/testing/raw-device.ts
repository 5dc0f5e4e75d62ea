import { Buffer } from 'node:buffer';
import type { Socket } from 'bun';
import mqttPacket, { type IConnectPacket, type Packet, type Parser } from 'mqtt-packet';

type ConnectFields = Omit<IConnectPacket, 'cmd'>;

/**
 * A device on a bare socket, so that a test can send what no client library would: byte by byte,
 * malformed, or nothing at all.
 */
export class RawDevice {
  /** What the broker has sent. */
  readonly packets: Packet[] = [];
  readonly #socket: Socket;
  readonly #changed = new Set<() => void>();
  #parser: Parser = mqttPacket.parser();
  /** The version in CONNECT. */
  #protocolVersion: number | undefined;
  isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen(4);
  }

  private hear(chunk: Buffer): void {
    this.#parser.parse(chunk);
  }

  #listen(protocolVersion: number): void {
    this.#protocolVersion = protocolVersion;
    this.#parser = mqttPacket.parser({ protocolVersion });
    this.#parser.on('packet', (packet) => {
      this.packets.push(packet);
      this.wake();
    });
  }

  /** Opens a connection and says nothing. */
  static async open(port: number, tls?: { readonly ca: string }): Promise<RawDevice> {
    const ready = Promise.withResolvers<RawDevice>();
    let device: RawDevice | undefined;
    await Bun.connect({
      hostname: '127.0.0.1',
      port,
      ...(tls && { tls: { ca: tls.ca, serverName: 'localhost' } }),
      socket: {
        open(socket) {
          device = new RawDevice(socket);
          ready.resolve(device);
        },
        data: (_socket, chunk) => device?.hear(chunk),
        close() {
          if (device === undefined) return;
          device.isClosed = true;
          device.wake();
        },
        error() {},
      },
    });
    return ready.promise;
  }

  /** Opens a connection and a session. Throws unless it is accepted. */
  static async connect(
    port: number,
    credential: { readonly deviceId: string; readonly token: string },
    fields: Partial<ConnectFields> = {},
  ): Promise<RawDevice> {
    const device = await RawDevice.open(port);
    device.sendConnect(credential, fields);
    const code = await device.connackCode();
    if (code !== 0) throw new Error(`The broker refused with ${code}`);
    return device;
  }

  sendConnect(
    { deviceId, token }: { readonly deviceId: string; readonly token: string },
    fields: Partial<ConnectFields> = {},
  ): void {
    this.#listen(fields.protocolVersion ?? 4);
    this.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: deviceId,
      username: deviceId,
      password: Buffer.from(token),
      clean: true,
      keepalive: 60,
      ...fields,
    });
  }

  /** The code of CONNACK. Null: the connection was closed without one. */
  async connackCode(): Promise<number | null> {
    await this.until(() => this.packets.length > 0 || this.isClosed);
    const [first] = this.packets;
    return first?.cmd === 'connack' ? (first.returnCode ?? first.reasonCode ?? null) : null;
  }

  publish(
    topic: string,
    payload: string | Buffer | object,
    messageId = 1,
    fields: object = {},
  ): void {
    const isRaw = typeof payload === 'string' || Buffer.isBuffer(payload);
    this.send({
      cmd: 'publish',
      topic,
      payload: isRaw ? payload : JSON.stringify(payload),
      messageId,
      qos: 1,
      dup: false,
      retain: false,
      ...fields,
    });
  }

  send(packet: Packet): void {
    const options = { protocolVersion: this.#protocolVersion };
    this.sendBytes(mqttPacket.generate(packet, options));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** The packet identifiers of the PUBACKs so far, in order. */
  get acked(): number[] {
    return this.packets.flatMap((packet) =>
      packet.cmd === 'puback' && packet.messageId !== undefined ? [packet.messageId] : [],
    );
  }

  /** Has every `until` look again. */
  private wake(): void {
    for (const look of this.#changed) look();
  }

  /** Stops reading and writing without closing the connection. */
  freeze(): void {
    this.#socket.pause();
  }

  /** Ends the connection as a crash would: without DISCONNECT. */
  vanish(): void {
    this.#socket.end();
  }

  leave(): void {
    this.send({ cmd: 'disconnect' });
  }

  /** Resolves once the broker has closed the connection. */
  async closed(timeoutMs?: number): Promise<void> {
    await this.until(() => this.isClosed, timeoutMs);
  }

  /** Resolves once the claim holds, which is checked whenever something arrives. */
  async until(claim: () => boolean, timeoutMs = 3000): Promise<void> {
    if (claim()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => {
      if (claim()) resolve();
    };
    this.#changed.add(look);
    const timer = setTimeout(() => {
      reject(new Error(`Not within ${timeoutMs} ms; packets: ${JSON.stringify(this.packets)}`));
    }, timeoutMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#changed.delete(look);
    }
  }
}
