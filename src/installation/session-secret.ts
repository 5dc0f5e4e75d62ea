import { join } from 'node:path';
import type { Config } from './config.ts';
import { keepSecret } from './kept-secret.ts';

/**
 * What session tokens are signed with: the configured secret, or one made at the first start and kept
 * in the data directory. Without it sessions begin anew.
 */
export function loadSessionSecret(config: Pick<Config, 'data' | 'jwt_secret'>): string {
  return config.jwt_secret ?? keepSecret(join(config.data, 'jwt-secret'));
}
