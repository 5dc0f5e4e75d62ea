import type { Logger } from '../domain/logger.ts';

/** What ends a process whose stop takes too long. */
interface StopLimit {
  readonly limitMs: number;
  readonly end: () => void;
}

/** 5 s are promised. */
const usualLimit: StopLimit = { limitMs: 4_500, end: () => process.exit(1) };

/**
 * Stops the server on SIGTERM or SIGINT.
 * @returns settles once it has stopped
 */
export function stopOnSignal(
  stop: () => Promise<void>,
  log: Logger,
  { limitMs, end } = usualLimit,
): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
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
