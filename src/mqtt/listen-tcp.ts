import type { SocketHandler, TCPSocketListener } from 'bun';
import type { Session } from './session.ts';
import type { Acceptor } from './wire.ts';

export interface TlsFiles {
  /** 0: any. */
  readonly port: number;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number | null;
  readonly tls?: TlsFiles | undefined;
}

export interface TcpListeners {
  readonly port: number | null;
  readonly tlsPort: number | null;
  /** From now on new connections get this certificate; what is open stays so. PEM. */
  renewTls(cert: string, key: string): void;
  /** Accepts no more; what is open stays so. */
  stop(): void;
}

/** Null: turned away, or already closed. */
type Held = { session: Session | null };

/**
 * Listens for MQTT over TCP and TLS. Bun's own sockets, with one set of handlers for all of them: a
 * `node:net` socket costs several times the memory and half the message rate.
 *
 * @throws Error when a port is taken or the certificate is none
 */
export function listenTcp(acceptor: Acceptor, options: ListenOptions): TcpListeners {
  const socket: SocketHandler<Held> = {
    open(socket) {
      socket.data = { session: acceptor.accept(socket, socket.remoteAddress) };
      if (socket.data.session === null) socket.terminate();
    },
    // Its presence makes `open` come before the TLS handshake, so that handshakes, too, count.
    handshake() {},
    data: (socket, chunk) => socket.data.session?.receive(chunk),
    drain: (socket) => socket.data.session?.drained(),
    close(socket) {
      const { session } = socket.data;
      socket.data.session = null;
      if (session !== null) acceptor.closed(session);
    },
    // `close` follows; without this handler Bun would end the process.
    error() {},
  };
  const plain =
    options.port === null
      ? null
      : Bun.listen<Held>({ hostname: options.host, port: options.port, socket });
  const listenTls = ({ port, cert, key }: TlsFiles) =>
    Bun.listen<Held>({ hostname: options.host, port, tls: { cert, key }, socket });
  let secure: TCPSocketListener<Held> | null = null;
  try {
    if (options.tls !== undefined) secure = listenTls(options.tls);
  } catch (error) {
    plain?.stop(true);
    throw error;
  }
  return {
    port: plain?.port ?? null,
    tlsPort: secure?.port ?? null,
    renewTls(cert, key) {
      if (secure === null) return;
      const { port } = secure;
      // A listener keeps the certificate it was made with; nobody can connect between these two lines.
      secure.stop();
      secure = listenTls({ port, cert, key });
    },
    stop() {
      plain?.stop();
      secure?.stop();
    },
  };
}
