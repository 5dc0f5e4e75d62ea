import { findMetricsToken } from '../../installation/metrics-token.ts';
import { metricsTokenPath } from '../../installation/paths.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning } = findingsOf('metrics');

/** Whether /metrics needs a token, and where the token is. */
export function checkMetrics({
  config,
  isRunning,
}: Pick<Patient, 'config' | 'isRunning'>): Finding[] {
  const path = metricsTokenPath(config.data);
  if (config.metrics_token !== undefined) {
    return [ok('/metrics is read with the token that is configured.')];
  }
  const token = findMetricsToken(config);
  if (token !== null) return [ok(`/metrics is read with the token in ${path}.`)];
  // The first start makes a token.
  if (!isRunning) return [];
  return [
    warning(
      'Every program on this machine, and everybody whom a relay or proxy on it lets through, can read /metrics without a token.',
      `Create one, give it to Prometheus, restart the server: (umask 077; openssl rand -hex 32 > ${path}; chown --reference=${config.data} ${path})`,
    ),
  ];
}
