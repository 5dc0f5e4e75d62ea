import type { Socket } from 'bun';
import mqttPacket, { type IConnectPacket } from 'mqtt-packet';

/** A port before a broker's, which reads along what the clients say of themselves. */
export interface Tap {
  readonly port: number;
  /** The CONNECT packets so far. */
  readonly connects: IConnectPacket[];
  stop(): void;
}

/** Opens such a port. */
export function tapBroker(brokerPort: number): Tap {
  const connects: IConnectPacket[] = [];
  type Side = { other: Promise<Socket<undefined>>; hear: (chunk: Buffer) => void };
  const listener = Bun.listen<Side>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(client) {
        const parser = mqttPacket.parser();
        parser.on('packet', (packet) => {
          if (packet.cmd === 'connect') connects.push(packet);
        });
        // Only CONNECT matters.
        parser.on('error', () => {});
        client.data = {
          hear: (chunk) => void parser.parse(chunk),
          other: Bun.connect({
            hostname: '127.0.0.1',
            port: brokerPort,
            socket: {
              data: (_broker, chunk) => void client.write(chunk),
              close: () => void client.end(),
            },
          }),
        };
      },
      data(client, chunk) {
        client.data.hear(Buffer.from(chunk));
        const copy = Buffer.from(chunk);
        client.data.other.then((broker) => broker.write(copy));
      },
      close: (client) => void client.data.other.then((broker) => broker.end()),
    },
  });
  return { port: listener.port, connects, stop: () => listener.stop(true) };
}
