import { beforeEach, describe, expect, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeReleaseKey,
  testPublicPem,
  testReleaseKey,
  toPem,
  trustTestKey,
} from '../../tests/support/firmware.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { ConfigError } from './config.ts';
import { loadReleaseKey } from './firmware.ts';

let data: string;
beforeEach(() => {
  data = tempDir('key');
});

const load = (firmware_public_key?: string) => toPem(loadReleaseKey({ data, firmware_public_key }));

function write(text: string): string {
  const path = join(data, 'key.pem');
  writeFileSync(path, text);
  return path;
}

describe('the public key of releases', () => {
  test('lies in the data directory', () => {
    trustTestKey(data);
    expect(load()).toBe(testPublicPem);
  });

  test('or is what the configuration says: a file, or the key itself', () => {
    trustTestKey(data);
    const other = toPem(makeReleaseKey().publicKey);
    expect(load(other)).toBe(other);
    expect(load(write(other))).toBe(other);
  });

  test('that is nowhere is asked for, with the place where it belongs', () => {
    expect(() => load()).toThrow(ConfigError);
    expect(() => load()).toThrow(join(data, 'firmware', 'release-key.pub.pem'));
    expect(() => load(join(data, 'nowhere.pem'))).toThrow('cannot be read');
  });

  test('must not be the private one', () => {
    const { privateKey } = testReleaseKey;
    for (const type of ['pkcs8', 'sec1'] as const) {
      const pem = privateKey.export({ type, format: 'pem' }).toString();
      expect(() => load(pem)).toThrow('firmware_public_key holds a private key');
      expect(() => load(write(pem))).toThrow('key.pem holds a private key');
    }
  });

  test('must be on P-256', () => {
    const { publicKey: p384 } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { publicKey: ed25519 } = generateKeyPairSync('ed25519');
    for (const key of [p384, rsa, ed25519]) {
      expect(() => load(toPem(key))).toThrow('is not an ECDSA key on the curve P-256');
    }
  });

  test('must be PEM', () => {
    expect(() => load(write('hello'))).toThrow('is no public key in PEM');
    expect(() => load('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n')).toThrow(
      'firmware_public_key is no public key in PEM',
    );
  });
});
