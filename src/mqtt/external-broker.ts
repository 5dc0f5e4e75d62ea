import { hostname } from 'node:os';
import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { LiveDevice } from '../actions/fleet/live-device.ts';
import { relayed } from '../domain/fleet/sight.ts';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import { brokerAddress } from '../outbound/broker-address.ts';
import {
  commandsTopic,
  describeInvalid,
  type Ingest,
  InvalidPayload,
  type PublishLeaf,
  parseEvents,
  parseHeartbeat,
  parseStatus,
  parseTopic,
  topicPrefix,
} from './ingest.ts';
import { PacketSizes } from './packets.ts';

interface ExternalBrokerOptions {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`, with user name and password if the broker asks for them. */
  readonly url: string;
  readonly ingest: Ingest;
  readonly log: Logger;
  readonly time: Time;
  /** The same over restarts, so that the broker recognises the session. */
  readonly clientId?: string | undefined;
  /** Full-jitter back-off between attempts. */
  readonly backoffMs?: { readonly first: number; readonly most: number } | undefined;
  /** A stop waits so long for commits in flight. Default: 2 s. */
  readonly stopMs?: number | undefined;
}

interface ExternalBrokerStatus {
  /** Connected and subscribed, so messages of devices arrive. */
  readonly isListening: boolean;
  /** Epoch ms of the last change of `isListening`. */
  readonly since: number;
  /** The reason that messages do not arrive, without secrets. Null while they do. */
  readonly problem: string | null;
}

/** Totals since start, for /metrics. */
interface ExternalBrokerCounters {
  /** Tries to connect. */
  attempts: number;
  /** Successful tries. */
  connections: number;
  heartbeats: number;
  eventPackets: number;
  statusPackets: number;
  /** Messages of devices that are not enrolled. */
  unknownDevices: number;
  /** Messages with a wrong topic, schema or size, and retained ones, whose age is unknown. */
  invalidMessages: number;
  commitFailures: number;
}

export interface ExternalBroker {
  readonly counters: ExternalBrokerCounters;
  status(): ExternalBrokerStatus;
  /** Sends a command (QoS 1). False: there is no connection. */
  publishCommand(deviceId: string, command: object): boolean;
  /** Waits at most `stopMs` until commits in flight are acknowledged, then disconnects. */
  stop(): Promise<void>;
}

const subscription = '$share/faiwatch/faiwatch/v1/+/+';
/** As for the embedded broker. */
const maxPacketBytes = 4096;
/** Some brokers count otherwise than MQTT 5 does, and all send more than messages. */
const mostPacketBytes = 64 * 1024;
/**
 * The broker keeps messages so long while this server is away, as during an update. Events say their age
 * at the sending, so a message that waits longer would be dated wrongly.
 */
const sessionExpirySeconds = 60;

/**
 * Listens to devices through an external broker (MQTT 5), which authenticates them and lets each publish
 * only below its own topic. Returns at once and connects later: a broker that cannot be reached must not
 * keep the server from starting.
 */
export function connectExternalBroker(options: ExternalBrokerOptions): ExternalBroker {
  const listener = new ExternalListener(options);
  return {
    counters: listener.counters,
    status: () => listener.status,
    publishCommand: (deviceId, command) => listener.publishCommand(deviceId, command),
    stop: () => listener.stop(),
  };
}

function boundStream(stream: MqttClient['stream']): void {
  const sizes = new PacketSizes(mostPacketBytes);
  stream.on('data', (chunk: Uint8Array) => {
    if (!sizes.follow(chunk))
      stream.destroy(new Error('the broker sends a packet that is too large'));
  });
}

class ExternalListener {
  readonly counters: ExternalBrokerCounters = {
    attempts: 1,
    connections: 0,
    heartbeats: 0,
    eventPackets: 0,
    statusPackets: 0,
    unknownDevices: 0,
    invalidMessages: 0,
    commitFailures: 0,
  };
  status: ExternalBrokerStatus;
  readonly #ingest: Ingest;
  readonly #log: Logger;
  readonly #time: Time;
  readonly #backoffMs: { readonly first: number; readonly most: number };
  readonly #stopMs: number;
  readonly #client: MqttClient;
  #attempt = 0;
  #inFlight = 0;
  #onIdle: () => void = () => {};
  #isStopping = false;

  constructor({ url, ingest, log, time, clientId, backoffMs, stopMs }: ExternalBrokerOptions) {
    this.#ingest = ingest;
    this.#log = log;
    this.#time = time;
    this.status = { isListening: false, since: time.clock().wallMs, problem: 'connecting' };
    this.#backoffMs = backoffMs ?? { first: 1000, most: 30_000 };
    this.#stopMs = stopMs ?? 2000;
    const settings: IClientOptions = {
      ...brokerAddress(url),
      protocolVersion: 5,
      clientId: clientId ?? `faiwatch-${hostname()}`,
      clean: false,
      keepalive: 30,
      connectTimeout: 10_000,
      reconnectPeriod: this.#backoffMs.first,
      reconnectOnConnackError: true,
      resubscribe: false,
      properties: {
        sessionExpiryInterval: sessionExpirySeconds,
        receiveMaximum: 1000,
        maximumPacketSize: maxPacketBytes,
      },
    };
    this.#client = connect(settings);
    this.#boundStreams();
    this.#client.handleMessage = (packet, done) => this.#take(packet, done);
    this.#client.on('connect', () => this.#subscribe());
    this.#client.on('reconnect', () => this.#lengthenBackoff());
    this.#client.on('error', (error) => this.#notListening(error.message));
    this.#client.on('close', () => this.#notListening('connection closed'));
  }

  publishCommand(deviceId: string, command: object): boolean {
    if (!this.#client.connected) return false;
    this.#client.publish(commandsTopic(deviceId), JSON.stringify(command), { qos: 1 }, (error) => {
      if (error) this.#log.warn({ device: deviceId, err: error }, 'mqtt command not sent');
    });
    return true;
  }

  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    if (this.#inFlight > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onIdle = resolve;
      const cancel = this.#time.setTimer(this.#stopMs, resolve);
      await promise;
      cancel();
    }
    await new Promise<void>((resolve) => {
      // A command that nobody acknowledges must not delay the stop.
      const cancel = this.#time.setTimer(500, () => this.#client.end(true, {}, () => resolve()));
      this.#client.end(false, {}, () => {
        cancel();
        resolve();
      });
    });
  }

  /**
   * Has each connection end at its first packet that is far too large. `maximumPacketSize` asks the broker not to
   * send such; mqtt.js itself collects packets of any size, 256 MB.
   */
  #boundStreams(): void {
    const client = this.#client;
    const connectAgain = client.connect.bind(client);
    client.connect = () => {
      connectAgain();
      boundStream(client.stream);
      return client;
    };
    boundStream(client.stream);
  }

  #subscribe(): void {
    this.counters.connections++;
    this.#client.subscribe(subscription, { qos: 1 }, (error) => {
      if (error) {
        // The broker may allow the subscription later, so it is tried as often as connecting.
        this.#notListening(`subscription refused: ${error.message}`);
        this.#client.stream.destroy();
        return;
      }
      this.status = { isListening: true, since: this.#time.clock().wallMs, problem: null };
      this.#log.info({ subscription }, 'listening at the external broker');
    });
  }

  #notListening(problem: string): void {
    if (this.#isStopping) return;
    // The close that follows an error must not replace the error's reason.
    if (!this.status.isListening && problem === 'connection closed') return;
    if (this.status.problem !== problem) {
      this.#log.warn({ problem }, 'not listening at the external broker');
    }
    const since = this.status.isListening ? this.#time.clock().wallMs : this.status.since;
    this.status = { isListening: false, since, problem };
  }

  /** Makes the wait after the attempt that begins longer, in case it fails. */
  #lengthenBackoff(): void {
    const { first, most } = this.#backoffMs;
    this.counters.attempts++;
    this.#attempt++;
    const limit = Math.min(most, first * 2 ** Math.min(this.#attempt, 16));
    this.#client.options.reconnectPeriod = Math.max(first, Math.random() * limit);
  }

  /** A received message proves that the connection works. */
  #shortenBackoff(): void {
    this.#attempt = 0;
    this.#client.options.reconnectPeriod = this.#backoffMs.first;
  }

  /**
   * Handles one message. mqtt.js handles the next one only after `done`, which acknowledges the message, so
   * every commit would wait for the one before. Therefore `done` is called at once with an error: mqtt.js
   * goes on without a PUBACK, and the PUBACK is written here after the commit.
   */
  #take(packet: IPublishPacket, done: (error?: Error) => void): void {
    // An unacknowledged message stays with the broker for the next run.
    if (this.#isStopping) return;
    let commit: Promise<unknown> | undefined;
    try {
      commit = this.#ingestMessage(packet);
    } catch (error) {
      commit = Promise.reject(error);
    }
    if (commit === undefined) {
      this.#shortenBackoff();
      done();
      return;
    }
    const { stream } = this.#client;
    const { messageId } = packet;
    this.#inFlight++;
    commit
      .then(
        () => {
          this.#shortenBackoff();
          if (packet.qos === 0 || messageId === undefined || this.#client.stream !== stream) return;
          // MQTT 5 section 3.4: reason code 0 may be left out.
          stream.write(Uint8Array.of(0x40, 2, messageId >> 8, messageId & 0xff));
        },
        (error: unknown) => {
          this.counters.commitFailures++;
          this.#log.error({ topic: packet.topic, err: error }, 'mqtt message not stored');
          // Only on a new connection does the broker send the message again.
          if (this.#client.stream === stream) stream.destroy();
        },
      )
      .finally(() => {
        this.#inFlight--;
        if (this.#inFlight === 0) this.#onIdle();
      });
    done(new Error('acknowledged after its commit'));
  }

  /** @returns what the acknowledgement of the message must wait for, if anything */
  #ingestMessage({ topic, payload, retain }: IPublishPacket): Promise<unknown> | undefined {
    const parsed = parseTopic(topic);
    // Messages to `commands` come from this server.
    if (parsed === null && topic.endsWith('/commands')) return undefined;
    // A retained message may be of any age.
    if (parsed === null || retain) return this.#ignore(topic, retain ? 'retained' : 'topic');
    const device = this.#ingest.find(parsed.deviceId);
    if (device === undefined) {
      this.counters.unknownDevices++;
      return undefined;
    }
    device.heardFrom = relayed;
    const bytes = Buffer.from(payload);
    switch (parsed.leaf) {
      case 'heartbeat': {
        const beat = parseHeartbeat(bytes);
        if (beat instanceof InvalidPayload) return this.#decline(device, parsed.leaf, beat, bytes);
        this.counters.heartbeats++;
        return this.#ingest.heartbeat(device, beat);
      }
      case 'events': {
        const events = parseEvents(bytes);
        if (events instanceof InvalidPayload) {
          return this.#decline(device, parsed.leaf, events, bytes);
        }
        this.counters.eventPackets++;
        return this.#ingest.events(device, events);
      }
      case 'status': {
        const status = parseStatus(bytes);
        if (status instanceof InvalidPayload) {
          return this.#decline(device, parsed.leaf, status, bytes);
        }
        this.counters.statusPackets++;
        if (status === 'online') this.#ingest.sessionOpened(device);
        else this.#ingest.sessionLost(device);
        return undefined;
      }
    }
  }

  /** Notes a message that is acknowledged without effect, or the broker would send it for ever. */
  #ignore(topic: string, reason: string): undefined {
    this.counters.invalidMessages++;
    this.#log.debug({ topic, reason }, 'mqtt message ignored');
    return undefined;
  }

  #decline(
    device: LiveDevice,
    leaf: PublishLeaf,
    invalid: InvalidPayload,
    payload: Buffer,
  ): undefined {
    const refused = describeInvalid(leaf, invalid, payload);
    this.#ingest.refused(device, { address: null, ...refused });
    return this.#ignore(`${topicPrefix(device.deviceId)}${leaf}`, refused.code);
  }
}
