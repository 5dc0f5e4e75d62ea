/**
 * One MQTT connection of a virtual device, by the `mqtt` package. 10,000 of them with a heartbeat every ten
 * seconds take 480 MB and an eighth of a core, so no lighter client is needed.
 */
import mqtt, { type MqttClient } from 'mqtt';
import { brokerAddress } from '../../outbound/broker-address.ts';

export interface LinkHandlers {
  /** The session is open. */
  onOpen(): void;
  /** The server sent a command, which may be anything. */
  onCommand(command: unknown): void;
  /** The connection ended or could not be opened. Not called after `freeze` or `close`. */
  onClose(reason: 'refused' | 'lost'): void;
}

/** A connection over which a device publishes at QoS 1. */
export interface Link {
  /** @param onAck called at PUBACK, unless the link ends before */
  publish(topic: string, payload: string, onAck: () => void): void;
  /** Falls silent for good, without another packet or a FIN, like a dead board. */
  freeze(): void;
  /** Sends DISCONNECT and closes. A frozen link is closed without it. */
  close(): void;
}

export type OpenLink = (
  url: string,
  deviceId: string,
  token: string,
  handlers: LinkHandlers,
) => Link;

/** With this keepalive, silence shows after 15 s. */
const keepaliveSeconds = 10;
const connectPatienceMs = 10_000;
/** CONNACK return codes for a wrong id or wrong credentials (MQTT 3.1.1, table 3.1). */
const refusalCodes: readonly unknown[] = [2, 4, 5];

export const openMqttLink: OpenLink = (url, deviceId, token, handlers) =>
  new MqttLink(url, deviceId, token, handlers);

class MqttLink implements Link {
  readonly #client: MqttClient;
  readonly #handlers: LinkHandlers;
  #isOver = false;
  #isRefused = false;
  /** Closes the socket of a frozen link. */
  #bury: (() => void) | null = null;

  constructor(url: string, deviceId: string, token: string, handlers: LinkHandlers) {
    this.#handlers = handlers;
    const prefix = `faiwatch/v1/${deviceId}`;
    this.#client = mqtt.connect({
      ...brokerAddress(url),
      clientId: deviceId,
      username: deviceId,
      password: token,
      clean: true,
      keepalive: keepaliveSeconds,
      protocolVersion: 4,
      // The device decides when to try again.
      reconnectPeriod: 0,
      connectTimeout: connectPatienceMs,
      resubscribe: false,
      // The Will tells a server behind an external broker that the session died.
      will: { topic: `${prefix}/status`, payload: Buffer.from('offline'), qos: 1, retain: false },
    });
    this.#client.once('connect', () => {
      // A client that was closed while it connected has closed its store, too.
      if (this.#isOver) return;
      this.#client.publish(`${prefix}/status`, 'online', { qos: 1 });
      this.#client.subscribe(`${prefix}/commands`, { qos: 1 });
      handlers.onOpen();
    });
    this.#client.on('message', (_topic, payload) => {
      if (!this.#isOver) handlers.onCommand(readJson(payload));
    });
    this.#client.on('error', (error) => {
      this.#isRefused ||= refusalCodes.includes((error as { code?: unknown }).code);
    });
    this.#client.on('close', () => this.#end());
  }

  publish(topic: string, payload: string, onAck: () => void): void {
    if (this.#isOver) return;
    this.#client.publish(topic, payload, { qos: 1 }, (error) => {
      if (!error && !this.#isOver) onAck();
    });
  }

  freeze(): void {
    this.#isOver = true;
    const { stream } = this.#client;
    const destroy = stream.destroy.bind(stream);
    this.#bury = () => void destroy();
    // From here on, nothing that the client does (DISCONNECT, ping, destroy) reaches the socket, and no
    // answer reaches the client.
    Object.assign(stream, {
      _write: (_chunk: unknown, _encoding: unknown, done: () => void) => done(),
      _writev: (_chunks: unknown, done: () => void) => done(),
      _final: (done: () => void) => done(),
      destroy: () => stream,
    });
    stream.removeAllListeners('data');
    stream.on('data', () => {});
    // Once the other side has closed, the socket is closed, too.
    stream.once('end', this.#bury);
    this.#client.end(true);
  }

  close(): void {
    this.#bury?.();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#client.end(false);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handlers.onClose(this.#isRefused ? 'refused' : 'lost');
  }
}

function readJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
}
