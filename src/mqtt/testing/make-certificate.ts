import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificate {
  /** PEM. The certificate is self-signed. */
  readonly cert: string;
  readonly key: string;
  /** Path of the certificate, for programs that read files. */
  readonly certFile: string;
  readonly keyFile: string;
  remove(): void;
}

/** Makes a certificate with openssl, valid for two days. */
export function makeCertificate(names = 'DNS:localhost,IP:127.0.0.1'): TestCertificate {
  const directory = mkdtempSync(join(tmpdir(), 'faiwatch-tls-'));
  const certFile = join(directory, 'cert.pem');
  const keyFile = join(directory, 'key.pem');
  const made = Bun.spawnSync([
    'openssl',
    ...['req', '-x509', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
    ...['-addext', `subjectAltName=${names}`],
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  if (made.exitCode !== 0) throw new Error(`openssl failed: ${made.stderr}`);
  return {
    cert: readFileSync(certFile, 'utf8'),
    key: readFileSync(keyFile, 'utf8'),
    certFile,
    keyFile,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
