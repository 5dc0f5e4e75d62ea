import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import type {
  addEmailAnswerSchema,
  addEmailSchema,
} from '../../../../../src/contract/alerts/email.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import type { PortalStats } from '../portal-stats.ts';
import { AddressForm } from './address-form.tsx';
import { Section } from './section.tsx';

/** Adds an address of email, which is asked first; nothing where the service sends no mail. */
export function EmailSection({ messenger }: { messenger: PortalStats['messenger'] }) {
  const { t } = useTranslation();
  const { data: isOffered = false } = useQuery(emailQuery);
  const { mutateAsync } = useAskEmail();
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
            <AddressForm
              words={{
                address: t('portal.email.address'),
                wrong: t('portal.email.wrong'),
                who: t('portal.email.who'),
                ask: t('portal.email.ask'),
                wait: t('portal.email.wait'),
              }}
              type="email"
              maxLength={254}
              pattern={/^\S+@\S+\.\S+$/}
              icon={<MailCheck aria-hidden="true" className="size-4" />}
              ask={mutateAsync}
              onAsked={setAsked}
            />
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

/** Whether alerts can go to an email address. */
export const emailQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ email }: PublicInfo) => email,
});

/** Asks an address whether it wants alerts. */
function useAskEmail() {
  return useMutation({
    mutationFn: (asked: InputOf<typeof addEmailSchema>) =>
      customerApi.post<OutputOf<typeof addEmailAnswerSchema>>('/api/customer/email', asked),
  });
}
