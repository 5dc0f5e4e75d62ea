import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { normaliseActivationKey } from '../../../../../src/domain/keys/activation-key.ts';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { useTypedEarly } from '../../../components/ui/form/use-typed-early.ts';
import { useGoOn } from '../../../lib/use-go-on.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useLogIn } from '../api/log-in.ts';
import { describeLoginFailure } from '../describe-login-failure.ts';

/** Phone and any activation key of the customer's. */
export function LogInForm() {
  const { t } = useTranslation();
  const language = useLanguage();
  const goOn = useGoOn('/customer/dashboard');
  const { mutateAsync } = useLogIn();
  const form = useSaveForm({
    defaultValues: { phone: '', activationKey: '' },
    check: ({ phone, activationKey }) => ({
      phone: phone.trim() === '' && t('login.enter_phone'),
      activationKey: checkKey(activationKey, t),
    }),
    save: ({ phone, activationKey }) =>
      mutateAsync({ phone: phone.trim(), activationKey: activationKey.trim() }),
    onSaved: goOn,
    describe: (error) => describeLoginFailure(error, Date.now(), t, language),
  });
  useTypedEarly(form, (name, value) => {
    if (name === 'phone' || name === 'activationKey') form.setFieldValue(name, value);
  });
  return (
    <Form form={form}>
      <form.AppField name="phone">
        {(field) => (
          <field.TextField
            label={t('login.phone')}
            hint={t('login.phone_hint')}
            type="tel"
            autoComplete="tel"
            placeholder="081-234-5678"
            maxLength={32}
          />
        )}
      </form.AppField>
      <form.AppField name="activationKey">
        {(field) => (
          <field.TextField
            label={t('login.key')}
            hint={t('login.key_hint')}
            placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
            maxLength={64}
            isCode
          />
        )}
      </form.AppField>
      <form.FormError />
      <form.SubmitButton size="large">{t('login.submit')}</form.SubmitButton>
    </Form>
  );
}

/** Finds a mistyped key by its check character, before the server is asked. */
function checkKey(key: string, t: TFunction): string | false {
  if (key.trim() === '') return t('login.enter_key');
  return normaliseActivationKey(key) === null && t('login.mistyped_key');
}
