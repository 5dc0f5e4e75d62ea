import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** A refusal of the second step's code, as the form shows it: beside the field. */
export function explainCodeError(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CREDENTIALS') return error;
  const { message, status, code } = error;
  return new ApiError(message, { status, code, fields: { code: t('console.login.wrong_code') } });
}

/** Whether the log-in has to begin anew because its challenge was used too often or too late. */
export function isChallengeOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CHALLENGE_EXPIRED';
}

/** Why no passkey opened the console: the browser, its owner or the server said no. */
export function describePasskeyFailure(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('console.login.passkey_given_up');
  if (error.code === 'INVALID_CREDENTIALS') return t('console.login.passkey_unknown');
  if (error.code === 'CONFLICT') return t('console.login.passkey_not_here');
  return describeError(error, t);
}
