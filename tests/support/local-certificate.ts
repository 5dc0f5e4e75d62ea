import { join } from 'node:path';

export interface LocalCertificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  /** Where the certificate lies, for a program that is to believe it. */
  readonly path: string;
}

/** A certificate for this machine, that believes in itself; its files lie in a folder. */
export async function makeLocalCertificate(folder: string): Promise<LocalCertificate> {
  const [path, key] = [join(folder, 'local-cert.pem'), join(folder, 'local-key.pem')];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost';
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await Bun.$`openssl req -x509 ${kind} -keyout ${key} -out ${path} -days 2 -subj /CN=localhost -addext ${names}`.quiet();
  return { cert: await Bun.file(path).text(), key: await Bun.file(key).text(), path };
}
