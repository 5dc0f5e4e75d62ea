import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * What session tokens are signed with: the configured secret, or one made at the first start and kept
 * in the data directory, readable by its owner only.
 */
export function loadSessionSecret(config: Pick<Config, 'data' | 'jwt_secret'>): string {
  if (config.jwt_secret !== undefined) return config.jwt_secret;
  const path = join(config.data, 'jwt-secret');
  const kept = readKept(path);
  if (kept !== null) return kept;
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, `${secret}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return secret;
}

/** Null when there is none, or one that a power cut left unfinished: then sessions begin anew. */
function readKept(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret.length >= 32 ? secret : null;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}
