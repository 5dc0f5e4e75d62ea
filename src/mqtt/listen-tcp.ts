import type { SocketHandler, TCPSocketListener } from 'bun';
import { isPrivateAddress } from '../domain/ip-address.ts';
import type { Session } from './session.ts';
import type { Acceptor } from './wire.ts';

export interface TlsFiles {
  /** 0: any free port. */
  readonly port: number;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number | null;
  readonly tls?: TlsFiles | undefined;
}

interface TcpListeners {
  readonly port: number | null;
  readonly tlsPort: number | null;
  /**
   * Listens for TLS, or gives new connections at the same port another certificate. Open connections stay.
   * @throws Error when the port is taken or the certificate is invalid
   */
  listenTls(files: TlsFiles): void;
  /** Accepts no more. Open connections stay. */
  stop(): void;
}

/** Null: the connection was refused, or is closed. */
type Held = { session: Session | null };

/**
 * Listens for MQTT over TCP and TLS with Bun's own sockets, whose handlers are shared: `node:net` sockets
 * take several times the memory and halve the message rate.
 *
 * @throws Error when a port is taken or the certificate is invalid
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
    // A listener keeps its first certificate, so another one replaces it. Nobody can connect in between.
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
      const origin = { address, isPlainOutside, isRelayed: false };
      socket.data = { session: acceptor.accept(socket, origin) };
      if (socket.data.session === null) socket.terminate();
    },
    // With this handler, `open` is called before the TLS handshake, so that handshakes count, too.
    handshake() {},
    data: (socket, chunk) => socket.data.session?.receive(chunk),
    drain: (socket) => socket.data.session?.drained(),
    close(socket) {
      const { session } = socket.data;
      socket.data.session = null;
      if (session !== null) acceptor.closed(session);
    },
    // `close` follows. Without this handler Bun would end the process.
    error() {},
  };
}
