/** The firmware of an installation by its configuration, for the server and the commands. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FirmwareAnnouncer } from '../actions/firmware/announce-firmware.ts';
import type { Monitor } from '../actions/monitor.ts';
import type { Tick } from '../domain/instant.ts';
import type { FirmwareShelf } from '../store/firmware/firmware-shelf.ts';
import { type Config, ConfigError } from './config.ts';
import { firmwareDir } from './paths.ts';

/**
 * Loads the public key of firmware releases: the configured one, else the one in the data directory.
 * @throws ConfigError when there is none, or it is not an ECDSA key on P-256
 */
export function loadReleaseKey(config: Pick<Config, 'data' | 'firmware_public_key'>): KeyObject {
  const { firmware_public_key: given } = config;
  if (given?.startsWith('-----BEGIN ') === true) return parseKey(given, 'firmware_public_key');
  const path = given ?? join(firmwareDir(config.data), 'release-key.pub.pem');
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = given === undefined && (error as { code?: unknown }).code === 'ENOENT';
    throw new ConfigError(
      isMissing
        ? `there is no public key to check releases with; put it at ${path}, or set firmware_public_key`
        : `the public key of the firmware cannot be read: ${(error as Error).message}`,
    );
  }
  return parseKey(pem, path);
}

function parseKey(pem: string, where: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) {
    throw new ConfigError(
      `${where} holds a private key; the server is to have the public one only`,
    );
  }
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new ConfigError(`${where} is no public key in PEM`);
  }
  const { kty, crv } = key.export({ format: 'jwk' });
  if (kty !== 'EC' || crv !== 'P-256') {
    throw new ConfigError(`${where} is not an ECDSA key on the curve P-256`);
  }
  return key;
}

/** Tells boards about roll-outs, also those that a command beside the server began. */
export function announceFirmware(monitor: Monitor, shelf: FirmwareShelf): Tick {
  const announcer = new FirmwareAnnouncer(monitor, shelf);
  return { name: 'announce-firmware', everyMs: 1_000, run: () => announcer.announce() };
}
