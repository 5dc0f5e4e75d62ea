import { expect, test } from 'bun:test';
import { ApiError, NetworkError } from './api-error.ts';
import { chooseRetryDelayMs, shouldRetry } from './query-client.ts';

/** How long a question is repeated that always fails like this, in ms, and how often. */
function repeat(error: Error): { times: number; ms: number } {
  let [times, ms] = [0, 0];
  while (shouldRetry(times, error)) {
    ms += chooseRetryDelayMs(times, error);
    times += 1;
  }
  return { times, ms };
}

test('a question is repeated until another machine has taken over', () => {
  const noLeader = new ApiError('', { status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  expect(repeat(noLeader)).toEqual({ times: 6, ms: 30_000 });
});

test('other failures are repeated twice, and refusals never', () => {
  const full = new ApiError('', { status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 10 });
  for (const error of [full, new NetworkError('')]) {
    expect(repeat(error)).toEqual({ times: 2, ms: 3_000 });
  }
  expect(repeat(new ApiError('', { status: 404, code: 'NOT_FOUND' })).times).toBe(0);
});
