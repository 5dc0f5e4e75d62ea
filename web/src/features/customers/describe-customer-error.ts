import type { TFunction } from 'i18next';
import { describeError } from '../../lib/error-text.ts';

export function describeCustomerError(error: unknown, t: TFunction): string {
  return t('ui.form.failed', { reason: describeError(error, t) });
}
