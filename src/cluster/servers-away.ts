import { connect } from 'node:net';
import type { Time } from '../domain/instant.ts';
import type { LogAddress } from './log.ts';

/** A server of NATS greets whoever calls, before it asks who that is; mostly at once. */
const greetsWithinMs = 2_000;
const natsPort = 4_222;
/** With fewer names nobody knows of how many servers they are. */
const knownFrom = 3;

/** Whether most of the servers of NATS that the configuration names do not answer this machine. */
export async function areMostAway(
  { servers }: Pick<LogAddress, 'servers'>,
  time: Pick<Time, 'setTimer'>,
): Promise<boolean> {
  if (servers.length < knownFrom) return false;
  const greetings = await Promise.all(servers.map((server) => greets(new URL(server), time)));
  return greetings.filter(Boolean).length * 2 <= servers.length;
}

function greets({ hostname, port }: URL, { setTimer }: Pick<Time, 'setTimer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = connect({ host, port: port === '' ? natsPort : Number(port) });
    const end = (isThere: boolean) => {
      cancel();
      socket.destroy();
      resolve(isThere);
    };
    const cancel = setTimer(greetsWithinMs, () => end(false));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}
