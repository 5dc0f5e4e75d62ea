import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type {
  changePasswordAnswerSchema,
  changePasswordSchema,
} from '../../../../src/contract/people/auth.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import { CurrentPasswordField } from '../../components/console/current-password-field.tsx';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import type { Findings } from '../../components/ui/form/form-errors.ts';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { toast } from '../../components/ui/toast.ts';
import { adminApi } from '../../lib/api-client.ts';
import { ApiError, isSessionOver, NetworkError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { adminSession } from '../../lib/session.ts';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
const longest = 256;

/** The own password. When the session has ended meanwhile, the log-in follows and says so. */
export function PasswordCard() {
  const { t } = useTranslation();
  const change = useChangePassword();
  const form = useSaveForm({
    defaultValues: empty,
    check: (passwords) => checkPasswords(passwords, t),
    save: async (passwords) => {
      try {
        return await change.mutateAsync(passwords);
      } catch (error) {
        throw explainPasswordError(error, t);
      }
    },
    onSaved: () => {
      form.reset(empty);
      toast.success(t('settings.password.done'));
    },
    describe: (error) => describePasswordError(error, t),
  });
  return (
    <SettingsCard title={t('settings.password.title')} text={t('settings.password.text')}>
      <Form form={form}>
        <form.AppField name="currentPassword">{() => <CurrentPasswordField />}</form.AppField>
        <form.AppField name="newPassword">
          {(field) => (
            <field.PasswordField
              label={t('settings.password.new')}
              hint={t('settings.password.new_hint')}
              autoComplete="new-password"
              maxLength={longest}
            />
          )}
        </form.AppField>
        <form.AppField name="confirmPassword">
          {(field) => (
            <field.PasswordField
              label={t('settings.password.confirm')}
              autoComplete="new-password"
              maxLength={longest}
            />
          )}
        </form.AppField>
        <form.FormError />
        <form.SubmitButton look="secondary" className="self-start">
          {t('settings.password.action')}
        </form.SubmitButton>
      </Form>
    </SettingsCard>
  );
}

/** Changes the own password. All other sessions end with it; this one goes on with a new token. */
function useChangePassword() {
  return useMutation({
    mutationFn: (
      passwords: InputOf<typeof changePasswordSchema>,
    ): Promise<OutputOf<typeof changePasswordAnswerSchema>> =>
      adminApi.post('/api/auth/change-password', passwords),
    onSuccess: ({ token }) => adminSession.replaceToken(token),
  });
}

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
