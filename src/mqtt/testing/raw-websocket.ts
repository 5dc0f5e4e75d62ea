import { Elysia } from 'elysia';
import mqttPacket, { type Packet } from 'mqtt-packet';
import type { Broker } from '../broker.ts';
import { type AddressSource, mqttWebSocket, mqttWebSocketSettings } from '../websocket.ts';

export interface WebSocketServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves a broker at `/mqtt` as the composition root does. */
export function serveWebSocket(broker: Broker, isPlainOutside = false): WebSocketServer {
  const originOf = (request: Request, server: AddressSource | null) => ({
    address: server?.requestIP(request)?.address ?? 'unknown',
    isPlainOutside,
    isRelayed: false,
  });
  const app = new Elysia()
    .use(mqttWebSocket({ broker, originOf }))
    .listen({ port: 0, hostname: '127.0.0.1', websocket: mqttWebSocketSettings });
  return {
    port: app.server?.port ?? 0,
    stop: async () => void (await app.stop(true)),
  };
}

/** A WebSocket on which the test sends what it likes. */
export class RawWebSocket {
  readonly packets: Packet[] = [];
  /** Close code, once it is closed. */
  closeCode: number | null = null;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    const parser = mqttPacket.parser();
    parser.on('packet', (packet) => this.packets.push(packet));
    socket.onmessage = ({ data }) => parser.parse(Buffer.from(data as ArrayBuffer));
    socket.onclose = ({ code }) => {
      this.closeCode = code;
    };
  }

  static async open(port: number): Promise<RawWebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, ['mqtt']);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('The WebSocket was refused'));
    await promise;
    return new RawWebSocket(socket);
  }

  send(data: Uint8Array | string): void {
    if (typeof data === 'string') this.#socket.send(data);
    else this.#socket.send(Uint8Array.from(data));
  }

  close(): void {
    this.#socket.close();
  }
}
