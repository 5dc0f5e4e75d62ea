import type { EnrolAnswer } from '../contract/fleet/device.ts';
import type { DeviceCommand } from '../domain/fleet/device-message.ts';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { Config } from '../installation/config.ts';
import { type Broker, startBroker } from '../mqtt/broker.ts';
import type { ExternalBroker } from '../mqtt/external-broker.ts';
import type { GuestDoor } from '../mqtt/guest-door.ts';
import type { Ingest } from '../mqtt/ingest.ts';
import { AcceptGate } from '../server/accept-gate.ts';
import { readMostFiles } from '../server/most-files.ts';

/** MQTT as configured: the embedded broker, or a client of an external one. */
export interface Mqtt {
  /** Null with an external broker. */
  readonly broker: Broker | null;
  /** Null with the embedded broker. */
  readonly external: ExternalBroker | null;
  /** Whether messages of devices can arrive. */
  isListening(): boolean;
  /** Sends a command (QoS 1). False: the device does not listen, or may not be sent it there. */
  publishCommand(deviceId: string, command: DeviceCommand): boolean;
  /**
   * Where devices find MQTT. A device that came over TLS is never sent to a port without it.
   * @param isSecure the device came over TLS
   */
  endpoint(isSecure: boolean): EnrolAnswer['mqtt'];
  stop(): Promise<void>;
}

interface MqttParts {
  readonly ingest: Ingest;
  readonly guests?: readonly GuestDoor[];
  readonly log: Logger;
  readonly time: Time;
}

/** Files that MQTT leaves to pages, to calls to others and to the database: a fifth of all, or so many. */
const enoughForOthers = 2_000;

/** How many connections a broker takes: as configured, and never all that the system allows. */
export function readLimits(
  config: Pick<Config, 'mqtt_connections' | 'mqtt_connections_per_address'>,
  mostFiles = readMostFiles(),
) {
  const forOthers = Math.min(Math.ceil(mostFiles / 5), enoughForOthers);
  return {
    connections: Math.min(config.mqtt_connections, mostFiles - forOthers),
    connectionsPerAddress: config.mqtt_connections_per_address,
  };
}

/**
 * Starts what the configuration asks for.
 * @param tls the certificate for the TLS port, PEM
 * @throws Error when a port is taken
 */
export async function startMqtt(
  config: Config,
  tls: { readonly cert: string; readonly key: string } | null,
  parts: MqttParts,
): Promise<Mqtt> {
  if (config.mqtt_url !== undefined) return listenThroughBroker(config.mqtt_url, parts);
  const broker = await startBroker({
    ...parts,
    host: config.host,
    port: config.mqtt_port,
    limits: readLimits(config),
    makeGate: () => new AcceptGate(),
    ...(tls !== null && config.mqtts_port !== null && { tls: { ...tls, port: config.mqtts_port } }),
  });
  return {
    broker,
    external: null,
    isListening: () => true,
    publishCommand: (deviceId, command) => broker.publishCommand(deviceId, command),
    endpoint(isSecure) {
      const { port, tlsPort } = broker;
      const isTls = (isSecure || port === null) && tlsPort !== null;
      // Without a port the device takes the WebSocket, at the address under which it came.
      return { port: isTls ? tlsPort : isSecure ? null : port, tls: isTls, path: '/mqtt' };
    },
    stop: () => broker.stop(),
  };
}

async function listenThroughBroker(address: string, parts: MqttParts): Promise<Mqtt> {
  const { connectExternalBroker } = await import('../mqtt/external-broker.ts');
  const external = connectExternalBroker({ url: address, ...parts });
  const url = new URL(address);
  const tls = url.protocol === 'mqtts:' || url.protocol === 'wss:';
  return {
    broker: null,
    external,
    isListening: () => external.status().isListening,
    // Others may read along at an external broker, so credentials never go there.
    publishCommand: (deviceId, command) =>
      command.type !== 'credentials' && external.publishCommand(deviceId, command),
    endpoint: () => ({
      port: url.port === '' ? (tls ? 8883 : 1883) : Number(url.port),
      tls,
      path: '/mqtt',
    }),
    stop: () => external.stop(),
  };
}
