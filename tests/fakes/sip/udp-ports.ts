import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';

/** Above what systems give to whoever asks for any port, and above those that calls of ours take for sound. */
const first = 61_000;
/** Programs that send sound take a pair of ports for each kind of it. */
const step = 4;
const count = Math.floor((65_536 - first) / step);
let next = Math.floor(Math.random() * count);

/** An even port for a program that has to be told one; the three after it are free, too. */
export async function freeUdpPort(): Promise<number> {
  for (;;) {
    const port = first + step * (next % count);
    next += 1;
    const free = await Promise.all([0, 1, 2, 3].map((after) => isFree(port + after)));
    if (free.every(Boolean)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('error', () => resolve(false));
  socket.bind(port, '127.0.0.1', () => resolve(true));
  const isBound = await promise;
  if (isBound) await new Promise<void>((closed) => socket.close(closed));
  return isBound;
}

export function listensAtUdp(port: number): boolean {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/udp', 'utf8').includes(`:${hex} `);
}
