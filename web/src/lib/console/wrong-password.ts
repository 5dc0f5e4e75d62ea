import type { TFunction } from 'i18next';
import { ApiError } from '../api-error.ts';

/** A refusal of the password as the form shows it: beside the field. */
export function explainWrongPassword(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CREDENTIALS') return error;
  const { message, status, code } = error;
  return new ApiError(message, { status, code, fields: { password: t('ui.said.wrong_password') } });
}
