import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { normaliseActivationKey } from '../../../../../src/domain/keys/activation-key.ts';
import { Button } from '../../../components/ui/button.tsx';
import { focusWrong } from '../../../components/ui/form/focus-wrong.ts';
import {
  describeFailure,
  type FormErrors,
  toFieldErrors,
} from '../../../components/ui/form/form-errors.ts';
import { useTypedEarly } from '../../../components/ui/form/use-typed-early.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { PlainTextField } from '../../../components/ui/plain-text-field.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { logIn } from '../api/log-in.ts';
import { describeLoginFailure } from '../describe-login-failure.ts';

const fields = ['phone', 'activationKey'] as const;
const nothingWrong: FormErrors = { fields: {} };

interface LogInFormProps {
  /** Ends once the next page is there. */
  onIn: () => void | Promise<void>;
}

/** Phone and any activation key of the customer's. Of plain elements: nothing else of the portal has come yet. */
export function LogInForm({ onIn }: LogInFormProps) {
  const { t, language } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(nothingWrong);
  const [isBusy, setIsBusy] = useState(false);
  const elementOf = (name: string) => {
    const element = form.current?.elements.namedItem(name);
    return element instanceof HTMLInputElement ? element : null;
  };

  async function send(): Promise<void> {
    const [phone = '', activationKey = ''] = fields.map((name) => elementOf(name)?.value.trim());
    const mistakes = toFieldErrors({
      phone: phone === '' && t('login.enter_phone'),
      activationKey: checkKey(activationKey, t),
    });
    setWrong(mistakes ?? nothingWrong);
    if (mistakes !== undefined) return;
    setIsBusy(true);
    try {
      await logIn({ phone, activationKey });
      await onIn();
    } catch (error) {
      setWrong(
        describeFailure(error, fields, t, () =>
          describeLoginFailure(error, Date.now(), t, language),
        ),
      );
    }
    setIsBusy(false);
  }

  async function submit(): Promise<void> {
    if (isBusy) return;
    const before = document.activeElement;
    await send();
    focusWrong(form.current, before);
  }

  useTypedEarly({ handleSubmit: submit }, (name, value) => {
    const element = elementOf(name);
    if (element !== null) element.value = value;
  });
  const shared = (name: (typeof fields)[number]) => ({
    name,
    isDisabled: isBusy,
    error: wrong.fields[name],
  });
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-5"
    >
      <PlainTextField
        {...shared('phone')}
        label={t('login.phone')}
        hint={t('login.phone_hint')}
        type="tel"
        autoComplete="tel"
        placeholder="081-234-5678"
        maxLength={32}
      />
      <PlainTextField
        {...shared('activationKey')}
        label={t('login.key')}
        hint={t('login.key_hint')}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
        maxLength={64}
        isCode
      />
      {wrong.form !== undefined && (
        <Notice key={wrong.form} kind="error" isNew>
          {wrong.form}
        </Notice>
      )}
      <Button type="submit" look="primary" size="large" isBusy={isBusy}>
        {t('login.submit')}
      </Button>
    </form>
  );
}

/** Finds a mistyped key by its check character, before the server is asked. */
function checkKey(key: string, t: TFunction): string | false {
  if (key === '') return t('login.enter_key');
  return normaliseActivationKey(key) === null && t('login.mistyped_key');
}
