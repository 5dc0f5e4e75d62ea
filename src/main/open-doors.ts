import type { Tick, Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import { type AppOptions, createApp } from '../http/app.ts';
import { type AddressSource, readArrival } from '../http/engine/arrival.ts';
import { CallLimits } from '../http/engine/call-limits.ts';
import type { Config } from '../installation/config.ts';
import type { Broker } from '../mqtt/broker.ts';
import { mqttWebSocket } from '../mqtt/websocket.ts';
import { AcceptGate } from '../server/accept-gate.ts';
import { type CertificateFiles, watchCertificate } from '../server/certificate.ts';
import type { CertificateStanding } from '../server/certificate-keeper.ts';
import { challengePath } from './challenge-door.ts';
import { HttpListener } from './http-listener.ts';
import { type DomainService, serveDomain } from './serve-domain.ts';

/** The ports that pages and calls are served at. */
export interface Doors {
  readonly port: number;
  /** Null without a domain, or without a certificate for it yet. */
  readonly httpsPort: number | null;
  readonly ticks: readonly Tick[];
  readonly gates: readonly AcceptGate[];
  /** Null without a domain. */
  certificate(): CertificateStanding | null;
  close(): Promise<void>;
}

interface DoorParts {
  readonly config: Config;
  /** The operator's own certificate as read at the start. Null: they have none. */
  readonly tls: CertificateFiles | null;
  /** Null with an external broker. */
  readonly broker: Broker | null;
  readonly log: Logger;
  readonly time: Time;
}

/**
 * Listens for pages and calls, plain or with the operator's certificate. With a domain, https and the
 * certificate authority's port are opened, too.
 * @throws Error when a port is taken
 */
export async function openDoors(options: AppOptions, parts: DoorParts): Promise<Doors> {
  const { config, tls, broker, log, time } = parts;
  const limits = new CallLimits(options.monitor);
  let domain: DomainService | null = null;

  async function makeListener(port: number, isTls: boolean): Promise<HttpListener> {
    const gate = new AcceptGate();
    const app = createApp({ ...options, isTls }, limits, gate);
    if (broker !== null) {
      const doorway = { trustProxy: config.trust_proxy, isTls, nodeSecret: options.nodeSecret };
      const originOf = (request: Request, server: AddressSource | null) =>
        readArrival(request, server, doorway);
      app.use(mqttWebSocket({ broker, originOf }));
    }
    if (config.domain !== undefined && !isTls) {
      // When pages are served on the port that authorities visit, the app answers them.
      app.get(
        `${challengePath}*`,
        ({ request }) =>
          domain?.answerChallenge(new URL(request.url)) ?? new Response(null, { status: 404 }),
        { detail: { hide: true } },
      );
    }
    await app.modules;
    return new HttpListener(app, config.host, port, { gate, setTimer: time.setTimer });
  }

  const listener = await makeListener(config.port, tls !== null);
  const https = config.domain === undefined ? null : await makeListener(config.https_port, true);
  listener.listen(tls);
  if (config.domain !== undefined && https !== null) {
    domain = serveDomain({
      config,
      domain: config.domain,
      https,
      broker,
      log,
      clock: () => time.clock().wallMs,
    });
  }
  const renew = (certificate: CertificateFiles) => {
    listener.listen(certificate);
    const { mqtts_port: port } = config;
    if (port !== null) broker?.listenTls({ port, ...certificate });
  };
  return {
    port: listener.port ?? config.port,
    get httpsPort() {
      return https?.port ?? null;
    },
    gates: [listener, https, domain].flatMap((door) => door?.gate ?? []),
    ticks: [
      ...(tls === null ? [] : [watchCertificate(config, tls, renew, log)]),
      ...(domain === null ? [] : [domain.tick]),
    ],
    certificate: () => domain?.standing() ?? null,
    async close() {
      await Promise.all([listener.stop(), https?.stop(), domain?.close()]);
    },
  };
}
