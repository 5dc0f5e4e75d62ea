import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { useTypedEarly } from '../../../components/ui/form/use-typed-early.ts';
import { ApiError, NetworkError, type SecondStep } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLogIn } from '../api/log-in.ts';

/** @param onNext called with what has to follow the password; null: logged in */
export function LogInForm({ onNext }: { onNext: (step: SecondStep | null) => void }) {
  const { t } = useTranslation();
  const logIn = useLogIn();
  const form = useSaveForm({
    defaultValues: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: username.trim() === '' && t('ui.said.fill_in_all_fields'),
      password: password === '' && t('ui.said.fill_in_all_fields'),
    }),
    save: ({ username, password }) => logIn.mutateAsync({ username: username.trim(), password }),
    onSaved: onNext,
    describe: (error) => {
      const isSaid =
        error instanceof NetworkError || (error instanceof ApiError && error.code !== 'UNKNOWN');
      return isSaid ? describeError(error, t) : t('console.login.failed');
    },
  });
  useTypedEarly(form, (name, value) => {
    if (name === 'username' || name === 'password') form.setFieldValue(name, value);
  });
  return (
    <Form form={form}>
      <form.AppField name="username">
        {(field) => (
          <field.TextField
            label={t('console.login.username')}
            autoComplete="username"
            maxLength={64}
          />
        )}
      </form.AppField>
      <form.AppField name="password">
        {(field) => (
          <field.PasswordField
            label={t('console.login.password')}
            autoComplete="current-password"
            maxLength={256}
          />
        )}
      </form.AppField>
      <form.FormError />
      <form.SubmitButton size="large">{t('console.login.action')}</form.SubmitButton>
    </Form>
  );
}
