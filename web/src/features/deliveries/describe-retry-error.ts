import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** A conflict is a full sentence of its own; any other failure is named as one. */
export function describeRetryError(error: unknown, t: TFunction): string {
  const reason = describeError(error, t);
  const isConflict = error instanceof ApiError && error.code === 'CONFLICT';
  return isConflict ? reason : t('ui.form.failed', { reason });
}
