import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitForPort } from '../../scripts/bench/lib/ports.ts';
import { makeCertificate } from '../../src/mqtt/testing/make-certificate.ts';

/** Let's Encrypt's test authority, on loopback, for which every name leads to this machine. */
export interface Pebble {
  /** Address of its ACME directory. */
  readonly directory: string;
  /** A file with the certificate of its own web server. */
  readonly caFile: string;
  /** PEM: the root of the certificates that it makes. */
  readRoot(): Promise<string>;
  stop(): Promise<void>;
}

/** @param challengePort where it looks whether a name is ours, instead of port 80 */
export async function startPebble(challengePort: number): Promise<Pebble> {
  const dir = mkdtempSync(join(tmpdir(), 'faiwatch-pebble-'));
  const own = makeCertificate();
  const [acme, management, dns, names] = Array.from({ length: 4 }, findFreePort);
  const config = join(dir, 'config.json');
  writeFileSync(join(dir, 'key.pem'), own.key);
  writeFileSync(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${acme}`,
        managementListenAddress: `127.0.0.1:${management}`,
        certificate: own.certFile,
        privateKey: join(dir, 'key.pem'),
        httpPort: challengePort,
        tlsPort: 1,
        ocspResponderURL: '',
        externalAccountBindingRequired: false,
      },
    }),
  );
  const quiet = { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' } as const;
  const resolver = Bun.spawn(
    [
      'pebble-challtestsrv',
      ...['-defaultIPv6', '', '-http01', '', '-https01', '', '-tlsalpn01', ''],
      ...['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${names}`],
    ],
    quiet,
  );
  const authority = Bun.spawn(['pebble', '-config', config, '-dnsserver', `127.0.0.1:${dns}`], {
    ...quiet,
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
  });
  await Promise.all([acme, management, names].map((port) => waitForPort(port ?? 0, 10_000)));
  return {
    directory: `https://127.0.0.1:${acme}/dir`,
    caFile: own.certFile,
    async readRoot() {
      const answer = await fetch(`https://127.0.0.1:${management}/roots/0`, {
        tls: { ca: own.cert },
      });
      return answer.text();
    },
    async stop() {
      authority.kill();
      resolver.kill();
      await Promise.all([authority.exited, resolver.exited]);
      own.remove();
      rmSync(dir, { recursive: true });
    },
  };
}
