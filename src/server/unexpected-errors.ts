import type { Logger } from '../domain/logger.ts';

/**
 * Keeps an error that nobody caught from ending the process: a monitor that is not running tells
 * nobody anything. It is logged with its stack and counted; the operator sees the count grow.
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
