import { readMeta } from '../store/engine/meta.ts';
import type { Store } from '../store/engine/open.ts';
import type { Config } from './config.ts';
import { keepSecret, readSecret } from './kept-secret.ts';
import { metricsTokenPath } from './paths.ts';

type Where = Pick<Config, 'data' | 'metrics_token'>;

/**
 * What /metrics is read with: the configured token, or one made at the first start and kept in the data
 * directory.
 * @returns null where an earlier release was installed and nobody has set one: there this machine may
 *   read them without
 */
export function loadMetricsToken(config: Where, store: Store): string | null {
  const token = findMetricsToken(config);
  if (token !== null || readMeta(store, 'metrics_loopback') !== undefined) return token;
  return keepSecret(metricsTokenPath(config.data));
}

/** The token that is configured or kept. */
export function findMetricsToken(config: Where): string | null {
  return config.metrics_token ?? readSecret(metricsTokenPath(config.data));
}
