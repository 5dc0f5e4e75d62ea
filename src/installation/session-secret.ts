import { join } from 'node:path';
import type { Config } from './config.ts';
import { keepSecret } from './kept-secret.ts';

/**
 * The secret that signs session tokens: as configured, or created at the first start and kept in the data
 * directory. Without it everybody has to log in again.
 */
export function loadSessionSecret(config: Pick<Config, 'data' | 'jwt_secret'>): string {
  return config.jwt_secret ?? keepSecret(join(config.data, 'jwt-secret'));
}
