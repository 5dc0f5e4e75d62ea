import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { BrokerCounters } from './counters.ts';
import type { GuestDoor } from './guest-door.ts';
import type { Ingest } from './ingest.ts';
import { type BrokerLimits, defaultLimits } from './limits.ts';
import { listenTcp, type PortGate, type TlsFiles } from './listen-tcp.ts';
import { SessionRegistry } from './session-registry.ts';
import type { Acceptor } from './wire.ts';

export interface BrokerOptions {
  readonly ingest: Ingest;
  /** Doors for clients that are no boards. Left out: there is none. */
  readonly guests?: readonly GuestDoor[] | undefined;
  /** Whether clients are admitted now; others are told to try elsewhere or later. Left out: always. */
  readonly available?: (() => boolean) | undefined;
  readonly log: Logger;
  readonly time: Time;
  readonly host: string;
  /** 0: any free port. Null: no plain TCP. */
  readonly port: number | null;
  readonly tls?: TlsFiles | undefined;
  readonly limits?: Partial<BrokerLimits> | undefined;
  /** For each port. Left out: a port accepts as fast as others connect. */
  readonly makeGate?: (() => PortGate) | undefined;
}

/** The embedded broker. The WebSocket door uses it as an `Acceptor`. */
export interface Broker extends Acceptor {
  readonly port: number | null;
  readonly tlsPort: number | null;
  readonly counters: BrokerCounters;
  /** Open, authenticated sessions. */
  sessions(): number;
  /** Open connections, authenticated or not. */
  connections(): number;
  /** Ends a device's session at once, which does not count as silence. False: it has none. */
  disconnectDevice(deviceId: string): boolean;
  /** Sends a command (QoS 1). False: no session of the device listens to commands. */
  publishCommand(deviceId: string, command: object): boolean;
  /**
   * Listens for TLS, or gives new connections at the same port another certificate. Open connections stay.
   * @throws Error when the port is taken or the certificate is invalid
   */
  listenTls(files: TlsFiles): void;
  /**
   * Stops listening, waits at most `stopMs` until commits in flight are acknowledged, and closes
   * everything. Must be called before the HTTP server stops, or its WebSockets would look lost.
   */
  stop(): Promise<void>;
}

/**
 * Starts the embedded broker, for MQTT 3.1, 3.1.1 and 5.
 * @throws Error when a port is taken or the certificate is invalid
 */
export function startBroker(options: BrokerOptions): Broker {
  const registry = new SessionRegistry({
    ingest: options.ingest,
    log: options.log,
    time: options.time,
    limits: { ...defaultLimits, ...options.limits },
    guests: options.guests ?? [],
    available: options.available ?? (() => true),
  });
  const listeners = listenTcp(registry, options);
  let stopping: Promise<void> | null = null;
  return {
    port: listeners.port,
    get tlsPort() {
      return listeners.tlsPort;
    },
    counters: registry.counters,
    sessions: () => registry.sessions,
    connections: () => registry.connections,
    accept: (wire, origin) => registry.accept(wire, origin),
    closed: (session) => registry.closed(session),
    disconnectDevice(deviceId) {
      const session = registry.find(deviceId);
      session?.end('expelled');
      return session !== undefined;
    },
    publishCommand: (deviceId, command) => registry.find(deviceId)?.sendCommand(command) ?? false,
    listenTls: (files) => listeners.listenTls(files),
    stop() {
      listeners.stop();
      stopping ??= registry.stop();
      return stopping;
    },
  };
}
