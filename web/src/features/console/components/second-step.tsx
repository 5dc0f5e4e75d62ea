import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import type { SecondStep as Step } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSendCode } from '../api/send-code.ts';
import { explainCodeError, isChallengeOver } from '../describe-log-in-error.ts';
import { PasskeyButton } from './passkey-button.tsx';

interface SecondStepProps {
  step: Step;
  onIn: () => void;
  /** Called for Escape, the button, or an answer that came too late. */
  onBack: (isOver: boolean) => void;
}

/** After the password: what the app shows, a recovery code, or a passkey. */
export function SecondStep({ step, onIn, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { challenge, methods } = step;
  const send = useSendCode();
  const hasApp = methods.includes('totp');
  const form = useSaveForm({
    defaultValues: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' && t('ui.said.fill_in_all_fields') }),
    save: async ({ code }) => {
      try {
        return await send.mutateAsync({ challenge, code: code.trim() });
      } catch (error) {
        if (isChallengeOver(error)) onBack(true);
        throw explainCodeError(error, t);
      }
    },
    onSaved: onIn,
    describe: (error) => describeError(error, t),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes back from wherever the focus is
    <div
      className="flex flex-col gap-5"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onBack(false);
      }}
    >
      {methods.includes('passkey') && <PasskeyButton challenge={challenge} onIn={onIn} />}
      {(hasApp || methods.includes('recovery')) && (
        <Form form={form}>
          <form.AppField name="code">
            {(field) => (
              <field.TextField
                label={hasApp ? t('console.login.code') : t('console.login.recovery_code')}
                {...(hasApp && { hint: t('console.login.code_hint') })}
                autoComplete="one-time-code"
                maxLength={32}
                inputRef={input}
                isCode
              />
            )}
          </form.AppField>
          <form.FormError />
          <form.SubmitButton size="large">{t('console.login.action')}</form.SubmitButton>
        </Form>
      )}
      <Button
        look="ghost"
        icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        onClick={() => onBack(false)}
      >
        {t('console.login.back')}
      </Button>
    </div>
  );
}
