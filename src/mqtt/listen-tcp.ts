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

/** Keeps a port from accepting; see `AcceptGate` of the server. */
export interface PortGate {
  take(port: number): void;
  letGo(): void;
  shut(): void;
  open(): void;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number | null;
  readonly tls?: TlsFiles | undefined;
  /** For each port. Left out: a port accepts as fast as others connect. */
  readonly makeGate?: (() => PortGate) | undefined;
}

/**
 * Connections that a port accepts in one turn of the event loop. Bun accepts until nobody waits any more: 8,600 a
 * second from one address, each refused at once, kept a page waiting for 13 s.
 */
const acceptedPerTurn = 64;

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
  const { makeGate = () => noGate } = options;
  const plainGate = makeGate();
  const secureGate = makeGate();
  const plain =
    options.port === null
      ? null
      : Bun.listen<Held>({
          hostname: options.host,
          port: options.port,
          socket: handlersOf(acceptor, plainGate, false),
        });
  if (plain !== null) plainGate.take(plain.port);
  const secureHandlers = handlersOf(acceptor, secureGate, true);
  let secure: TCPSocketListener<Held> | null = null;
  const listenTls = ({ port, cert, key }: TlsFiles) => {
    const wanted = secure?.port ?? port;
    // A listener keeps its first certificate, so another one replaces it. Nobody can connect in between.
    secureGate.letGo();
    secure?.stop();
    secure = Bun.listen<Held>({
      hostname: options.host,
      port: wanted,
      tls: { cert, key },
      socket: secureHandlers,
    });
    secureGate.take(secure.port);
  };
  try {
    if (options.tls !== undefined) listenTls(options.tls);
  } catch (error) {
    plainGate.letGo();
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
      plainGate.letGo();
      secureGate.letGo();
      plain?.stop();
      secure?.stop();
    },
  };
}

const noGate: PortGate = { take() {}, letGo() {}, shut() {}, open() {} };

function handlersOf(acceptor: Acceptor, gate: PortGate, isTls: boolean): SocketHandler<Held> {
  let accepted = 0;
  const beginTurn = () => {
    accepted = 0;
    gate.open();
  };
  return {
    open(socket) {
      accepted += 1;
      if (accepted === 1) setImmediate(beginTurn);
      if (accepted === acceptedPerTurn) gate.shut();
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
