/** The server as a process: its log, its signals, its errors, and the machine's time. */
import type { Config } from './installation/config.ts';
import { composeServer, type ReadyLine } from './main/compose-server.ts';
import { realTime } from './server/clock.ts';
import { openSink } from './server/log/sink.ts';
import { createLog, findReader } from './server/log.ts';
import { stopOnSignal } from './server/stop-on-signal.ts';
import { watchUnexpectedErrors } from './server/unexpected-errors.ts';

export interface RunningServer {
  readonly ready: ReadyLine;
  /**
   * Settles once the server has stopped after SIGTERM or SIGINT. Rejects with StoreUnusable when the database
   * turns out to be damaged; the process must end then.
   */
  readonly stopped: Promise<void>;
}

/**
 * Starts the service.
 * @throws ServerRunning, StoreUnusable, ConfigError, and errors of taken ports; each one sentence
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const logs = createLog(config.log_level, findReader(2, process.env), openSink(2));
  process.on('exit', logs.finish);
  const unexpected = watchUnexpectedErrors(logs.log);
  const { ready, stop, damage } = await composeServer({ config, logs, unexpected }, realTime);
  // Without closing anything: the last connection to close would copy the log into the damaged file.
  const damaged = damage.then((error) => Promise.reject(error));
  return { ready, stopped: Promise.race([stopOnSignal(stop, logs.log), damaged]) };
}
