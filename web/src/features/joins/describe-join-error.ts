import type { TFunction } from 'i18next';
import { isUnvouched } from '../../components/console/use-whose-account.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

export function describeJoinError(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('ui.form.failed', { reason: describeError(error, t) });
  if (error.code === 'NOT_FOUND') return t('joins.answered_already');
  if (isUnvouched(error)) return t('whose_account.unanswered');
  if (error.code === 'CONFLICT') return t('joins.account_inactive');
  return t('ui.form.failed', { reason: describeError(error, t) });
}
