import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** What the server says of a conflict; elsewhere it means that two people changed the same thing. */
const conflicts = {
  'Only a notification that has failed can be sent again.': 'deliveries.error.not_failed',
  'There is no messenger to send it with.': 'deliveries.error.no_messenger',
  'It is too old to be sent again.': 'deliveries.error.too_old',
} as const;

export function describeRetryError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CONFLICT' && isKnown(error.message)) {
    return t(conflicts[error.message]);
  }
  return t('ui.form.failed', { reason: describeError(error, t) });
}

function isKnown(message: string): message is keyof typeof conflicts {
  return Object.hasOwn(conflicts, message);
}
