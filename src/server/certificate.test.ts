import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { ConfigError } from '../installation/config.ts';
import { type CertificateFiles, readCertificate, watchCertificate } from './certificate.ts';

async function makePair(name: string): Promise<CertificateFiles> {
  const folder = tempDir('faiwatch-cert');
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const args = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await Bun.$`openssl req -x509 ${args} -keyout ${key} -out ${cert} -days 2 -subj /CN=${name}`.quiet();
  return { cert: await Bun.file(cert).text(), key: await Bun.file(key).text() };
}

async function setScene() {
  const [first, second] = await Promise.all([makePair('first'), makePair('second')]);
  const folder = tempDir('faiwatch-cert');
  const config = { tls_cert: join(folder, 'cert.pem'), tls_key: join(folder, 'key.pem') };
  const write = (files: Partial<CertificateFiles>) => {
    if (files.cert !== undefined) writeFileSync(config.tls_cert, files.cert);
    if (files.key !== undefined) writeFileSync(config.tls_key, files.key);
  };
  write(first);
  return { config, first, second, write };
}

test('a renewed certificate is taken into use once both files are there', async () => {
  const { config, first, second, write } = await setScene();
  const applied: CertificateFiles[] = [];
  const lines: string[] = [];
  const note = (_: object, text: string) => void lines.push(text);
  const tick = watchCertificate(config, first, (files) => applied.push(files), {
    debug: note,
    info: note,
    warn: note,
    error: note,
  });
  tick.run();
  expect(applied).toEqual([]);
  write({ cert: second.cert });
  tick.run();
  tick.run();
  expect(applied).toEqual([]);
  expect(lines).toEqual(['the certificate on the disk cannot be used; the old one stays']);
  write({ key: second.key });
  tick.run();
  tick.run();
  expect(applied).toEqual([second]);
});

test('a key of another certificate, or a missing certificate, stops the start', async () => {
  const { config, second, write } = await setScene();
  write({ key: second.key });
  expect(() => readCertificate(config)).toThrow(ConfigError);
  write({ cert: 'not a certificate' });
  expect(() => readCertificate(config)).toThrow('no certificate with its key');
  expect(() => readCertificate({ ...config, tls_key: '/nowhere' })).toThrow('cannot be read');
  expect(readCertificate({})).toBeNull();
});
