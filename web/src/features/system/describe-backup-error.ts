import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** Why no backup was made. */
export function describeBackupError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CONFLICT') return t('system.backup.busy');
  const reason = describeError(error, t);
  const isNoRoom = error instanceof ApiError && error.findings['body']?.code === 'noRoomForBackup';
  return isNoRoom ? reason : t('system.backup.failed', { reason });
}
