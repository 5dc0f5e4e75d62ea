import type { Logger } from '../domain/logger.ts';

/** Ends one part; called once. */
export type Closer = () => void | Promise<void>;

/** How long a stop may take before the process ends all the same, in ms; it promises 5 s. */
const stopLimitMs = 4_500;

/**
 * Stops everything, last started first, on SIGTERM, SIGINT or when asked.
 * @param closers in the order in which the parts were started
 */
export function stopOnSignal(
  closers: Closer[],
  log: Logger,
): { stop(): Promise<void>; readonly stopped: Promise<void> } {
  let stopping: Promise<void> | null = null;
  const stopped = Promise.withResolvers<void>();
  const stop = () => {
    stopping ??= closeAll(closers, log).then(stopped.resolve);
    return stopping;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error({}, 'the stop took too long; ending all the same');
        process.exit(1);
      }, stopLimitMs).unref();
      void stop();
    });
  }
  return { stop, stopped: stopped.promise };
}

/** Closes every part that is open, last started first; one that fails does not keep the others. */
export async function closeAll(closers: Closer[], log: Logger): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'a part did not stop cleanly');
    }
  }
}
