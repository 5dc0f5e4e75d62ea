import type { SocketHandler, TCPSocketListener } from 'bun';
import { isPrivateAddress } from '../contract/devices/private-address.ts';
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
  /**
   * Listens for TLS; where it does already, new connections get this certificate at the same port, and
   * what is open stays so.
   * @throws Error when the port is taken or the certificate is none
   */
  listenTls(files: TlsFiles): void;
  /** Accepts no more; what is open stays so. */
  stop(): void;
}

/** Null: turned away, or already closed. */
type Held = { session: Session | null };

/**
 * Listens for MQTT over TCP and TLS. Bun's own sockets, with one set of handlers for all of a listener: a
 * `node:net` socket costs several times the memory and half the message rate.
 *
 * @throws Error when a port is taken or the certificate is none
 */
export function listenTcp(acceptor: Acceptor, options: ListenOptions): TcpListeners {
  const plain =
    options.port === null
      ? null
      : Bun.listen<Held>({
          hostname: options.host,
          port: options.port,
          socket: handlersOf(acceptor, false),
        });
  const secureHandlers = handlersOf(acceptor, true);
  let secure: TCPSocketListener<Held> | null = null;
  const listenTls = ({ port, cert, key }: TlsFiles) => {
    const wanted = secure?.port ?? port;
    // A listener keeps the certificate it was made with; nobody can connect between these two lines.
    secure?.stop();
    secure = Bun.listen<Held>({
      hostname: options.host,
      port: wanted,
      tls: { cert, key },
      socket: secureHandlers,
    });
  };
  try {
    if (options.tls !== undefined) listenTls(options.tls);
  } catch (error) {
    plain?.stop(true);
    throw error;
  }
  return {
    port: plain?.port ?? null,
    get tlsPort() {
      return secure?.port ?? null;
    },
    listenTls,
    stop() {
      plain?.stop();
      secure?.stop();
    },
  };
}

function handlersOf(acceptor: Acceptor, isTls: boolean): SocketHandler<Held> {
  return {
    open(socket) {
      const { remoteAddress: address } = socket;
      const isPlainOutside = !isTls && !isPrivateAddress(address);
      socket.data = { session: acceptor.accept(socket, address, isPlainOutside) };
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
}
