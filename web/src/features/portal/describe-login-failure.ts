import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatDuration, formatTime } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

/** Why nobody was let in, and, where they must wait, until when. */
export function describeLoginFailure(
  error: unknown,
  nowMs: number,
  t: TFunction,
  language: Language,
): string {
  if (!(error instanceof ApiError)) return t('login.failed');
  if (error.code === 'INVALID_CREDENTIALS') return t('login.wrong');
  const { retryAfterSeconds } = error;
  if (error.code === 'RATE_LIMITED' && retryAfterSeconds !== undefined) {
    const waitMs = retryAfterSeconds * 1000;
    // Rounded up to the minute, so that a log-in at the shown time succeeds.
    const duration = formatDuration(Math.ceil(waitMs / 60_000) * 60_000, language);
    const time = formatTime(nowMs + waitMs + 59_999);
    return t('login.wait', { time, duration });
  }
  return describeError(error, t);
}
