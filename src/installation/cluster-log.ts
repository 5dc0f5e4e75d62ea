import type { Config } from './config.ts';

/** Where the log of the cluster is. Null: this is the only machine. */
export function clusterLogOf(config: Config) {
  if (config.cluster === undefined) return null;
  return {
    servers: config.cluster,
    name: config.cluster_name,
    credentials: config.cluster_credentials,
    ca: config.cluster_ca,
  };
}
