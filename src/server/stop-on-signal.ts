import type { Logger } from '../domain/logger.ts';

/** The end of a process whose stop takes too long. */
interface StopLimit {
  readonly limitMs: number;
  readonly end: () => void;
}

/** 5 s are promised. */
const usualLimit: StopLimit = { limitMs: 4_500, end: () => process.exit(1) };

/**
 * Stops the server on the first SIGTERM or SIGINT. Further ones change nothing: systemd signals a whole group of
 * processes, and one of a cluster's signals the other, too.
 * @returns settles once it has stopped
 */
export function stopOnSignal(
  stop: () => Promise<void>,
  log: Logger,
  { limitMs, end } = usualLimit,
): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error({}, 'the stop took too long; ending all the same');
        end();
      }, limitMs).unref();
      void stop().then(stopped.resolve);
    });
  }
  return stopped.promise;
}
