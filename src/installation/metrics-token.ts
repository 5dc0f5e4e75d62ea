import { keepSecret, readSecret } from '../disk/kept-secret.ts';
import { readMeta } from '../store/engine/meta.ts';
import type { Store } from '../store/engine/open.ts';
import type { Config } from './config.ts';
import { metricsTokenPath } from './paths.ts';

type Where = Pick<Config, 'data' | 'metrics_token'>;

/**
 * Loads the token that gives access to /metrics: the configured one, or one made at the first start and
 * kept in the data directory.
 * @returns null: the installation is older than these tokens and nobody has set one, so requests from this
 *   machine need none
 */
export function loadMetricsToken(config: Where, store: Store): string | null {
  const token = findMetricsToken(config);
  if (token !== null || readMeta(store, 'metrics_loopback') !== undefined) return token;
  return keepSecret(metricsTokenPath(config.data));
}

/** Finds the configured or kept token without making one. */
export function findMetricsToken(config: Where): string | null {
  return config.metrics_token ?? readSecret(metricsTokenPath(config.data));
}
