import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const maxRetries = 2;
/** A take-over of another machine of a cluster takes less than half a minute. */
const patienceMs = 30_000;

/** Whoever is restarted or taken over asks for no more; a full disk does. */
const shortWaitSeconds = 5;

/** How long a server that is about to serve again asked to wait, in ms. Undefined: it is about something else. */
function readPatienceMs(error: Error): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'UNAVAILABLE') return undefined;
  const seconds = error.retryAfterSeconds;
  return seconds === undefined || seconds > shortWaitSeconds ? undefined : seconds * 1_000;
}

/** Transient failures are retried twice, a take-over is waited for; a refusal would not change. */
export function shouldRetry(failures: number, error: Error): boolean {
  const waitMs = readPatienceMs(error);
  if (waitMs !== undefined) return (failures + 1) * waitMs <= patienceMs;
  if (error instanceof ApiError && error.status < 500) return false;
  return failures < maxRetries;
}

export function chooseRetryDelayMs(failures: number, error: Error): number {
  return readPatienceMs(error) ?? Math.min(1_000 * 2 ** failures, 30_000);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: chooseRetryDelayMs,
        staleTime: 10_000,
        // Asked even where the browser thinks it is offline: the server may stand on the same desk, and
        // a failure said at once is better than a skeleton for ever.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
