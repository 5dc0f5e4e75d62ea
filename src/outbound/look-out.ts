import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import type { FarEnd } from '../domain/system/far-end.ts';
import { mayCall } from './address-rule.ts';
import { deadline } from './call-out.ts';

/** A look waits so long for an answer, in ms. */
const patienceMs = 2_000;

/**
 * Whether this machine's line to the internet is alive: one of these places takes a connection. Nothing is sent there.
 * @param targets what the operator names; counts wherever it is
 * @param services count only where all addresses of their names are public ones. A router without a line answers
 * every name with its own
 */
export async function seesAny(
  targets: readonly FarEnd[],
  services: readonly FarEnd[],
): Promise<boolean> {
  const ended = new AbortController();
  const signal = AbortSignal.any([deadline(patienceMs), ended.signal]);
  const tries = [
    ...targets.map((target) => reach(target, signal)),
    ...services.map(async ({ host, port }) => {
      const addresses = await resolveAll(host);
      const [first] = addresses;
      if (first === undefined || !addresses.every((address) => mayCall(address, false))) {
        throw new Error('not on the public internet');
      }
      await reach({ host: first, port }, signal);
    }),
  ];
  const { promise: patience, resolve } = Promise.withResolvers<false>();
  signal.addEventListener('abort', () => resolve(false), { once: true });
  const anybody = Promise.any(tries).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([anybody, patience]);
  } finally {
    ended.abort();
  }
}

async function resolveAll(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** @throws whatever keeps the connection from being made */
function reach({ host, port }: FarEnd, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.reject(signal.reason);
  const socket = connect({ host, port });
  const give = () => reject(signal.reason);
  signal.addEventListener('abort', give, { once: true });
  socket.once('connect', resolve);
  // Stays: an error that nobody listens for ends the process.
  socket.on('error', reject);
  return promise.finally(() => {
    signal.removeEventListener('abort', give);
    socket.destroy();
  });
}

/**
 * Whether the default gateway is there: it takes a connection or refuses one. It tells which part of a dead line is
 * broken, and nothing else.
 */
export async function isGatewayThere(gateways: readonly string[]): Promise<boolean> {
  const signal = deadline(patienceMs);
  const tries = gateways.map((host) =>
    reach({ host, port: 53 }, signal).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') throw error;
    }),
  );
  return Promise.any(tries).then(
    () => true,
    () => false,
  );
}
