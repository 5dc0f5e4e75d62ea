import { readFileSync } from 'node:fs';
import { replaceFile } from './replace-file.ts';

/** Reads the secret in a file, or makes one in a file that only its owner can read. */
export function keepSecret(path: string): string {
  const kept = readSecret(path);
  if (kept !== null) return kept;
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  replaceFile(path, `${secret}\n`);
  return secret;
}

/** @returns null: there is no secret, or a power cut left it unfinished */
export function readSecret(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret.length >= 32 ? secret : null;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}
