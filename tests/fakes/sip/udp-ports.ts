import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { soundPorts } from '../../../src/notify/channels/call/sip/false-ports.ts';

/** An even port for a program that has to be told one; not of those that calls of ours take meanwhile. */
export async function freeUdpPort(): Promise<number> {
  for (;;) {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const { port } = socket.address();
    await new Promise<void>((resolve) => socket.close(resolve));
    if (port % 2 === 0 && port > soundPorts.last + 1) return port;
  }
}

export function listensAtUdp(port: number): boolean {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/udp', 'utf8').includes(`:${hex} `);
}
