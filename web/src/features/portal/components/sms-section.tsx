import { useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { describeError } from '../../../lib/error-text.ts';
import { smsQuery, useAskNumber, useConfirmNumber } from '../api/sms.ts';
import { AddressForm, isLimited } from './address-form.tsx';
import { Section } from './section.tsx';

/** Adds a number, which has to give back a code first; nothing where the service sends no SMS. */
export function SmsSection() {
  const { t } = useTranslation();
  const { data: isOffered = false } = useQuery(smsQuery);
  const { mutateAsync } = useAskNumber();
  const [asked, setAsked] = useState<string | null>(null);
  // The button that was pressed is gone with its form.
  const [isBack, setIsBack] = useState(false);
  const goBack = () => {
    setAsked(null);
    setIsBack(true);
  };
  if (!isOffered) return null;
  return (
    <Section title={t('portal.sms.title')}>
      <Card className="flex flex-col gap-4 p-5 sm:p-6">
        {asked === null ? (
          <>
            <p className="max-w-prose text-muted text-sm">{t('portal.sms.text')}</p>
            <AddressForm
              words={{
                address: t('portal.sms.address'),
                wrong: t('portal.sms.wrong'),
                who: t('portal.sms.who'),
                ask: t('portal.sms.ask'),
                wait: t('portal.sms.wait'),
              }}
              type="tel"
              maxLength={32}
              pattern={/\d/}
              icon={<MessageSquareText aria-hidden="true" className="size-4" />}
              isFocused={isBack}
              ask={mutateAsync}
              onAsked={setAsked}
            />
          </>
        ) : (
          <CodeForm number={asked} onConnected={goBack} onOther={goBack} />
        )}
      </Card>
    </Section>
  );
}

interface CodeFormProps {
  number: string;
  onConnected: () => void;
  onOther: () => void;
}

function CodeForm({ number, onConnected, onOther }: CodeFormProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useConfirmNumber();
  const input = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone.
  useEffect(() => input.current?.focus(), []);
  const form = useSaveForm({
    defaultValues: { code: '' },
    check: ({ code }) => ({ code: !/^\d{6}$/.test(code.trim()) && t('portal.sms.code_wrong') }),
    save: ({ code }) => mutateAsync({ address: number, code: code.trim() }),
    onSaved: onConnected,
    describe: (error) => (isLimited(error) ? t('portal.sms.wait') : describeError(error, t)),
  });
  return (
    <Form form={form} className="max-w-md gap-4">
      <p role="status">{t('portal.sms.sent', { number })}</p>
      <form.AppField name="code">
        {(field) => (
          <field.TextField
            label={t('portal.sms.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            inputRef={input}
            isCode
          />
        )}
      </form.AppField>
      <form.FormError />
      <div className="flex flex-wrap gap-2">
        <form.SubmitButton>{t('portal.sms.confirm')}</form.SubmitButton>
        <Button look="ghost" onClick={onOther}>
          {t('portal.sms.again')}
        </Button>
      </div>
    </Form>
  );
}
