import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** Why no backup was made; its codes mean something else elsewhere. */
export function describeBackupError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CONFLICT') return t('system.backup.busy');
  if (error instanceof ApiError && error.message === noRoom) return t('system.backup.no_room');
  return t('system.backup.failed', { reason: describeError(error, t) });
}

const noRoom = 'There is not enough free space for a backup.';
