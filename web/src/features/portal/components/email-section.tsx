import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/error-text.ts';
import { contactsQuery } from '../api/contacts.ts';
import { emailQuery, useAskEmail } from '../api/email.ts';
import type { PortalStats } from '../api/get-stats.ts';
import { Section } from './section.tsx';

/** Adds an address of email, which is asked first; nothing where the service sends no mail. */
export function EmailSection({ messenger }: { messenger: PortalStats['messenger'] }) {
  const { t } = useTranslation();
  const { data: isOffered = false } = useQuery(emailQuery);
  const [asked, setAsked] = useState<string | null>(null);
  if (!isOffered) return null;
  const isThere = messenger.recipients.some(
    ({ channel, name }) => channel === 'email' && name === asked,
  );
  return (
    <Section title={t('portal.email.title')}>
      <Card className="flex flex-col gap-4 p-5 sm:p-6">
        {asked === null || isThere ? (
          <>
            <p className="max-w-prose text-muted text-sm">{t('portal.email.text')}</p>
            <AddressForm onAsked={setAsked} />
          </>
        ) : (
          <div role="status">
            <Notice
              kind="info"
              title={t('portal.email.sent_title', { address: asked })}
              action={
                <Button look="secondary" size="small" onClick={() => setAsked(null)}>
                  {t('portal.email.again')}
                </Button>
              }
            >
              {t('portal.email.sent')}
            </Notice>
          </div>
        )}
      </Card>
    </Section>
  );
}

function AddressForm({ onAsked }: { onAsked: (address: string) => void }) {
  const { t } = useTranslation();
  const { mutateAsync } = useAskEmail();
  const { data: contacts = [] } = useQuery(contactsQuery);
  const form = useSaveForm({
    defaultValues: { address: '', contact_id: 'own' },
    check: ({ address }) => ({
      address: !/^\S+@\S+\.\S+$/.test(address.trim()) && t('portal.email.wrong'),
    }),
    save: ({ address, ...whose }) => mutateAsync({ address: address.trim(), ...whose }),
    onSaved: ({ address }) => onAsked(address),
    describe: (error) => sayRefusal(error, t),
  });
  return (
    <Form form={form} className="max-w-md gap-4">
      <form.AppField name="address">
        {(field) => (
          <field.TextField
            label={t('portal.email.address')}
            type="email"
            autoComplete="email"
            maxLength={254}
          />
        )}
      </form.AppField>
      {contacts.length > 1 && (
        <form.AppField name="contact_id">
          {(field) => (
            <field.SelectField
              label={t('portal.email.who')}
              options={contacts.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </form.AppField>
      )}
      <form.FormError />
      <form.SubmitButton
        className="self-start"
        look="secondary"
        icon={<MailCheck aria-hidden="true" className="size-4" />}
      >
        {t('portal.email.ask')}
      </form.SubmitButton>
    </Form>
  );
}

function sayRefusal(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'RATE_LIMITED') return t('portal.email.wait');
  return describeError(error, t);
}
