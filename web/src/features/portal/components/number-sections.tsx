import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, PhoneCall } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { rings } from '../../../../../src/domain/alerts/channel-traits.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import {
  type NumberChannel,
  numberedSitesQuery,
  numbersQuery,
  useAskNumber,
  useConfirmNumber,
} from '../api/numbers.ts';
import { AddressForm, isLimited } from './address-form.tsx';
import { Section } from './section.tsx';

const words = {
  sms: {
    icon: <MessageSquareText aria-hidden="true" className="size-4" />,
    title: 'portal.sms.title',
    text: 'portal.sms.text',
    address: 'portal.sms.address',
    wrong: 'portal.sms.wrong',
    who: 'portal.sms.who',
    ask: 'portal.sms.ask',
    sent: 'portal.sms.sent',
    code: 'portal.sms.code',
    code_wrong: 'portal.sms.code_wrong',
    confirm: 'portal.sms.confirm',
    again: 'portal.sms.again',
    wait: 'portal.sms.wait',
  },
  call: {
    icon: <PhoneCall aria-hidden="true" className="size-4" />,
    title: 'portal.call.title',
    text: 'portal.call.text',
    address: 'portal.call.address',
    wrong: 'portal.call.wrong',
    who: 'portal.call.who',
    ask: 'portal.call.ask',
    sent: 'portal.call.sent',
    code: 'portal.call.code',
    code_wrong: 'portal.call.code_wrong',
    confirm: 'portal.call.confirm',
    again: 'portal.call.again',
    wait: 'portal.call.wait',
  },
} as const;

/** Adds a number, which has to give back a code first. */
export function NumberSection({ channel }: { channel: NumberChannel }) {
  const { t } = useTranslation();
  const { mutateAsync } = useAskNumber(channel);
  const [asked, setAsked] = useState<string | null>(null);
  // The button that was pressed is gone with its form.
  const [isBack, setIsBack] = useState(false);
  const goBack = () => {
    setAsked(null);
    setIsBack(true);
  };
  const { data: isOffered } = useQuery(numbersQuery);
  if (isOffered?.[channel] !== true) return null;
  const { icon, ...its } = words[channel];
  return (
    <Section title={t(its.title)}>
      <Card className="flex flex-col gap-4 p-5 sm:p-6">
        {asked === null ? (
          <>
            <p className="max-w-prose text-muted text-sm">{t(its.text)}</p>
            {rings({ channel }) && <NumberedSites />}
            <AddressForm
              words={{
                address: t(its.address),
                wrong: t(its.wrong),
                who: t(its.who),
                ask: t(its.ask),
                wait: t(its.wait),
              }}
              type="tel"
              maxLength={32}
              pattern={/\d/}
              icon={icon}
              isFocused={isBack}
              ask={mutateAsync}
              onAsked={setAsked}
            />
          </>
        ) : (
          <CodeForm channel={channel} number={asked} onConnected={goBack} onOther={goBack} />
        )}
      </Card>
    </Section>
  );
}

/** No machine says the name of a site. One alone needs no number. */
function NumberedSites() {
  const { t } = useTranslation();
  const { data: sites = [] } = useQuery(numberedSitesQuery);
  if (sites.length < 2) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>{t('portal.call.sites')}</p>
      <ol className="list-inside list-decimal">
        {sites.map(({ number, site_name: name }) => (
          <li key={number}>{name}</li>
        ))}
      </ol>
    </div>
  );
}

interface CodeFormProps {
  channel: NumberChannel;
  number: string;
  onConnected: () => void;
  onOther: () => void;
}

function CodeForm({ channel, number, onConnected, onOther }: CodeFormProps) {
  const { t } = useTranslation();
  const its = words[channel];
  const { mutateAsync } = useConfirmNumber(channel);
  const input = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone.
  useEffect(() => input.current?.focus(), []);
  const form = useSaveForm({
    defaultValues: { code: '' },
    check: ({ code }) => ({ code: !/^\d{6}$/.test(code.trim()) && t(its.code_wrong) }),
    save: ({ code }) => mutateAsync({ address: number, code: code.trim() }),
    onSaved: onConnected,
    describe: (error) => (isLimited(error) ? t(its.wait) : describeError(error, t)),
  });
  return (
    <Form form={form} className="max-w-md gap-4">
      <p role="status">{t(its.sent, { number })}</p>
      <form.AppField name="code">
        {(field) => (
          <field.TextField
            label={t(its.code)}
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
        <form.SubmitButton>{t(its.confirm)}</form.SubmitButton>
        <Button look="ghost" onClick={onOther}>
          {t(its.again)}
        </Button>
      </div>
    </Form>
  );
}
