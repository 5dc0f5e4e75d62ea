import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/**
 * A refusal as the form shows it: the server answers a number that somebody else has with CONFLICT, which
 * elsewhere means that two people changed the same thing.
 */
export function explainCustomerError(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT' || !('phone' in error.fields)) {
    return error;
  }
  const { message, status, code } = error;
  return new ApiError(message, {
    status,
    code,
    fields: { phone: t('customers.form.phone_taken') },
  });
}

export function describeCustomerError(error: unknown, t: TFunction): string {
  return t('ui.form.failed', { reason: describeError(error, t) });
}
