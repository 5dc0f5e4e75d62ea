import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** `An error occurred: …`; for a phone number that no customer has, what to do first. */
export function describeKeyError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CUSTOMER_NOT_FOUND') {
    return t('activation_keys.error.no_such_customer');
  }
  return t('ui.form.failed', { reason: describeError(error, t) });
}
