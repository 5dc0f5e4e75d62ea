import type { TFunction } from 'i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/error-text.ts';

/** A wrong password or code as the form shows it: beside the field. */
export function explainWrongProof(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CREDENTIALS') return error;
  const { message, status, code } = error;
  const fields = { password: t('ui.said.wrong_password'), code: t('console.login.wrong_code') };
  return new ApiError(message, { status, code, fields });
}

/** Waiting does not help: the tries of this session are used up, and a log-in is a proof. */
export function describeProofError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'RATE_LIMITED') return t('proof.too_many');
  return describeError(error, t);
}
