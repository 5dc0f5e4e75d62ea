/** Credentials of the load generators. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Credential {
  readonly device_id: string;
  readonly device_token: string;
}

const credentialSchema = z.strictObject({ device_id: z.string(), device_token: z.string() });

/** The id of the n-th device of a benchmark: `fw-` and 12 hex digits. */
export function makeDeviceId(index: number): string {
  return `fw-be0c${index.toString(16).padStart(8, '0')}`;
}

/**
 * Reads one credential per JSON line.
 * @param path a file, or `none` for made-up ids without tokens (a broker that lets anyone in).
 * @throws Error when the file has fewer than `count`.
 */
export function readCredentials(path: string, count: number): readonly Credential[] {
  if (path === 'none') {
    return Array.from({ length: count }, (_, i) => ({
      device_id: makeDeviceId(i),
      device_token: '',
    }));
  }
  const lines = readFileSync(path, 'utf8').split('\n', count).filter(Boolean);
  if (lines.length < count) {
    throw new Error(`${path} has ${lines.length} credentials, ${count} are needed`);
  }
  return lines.map((line) => credentialSchema.parse(JSON.parse(line)));
}
