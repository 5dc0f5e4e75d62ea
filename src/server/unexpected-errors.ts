import type { Logger } from '../domain/logger.ts';

/**
 * Keeps an uncaught error from ending the process: a monitor that does not run alerts nobody. The error is
 * logged with its stack, and counted for the operator to see.
 */
export function watchUnexpectedErrors(log: Logger): { readonly count: number } {
  const seen = { count: 0 };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      seen.count += 1;
      log.error({ err: error, event }, 'an error that nobody caught');
    });
  }
  return seen;
}
