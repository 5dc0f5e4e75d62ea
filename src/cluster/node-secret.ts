import { keepSecret, readSecret } from '../disk/kept-secret.ts';
import { secretPath } from './paths.ts';

/** With what the machines of a cluster prove to each other who they are; made if there is none. */
export function keepNodeSecret(dataDir: string): string {
  return keepSecret(secretPath(dataDir));
}

/** @returns null: the leader has not shared it yet */
export function readNodeSecret(dataDir: string): string | null {
  return readSecret(secretPath(dataDir));
}
