import type { TFunction } from 'i18next';
import type { Findings } from '../../components/ui/form/form-errors.ts';
import { ApiError, isSessionOver, NetworkError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

interface Passwords {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

/** A shorter password is told to have this many characters, a longer one `minimum`. */
const shortest = 6;
const minimum = 10;

/** Finds what is wrong before the server is asked. */
export function checkPasswords(passwords: Passwords, t: TFunction): Findings<Passwords> {
  const { currentPassword, newPassword, confirmPassword } = passwords;
  const fillIn = t('ui.said.fill_in_all_fields');
  const needed = newPassword.length < shortest ? shortest : minimum;
  const isTooShort =
    newPassword.length < needed && t('settings.password.too_short', { min: needed });
  const isDifferent = confirmPassword !== newPassword && t('ui.said.passwords_differ');
  return {
    currentPassword: currentPassword === '' && fillIn,
    newPassword: newPassword === '' ? fillIn : isTooShort,
    confirmPassword: confirmPassword === '' ? fillIn : isDifferent,
  };
}

/** A refusal as the form shows it: beside the field that is at fault. */
export function explainPasswordError(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, retryAfterSeconds } = error;
  // An answer that is not ours, for example a proxy's, gives no reason.
  const isRefusal = code === 'UNKNOWN' && (status === 401 || status === 403);
  if (code === 'INVALID_CREDENTIALS' || isRefusal) {
    const said = { currentPassword: t('ui.said.wrong_password') };
    return new ApiError(message, { status, code, fields: said, retryAfterSeconds });
  }
  return error;
}

/** The message for the whole form; null where the log-in page shows it. */
export function describePasswordError(error: unknown, t: TFunction): string | null {
  if (isSessionOver(error)) return null;
  const isSaid =
    error instanceof NetworkError || (error instanceof ApiError && error.code !== 'UNKNOWN');
  return isSaid
    ? t('ui.form.failed', { reason: describeError(error, t) })
    : t('settings.password.failed');
}
