import { isIP, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';
import { deadline } from './call-out.ts';
import { OutboundError } from './outbound-error.ts';
import { type OutboundPolicy, resolveChecked } from './resolve-checked.ts';

interface GuardedConnection {
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  /** False: in the clear. */
  readonly tls: boolean;
  /** A certificate authority, PEM. With it, no other is trusted. Default: those of the system. */
  readonly ca?: string | undefined;
  /** Until the connection stands, its handshake done; default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * Connects to a place that a customer chose, for protocols other than HTTP (see `guardedFetch`): its
 * name is resolved once, every address that it has is checked, and the connection goes to a checked one;
 * over TLS the certificate is checked against the name.
 *
 * @returns a socket that stands; the caller takes its errors from now on, and bounds what it reads
 * @throws OutboundError; nothing was sent
 */
export async function guardedConnect(
  { host, port, tls, ca, timeoutMs = 10_000 }: GuardedConnection,
  policy: OutboundPolicy,
): Promise<Socket> {
  const signal = deadline(timeoutMs);
  const { name, addresses } = await resolveChecked({ host, port }, policy, signal);
  let failure: OutboundError | undefined;
  for (const address of addresses) {
    const socket = tls
      ? openTls({
          host: address,
          port,
          rejectUnauthorized: true,
          ...(isIP(name) === 0 && { servername: name }),
          ...(ca !== undefined && { ca }),
        })
      : openTcp({ host: address, port });
    try {
      await standing(socket, tls ? 'secureConnect' : 'connect', signal);
      return socket;
    } catch (error) {
      socket.destroy();
      failure = error as OutboundError;
      if (failure.reason !== 'unreachable') break;
    }
  }
  throw failure;
}

/** @throws OutboundError */
function standing(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (error: Error) => reject(describe(error));
  const close = () => reject(new OutboundError('broken', 'the connection was closed'));
  const stop = () => reject(new OutboundError('timeout', 'no connection in time'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  socket.once(event, resolve);
  socket.on('error', fail);
  socket.once('close', close);
  return promise.finally(() => {
    signal.removeEventListener('abort', stop);
    socket.off(event, resolve);
    socket.off('close', close);
    // `fail` stays: an error that nobody listens for, such as one after a time-out, ends the process.
  });
}

function describe(error: Error & { readonly code?: string }): OutboundError {
  const { code = '', message } = error;
  if (/^E(CONNREFUSED|NETUNREACH|HOSTUNREACH|ADDRNOTAVAIL)$/.test(code)) {
    return new OutboundError('unreachable', 'nobody takes the connection');
  }
  if (/CERT|SIGNATURE|ISSUER|altname/i.test(`${code} ${message}`)) {
    return new OutboundError('certificate', `the certificate does not hold: ${message || code}`);
  }
  return new OutboundError('broken', `the connection broke: ${message || code}`);
}
