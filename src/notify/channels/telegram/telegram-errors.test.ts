import { expect, test } from 'bun:test';
import { GrammyError } from 'grammy';
import { askedWaitMs, toSendError } from './telegram-errors.ts';

function limited(retryAfter: unknown): GrammyError {
  const parameters = { retry_after: retryAfter as number };
  const answer = {
    ok: false,
    error_code: 429,
    description: 'Too Many Requests',
    parameters,
  } as const;
  return new GrammyError('failed', answer, 'sendMessage', {});
}

test.each([
  [7, 7_000],
  [3_600, 3_600_000],
  [86_400 * 365, 3_600_000],
  [1e300, 3_600_000],
  ['8', 8_000],
  [0, null],
  [-5, null],
  ['soon', null],
  [undefined, null],
  [[], null],
])('of %p seconds that the Bot API asks for, %p ms are waited', (asked, waitMs) => {
  expect(askedWaitMs(limited(asked))).toBe(waitMs);
  expect(toSendError(limited(asked)).retryAfterMs).toBe(waitMs ?? 1_000);
});
