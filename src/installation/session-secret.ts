import { join } from 'node:path';
import { keepSecret } from '../disk/kept-secret.ts';
import type { Config } from './config.ts';

/**
 * Loads the secret that signs session tokens: the configured one, or one made at the first start and kept
 * in the data directory. When it is lost, everybody has to log in again.
 */
export function loadSessionSecret(config: Pick<Config, 'data' | 'jwt_secret'>): string {
  return config.jwt_secret ?? keepSecret(join(config.data, 'jwt-secret'));
}
