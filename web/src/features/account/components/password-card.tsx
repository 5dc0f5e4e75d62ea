import { CurrentPasswordField } from '../../../components/console/current-password-field.tsx';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useChangePassword } from '../api/change-password.ts';
import { checkPasswords, describePasswordError, explainPasswordError } from '../password-rules.ts';

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
