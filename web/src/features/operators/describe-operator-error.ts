import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** A name that somebody else has, as the form shows it: beside the field. */
export function explainOperatorError(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return error;
  const { message, status, code } = error;
  return new ApiError(message, { status, code, fields: { username: t('operators.add.taken') } });
}

/** CONFLICT elsewhere means that two people changed the same thing; here it keeps the last owner. */
export function describeOperatorError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CONFLICT') return t('operators.last_owner');
  return t('ui.form.failed', { reason: describeError(error, t) });
}
