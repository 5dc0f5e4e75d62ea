/** The server as a process: its log, its signals, its errors, and the machine's time. */
import { isClusterData } from './cluster/beside-the-leader.ts';
import { NodeUnusable } from './cluster/node-unusable.ts';
import { clusterDir } from './cluster/paths.ts';
import type { Config } from './installation/config.ts';
import { composeServer, type RunningServer } from './main/compose-server.ts';
import { realTime } from './server/clock.ts';
import { openSink } from './server/log/sink.ts';
import { createLog, findReader } from './server/log.ts';
import { stopOnSignal } from './server/stop-on-signal.ts';
import { watchUnexpectedErrors } from './server/unexpected-errors.ts';

/**
 * Starts the service.
 * @param order with `cluster`, from the node's process to the server that it starts
 * @throws ServerRunning, StoreUnusable, ConfigError, NodeUnusable, and errors of taken ports; each one
 *   sentence
 */
export async function startServer(config: Config, order?: string): Promise<RunningServer> {
  const logs = await createLog(config.log_level, findReader(2, process.env), openSink(2));
  process.on('exit', logs.finish);
  const unexpected = watchUnexpectedErrors(logs.log);
  if (config.cluster === undefined) {
    if (isClusterData(config.data)) {
      throw new NodeUnusable(
        `${config.data} is the directory of one machine of a cluster. To make it an installation of its own, remove ${clusterDir(config.data)}.`,
      );
    }
    const { ready, stop, damage } = await composeServer({ config, logs, unexpected }, realTime);
    // Without closing anything: the last connection to close would copy the log into the damaged file.
    const damaged = damage.then((error) => Promise.reject(error));
    return { ready, stopped: Promise.race([stopOnSignal(stop, logs.log), damaged]) };
  }
  // Nobody else needs it, nor the client of NATS.
  const cluster = await import('./main/serve-cluster.ts');
  if (order !== undefined) return cluster.lead(config, order, { logs, unexpected });
  return cluster.startNode(config, logs.log);
}
