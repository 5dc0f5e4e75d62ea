import type { Tick } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { Config } from '../installation/config.ts';
import { secureAddress } from '../installation/config-schema.ts';
import { acmePath } from '../installation/paths.ts';
import type { Broker } from '../mqtt/broker.ts';
import type { AcceptGate } from '../server/accept-gate.ts';
import type { CertificateFiles } from '../server/certificate.ts';
import { CertificateKeeper, type CertificateStanding } from '../server/certificate-keeper.ts';
import { makeAccountKey, orderCertificate } from '../server/order-certificate.ts';
import { ChallengeDoor } from './challenge-door.ts';
import type { HttpListener } from './http-listener.ts';

/** The certificate of the setting `domain`, and the ports that need it. */
export interface DomainService {
  readonly tick: Tick;
  /** Of the port that authorities visit. */
  readonly gate: AcceptGate;
  standing(): CertificateStanding;
  /** Answers a certificate authority, for an app that has the authority's port. */
  answerChallenge(url: URL): Response;
  close(): Promise<void>;
}

interface DomainParts {
  readonly config: Config;
  readonly domain: string;
  /** Listens as soon as there is a certificate. */
  readonly https: HttpListener;
  /** Null: an external broker, with a certificate of its own. */
  readonly broker: Broker | null;
  /** Epoch ms. */
  readonly clock: () => number;
  readonly log: Logger;
}

/**
 * Opens what can be opened now, and the rest when it can. The server works without a certificate, a port
 * or an answer of the authority.
 */
export function serveDomain(parts: DomainParts): DomainService {
  const { config, domain, https, broker, clock, log } = parts;
  const { acme_directory: directory, acme_email: email } = config;
  const door = new ChallengeDoor({
    host: config.host,
    port: config.acme_port,
    secureAddress: secureAddress(domain, config.https_port),
    isSecure: () => https.port !== null,
  });
  // The pages may have this port. Their app then answers the authority.
  const openDoor = () => (config.acme_port === config.port ? undefined : door.open());
  let httpsFiles: CertificateFiles | null = null;
  const keeper = new CertificateKeeper({
    path: acmePath(config.data),
    domain,
    directory,
    clock,
    log,
    makeAccountKey,
    prepare: openDoor,
    order: (accountKey) =>
      orderCertificate({ domain, directory, email, accountKey, answers: door.answers }),
    use(files: CertificateFiles) {
      openDoor();
      if (httpsFiles !== files) https.listen(files);
      httpsFiles = files;
      if (config.mqtts_port !== null) broker?.listenTls({ port: config.mqtts_port, ...files });
    },
  });
  keeper.run().catch((error: unknown) => log.error({ err: error }, 'no certificate was ordered'));
  return {
    tick: keeper.tick,
    gate: door.gate,
    standing: () => keeper.standing(),
    answerChallenge: (url) => door.answer(url),
    close: () => door.close(),
  };
}
