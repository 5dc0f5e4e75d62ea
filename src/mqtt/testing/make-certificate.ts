import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificate {
  /** PEM; it is its own authority. */
  readonly cert: string;
  readonly key: string;
  /** The certificate as a file, for programs that want one. */
  readonly certFile: string;
  readonly keyFile: string;
  remove(): void;
}

/** Has openssl make a certificate good for two days. */
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
