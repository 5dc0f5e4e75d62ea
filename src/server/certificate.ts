import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Tick } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import { type Config, ConfigError } from '../installation/config.ts';

/** A certificate as PEM: the chain, and the key of its first certificate. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

const lookEveryMs = 60_000;

/**
 * Reads the certificate that the configuration names. Null: it names none.
 * @throws ConfigError when it cannot be read, or the key belongs to another certificate
 */
export function readCertificate(
  config: Pick<Config, 'tls_cert' | 'tls_key'>,
): CertificateFiles | null {
  if (config.tls_cert === undefined || config.tls_key === undefined) return null;
  let files: CertificateFiles;
  try {
    files = {
      cert: readFileSync(config.tls_cert, 'utf8'),
      key: readFileSync(config.tls_key, 'utf8'),
    };
  } catch (error) {
    throw new ConfigError(`the certificate cannot be read: ${(error as Error).message}`);
  }
  if (!belongTogether(files)) {
    throw new ConfigError('tls_cert and tls_key are no certificate with its key');
  }
  return files;
}

function belongTogether({ cert, key }: CertificateFiles): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/**
 * Compares the content of the certificate's files once a minute: programs that renew certificates replace
 * files, links or folders, and watching files misses some of these.
 * @param apply takes a new certificate into use
 */
export function watchCertificate(
  config: Pick<Config, 'tls_cert' | 'tls_key'>,
  initial: CertificateFiles,
  apply: (files: CertificateFiles) => void,
  log: Logger,
): Tick {
  let used = initial;
  let lastProblem = '';
  return {
    name: 'certificate',
    everyMs: lookEveryMs,
    run() {
      let files: CertificateFiles | null;
      try {
        files = readCertificate(config);
      } catch (error) {
        // One of the two files may be written a moment after the other.
        const problem = (error as Error).message;
        if (problem !== lastProblem) {
          log.warn({ problem }, 'the certificate on the disk cannot be used; the old one stays');
        }
        lastProblem = problem;
        return;
      }
      lastProblem = '';
      if (files === null || (files.cert === used.cert && files.key === used.key)) return;
      apply(files);
      used = files;
      log.info({ until: new X509Certificate(files.cert).validTo }, 'a new certificate is in use');
    },
  };
}
