import type { Logger } from '../domain/logger.ts';

/** How long a stop may take before the process is ended, in ms: 5 s are promised. */
const stopLimitMs = 4_500;

/**
 * Stops the server on SIGTERM or SIGINT.
 * @returns settles once it has stopped
 */
export function stopOnSignal(stop: () => Promise<void>, log: Logger): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error({}, 'the stop took too long; ending all the same');
        process.exit(1);
      }, stopLimitMs).unref();
      void stop().then(stopped.resolve);
    });
  }
  return stopped.promise;
}
