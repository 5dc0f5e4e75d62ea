import type { Server, ServerWebSocket, WebSocketHandler } from 'bun';
import { Elysia } from 'elysia';
import type { Origin } from '../actions/fleet/note-origin.ts';
import { SilentSessions } from './connection-caps.ts';
import type { Session } from './session.ts';
import type { Acceptor, Wire } from './wire.ts';

interface MqttWebSocketOptions {
  readonly broker: Acceptor;
  /** The address that a request counts for: behind a trusted proxy, the one that the proxy names. */
  readonly originOf: (request: Request, server: AddressSource | null) => Origin;
}

/** The part of Bun's server that knows the caller's address. */
export interface AddressSource {
  requestIP(request: Request): { readonly address: string } | null;
}

/**
 * Settings of the server that mounts `mqttWebSocket` (`listen({ websocket: … })`). They hold for all its
 * WebSockets. Bun's own limit of 16 MB a frame would let anybody fill the memory.
 */
export const mqttWebSocketSettings = {
  /** A frame may hold several packets. */
  maxPayloadLength: 16 * 1024,
  backpressureLimit: 64 * 1024,
  closeOnBackpressureLimit: true,
  /** More than one and a half of MQTT's longest keepalive, 450 s, which judges silence. */
  idleTimeout: 480,
  sendPings: false,
  perMessageDeflate: false,
} satisfies Partial<WebSocketHandler<unknown>>;

/**
 * Frames of one connection in one turn of the event loop. A board's whole share, 200 messages at once, is less; half
 * a megabyte of empty frames, which Bun would handle in one turn, is 87,000.
 */
export const framesPerTurn = 1024;

/**
 * WebSockets of one household that are open and have not said CONNECT yet. A client says it as soon as it may. Of
 * fragments that never end a message nobody is told, so only this bounds what strangers have Bun parse in a turn.
 */
export const silentPerHousehold = 24;

/** A silent one may keep a newcomer waiting so long. A client needs one way there and back. */
const longestSilenceMs = 1000;

/**
 * MQTT over WebSocket at `/mqtt` (MQTT 3.1.1 section 6), as an Elysia plugin of the HTTP server, so that one
 * port, tunnel or proxy is enough. Clients must offer the subprotocol `mqtt`.
 */
export function mqttWebSocket({ broker, originOf }: MqttWebSocketOptions) {
  const silent = new SilentSessions();
  return new Elysia({ name: 'mqtt-websocket' }).get(
    '/mqtt',
    ({ request, server }) => {
      if (!offersMqtt(request)) return refuse('MQTT needs a WebSocket with the subprotocol mqtt.');
      const origin = originOf(request, server);
      if (!makeRoom(silent, origin.address)) return refuseForNow();
      const wire = new WebSocketWire(broker, origin, silent);
      const isUpgraded = upgrade(server, request, wire);
      // After an upgrade Bun has answered already.
      return isUpgraded ? undefined : refuse('MQTT needs a WebSocket.');
    },
    { detail: { hide: true } },
  );
}

/** False: there are too many, none of which has been silent for long. */
function makeRoom(silent: SilentSessions, address: string): boolean {
  if (silent.countOf(address) < silentPerHousehold) return true;
  const oldest = silent.oldest(address);
  if (oldest === undefined || oldest.ageMs < longestSilenceMs) return false;
  oldest.end('yielded');
  silent.delete(oldest);
  return true;
}

/** Numbers the turns of the event loop in which somebody asks. */
class TurnCount {
  #turn = 0;
  #isAsked = false;

  get now(): number {
    if (!this.#isAsked) {
      this.#isAsked = true;
      setImmediate(() => {
        this.#isAsked = false;
        this.#turn += 1;
      });
    }
    return this.#turn;
  }
}

const turns = new TurnCount();

/**
 * One WebSocket as a wire. Elysia calls the socket's `data` with its events by name, so a session needs no
 * closures, and messages are not parsed on the way.
 */
class WebSocketWire implements Wire {
  readonly #broker: Acceptor;
  readonly #origin: Origin;
  readonly #silent: SilentSessions;
  #isSilent = true;
  #turn = 0;
  /** In that turn. */
  #frames = 0;
  #socket: ServerWebSocket<unknown> | null = null;
  #isFull = false;
  #session: Session | null = null;

  constructor(broker: Acceptor, origin: Origin, silent: SilentSessions) {
    this.#broker = broker;
    this.#origin = origin;
    this.#silent = silent;
  }

  open(socket: ServerWebSocket<unknown>): void {
    this.#socket = socket;
    this.#session = this.#broker.accept(this, this.#origin);
    // 1013: try again later.
    if (this.#session === null) socket.close(1013);
    else this.#silent.add(this.#session);
  }

  message(_socket: unknown, message: Buffer | string): void {
    if (!this.#countFrame()) return;
    // MQTT-6.0.0-1
    if (typeof message === 'string') this.#session?.refuse('text-frame');
    else this.#session?.receive(message);
    if (this.#isSilent && this.#session?.isOpen === true) {
      this.#isSilent = false;
      this.#silent.delete(this.#session);
    }
  }

  /** Bun answers it. */
  ping(): void {
    this.#countFrame();
  }

  pong(): void {
    this.#countFrame();
  }

  isFull(): boolean {
    return this.#isFull;
  }

  drain(): void {
    this.#isFull = false;
    this.#session?.drained();
  }

  close(): void {
    const session = this.#session;
    this.#socket = null;
    this.#session = null;
    if (session === null) return;
    this.#silent.delete(session);
    this.#broker.closed(session);
  }

  /** Bun keeps bytes that the peer does not take, up to `backpressureLimit`, and then closes. */
  write(bytes: Uint8Array): number {
    const status = this.#socket?.sendBinary(bytes) ?? 0;
    this.#isFull = status === -1;
    return status === 0 ? -1 : bytes.length;
  }

  end(): void {
    this.#socket?.close(1000);
  }

  terminate(): void {
    this.#socket?.terminate();
  }

  /** Does nothing: Bun cannot stop reading a WebSocket. The limit of held bytes ends a long wait. */
  pause(): void {}

  resume(): void {}

  /** False: there were too many in this turn, and the connection is closed. Bun then drops what it has read of it. */
  #countFrame(): boolean {
    const turn = turns.now;
    if (turn !== this.#turn) this.#frames = 0;
    this.#turn = turn;
    this.#frames += 1;
    if (this.#frames <= framesPerTurn) return true;
    this.#session?.refuse('flood');
    this.#socket?.terminate();
    return false;
  }
}

function offersMqtt(request: Request): boolean {
  const offered = request.headers.get('sec-websocket-protocol') ?? '';
  return offered.split(',').some((name) => name.trim() === 'mqtt');
}

function upgrade(server: Server<unknown> | null, request: Request, data: WebSocketWire): boolean {
  const headers = { 'Sec-WebSocket-Protocol': 'mqtt' };
  return server?.upgrade(request, { data, headers }) ?? false;
}

function refuseForNow(): Response {
  const error = 'Too many connections of this address have not said CONNECT yet.';
  const init = { status: 429, headers: { 'Retry-After': '1' } };
  return Response.json({ ok: false, error, code: 'RATE_LIMITED' }, init);
}

function refuse(error: string): Response {
  return Response.json({ ok: false, error, code: 'VALIDATION' }, { status: 400 });
}
