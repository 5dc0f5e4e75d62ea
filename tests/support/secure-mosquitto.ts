import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../src/mqtt/testing/make-certificate.ts';
import { type Mosquitto, prepareMosquitto } from '../../src/mqtt/testing/run-mosquitto.ts';

export interface SecureMosquitto extends Mosquitto {
  /** PEM of the authority that made its certificate, for localhost. */
  readonly ca: string;
}

export const houseAccount = { username: 'house', password: 'its own password' };

/** Debian's mosquitto as in somebody's house: TLS by a certificate of its own, and a password. */
export function prepareSecureMosquitto(...settings: readonly string[]): SecureMosquitto {
  const certificate = makeCertificate();
  const directory = mkdtempSync(join(tmpdir(), 'faiwatch-house-'));
  const passwords = join(directory, 'passwords');
  const { username, password } = houseAccount;
  const made = Bun.spawnSync(['mosquitto_passwd', '-b', '-c', passwords, username, password]);
  if (made.exitCode !== 0) throw new Error(`mosquitto_passwd failed: ${made.stderr}`);
  const mosquitto = prepareMosquitto(
    // Started as root it stays so, and can read these files.
    'user root',
    'allow_anonymous false',
    `password_file ${passwords}`,
    `certfile ${certificate.certFile}`,
    `keyfile ${certificate.keyFile}`,
    ...settings,
  );
  return {
    ...mosquitto,
    ca: certificate.cert,
    async remove() {
      await mosquitto.remove();
      certificate.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
