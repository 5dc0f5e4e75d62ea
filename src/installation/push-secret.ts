import { join } from 'node:path';
import { keepSecret } from '../disk/kept-secret.ts';
import type { Config } from './config.ts';

/**
 * Loads the secret by which push services know us, made at the first start and kept in the data
 * directory. When it is lost, every browser has to be switched on again.
 */
export function loadPushSecret(config: Pick<Config, 'data'>): string {
  return keepSecret(join(config.data, 'push-secret'));
}
