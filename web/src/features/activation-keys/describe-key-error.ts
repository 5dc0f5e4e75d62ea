import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** What the server says of a conflict; elsewhere it means that two people changed the same thing. */
const conflicts = {
  'This customer account is not active.': 'activation_keys.error.customer_inactive',
  'This activation key belongs to another customer.': 'activation_keys.error.bound_to_another',
  'Nobody has vouched for what this account holds.': 'whose_account.unanswered',
  'This activation key has been revoked already.': 'activation_keys.error.revoked_already',
} as const;

function explain(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CONFLICT' && isKnown(error.message)) {
    return t(conflicts[error.message]);
  }
  return describeError(error, t);
}

function isKnown(message: string): message is keyof typeof conflicts {
  return Object.hasOwn(conflicts, message);
}

/** `An error occurred: …`, and who is unknown is told what to do first. */
export function describeKeyError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CUSTOMER_NOT_FOUND') {
    return t('activation_keys.error.no_such_customer');
  }
  return t('ui.form.failed', { reason: explain(error, t) });
}
