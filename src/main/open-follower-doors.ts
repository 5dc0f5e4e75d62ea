import { version } from '../../package.json';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { ClusterStatus } from '../domain/system/cluster.ts';
import { type AddressSource, readArrival } from '../http/engine/arrival.ts';
import { createFollowerApp } from '../http/follower-app.ts';
import type { Config } from '../installation/config.ts';
import { startBroker } from '../mqtt/broker.ts';
import type { Ingest } from '../mqtt/ingest.ts';
import { mqttWebSocket } from '../mqtt/websocket.ts';
import { AcceptGate } from '../server/accept-gate.ts';
import { readCertificate } from '../server/certificate.ts';
import { HttpListener } from './http-listener.ts';
import { readLimits } from './start-mqtt.ts';

/** A machine that follows, as its doors see it. */
interface FollowerView {
  readonly config: Config;
  readonly log: Logger;
  readonly time: Time;
  status(): ClusterStatus;
  /** With it this machine proves to the one that leads whom it names as the caller. Null: not known yet. */
  secret(): string | null;
}

export interface FollowerDoors {
  readonly port: number;
  /** Null: no such port is open. */
  readonly mqttPort: number | null;
  close(): Promise<void>;
}

type OpenFollowerDoors = (view: FollowerView) => Promise<FollowerDoors>;

/**
 * Opens the ports of a machine that follows: pages and calls are passed on to the one that leads, and boards are
 * sent on with MQTT's "server unavailable".
 * @throws ConfigError, and Error when a port is taken
 */
export const openFollowerDoors: OpenFollowerDoors = async (view) => {
  const { config, log, time } = view;
  const tls = readCertificate(config);
  const hasBroker = config.mqtt_url === undefined;
  const broker = startBroker({
    ingest: nobody,
    log,
    time,
    host: config.host,
    available: () => false,
    port: hasBroker ? config.mqtt_port : null,
    limits: readLimits(config),
    makeGate: () => new AcceptGate(),
    ...(hasBroker &&
      tls !== null &&
      config.mqtts_port !== null && { tls: { ...tls, port: config.mqtts_port } }),
  });
  const doorway = { trustProxy: config.trust_proxy, isTls: tls !== null };
  const gate = new AcceptGate();
  const app = createFollowerApp(
    {
      ...doorway,
      log,
      time,
      version,
      status: () => view.status(),
      secret: () => view.secret(),
    },
    gate,
  );
  const originOf = (request: Request, server: AddressSource | null) =>
    readArrival(request, server, { ...doorway, nodeSecret: null });
  app.use(mqttWebSocket({ broker, originOf }));
  await app.modules;
  const listener = new HttpListener(app, config.host, config.port, {
    gate,
    setTimer: time.setTimer,
  });
  try {
    listener.listen(tls);
  } catch (error) {
    await broker.stop();
    throw error;
  }
  return {
    port: listener.port ?? config.port,
    mqttPort: broker.port,
    async close() {
      await broker.stop();
      await listener.stop();
    },
  };
};

function never(): never {
  throw new Error('a machine that follows takes no devices in');
}

/** Devices of a machine that takes none. */
const nobody: Ingest = {
  authenticate: never,
  find: () => undefined,
  heartbeat: never,
  events: never,
  sessionOpened: never,
  sessionLost: never,
  refused() {},
};
