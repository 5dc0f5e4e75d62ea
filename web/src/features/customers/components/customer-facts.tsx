import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { Card } from '../../../components/ui/card.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { useMay } from '../../../lib/console/use-may.ts';
import { formatNumber, formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { CustomerBadge } from './customer-badge.tsx';
import { UnprovenBadge } from './unproven-badge.tsx';

const messengerWords = {
  connected: 'customers.messenger.connected',
  unreachable: 'customers.messenger.unreachable',
  none: 'customers.messenger.none',
} as const satisfies Record<CustomerAnswer['messenger'], string>;

const languageWords = { th: 'customers.language.th', en: 'customers.language.en' } as const;

export function CustomerFacts({ customer }: { customer: CustomerAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const maySee = useMay('support');
  const none = <span className="text-muted">{t('console.not_known')}</span>;
  const { telegram_username: bot, phone } = customer;
  return (
    <Card className="p-5">
      <h2 className="font-semibold">{t('customers.fact.title')}</h2>
      <KeyValueList
        isPaired
        className="mt-2 -mb-2.5"
        entries={[
          {
            term: t('customers.column.status'),
            value: <CustomerBadge isActive={customer.is_active} />,
          },
          {
            term: t('customers.column.phone'),
            value: (
              <span className="-my-2 inline-flex flex-wrap items-center justify-end gap-1">
                {customer.phone_proven_at === null && <UnprovenBadge />}
                {formatPhone(phone)}
                {maySee && (
                  <CopyButton text={phone} what={t('customers.column.phone')} className="-mr-2.5" />
                )}
              </span>
            ),
          },
          { term: t('customers.column.bot'), value: bot === null ? none : `@${bot}` },
          { term: t('customers.fact.messenger'), value: t(messengerWords[customer.messenger]) },
          { term: t('customers.fact.language'), value: t(languageWords[customer.language]) },
          { term: t('customers.fact.email'), value: customer.email ?? none },
          { term: t('customers.fact.line'), value: customer.line_id ?? none },
          { term: t('customers.fact.address'), value: customer.address ?? none },
          {
            term: t('customers.column.devices'),
            value: formatNumber(customer.device_count, language),
          },
          { term: t('customers.fact.keys'), value: formatNumber(customer.key_count, language) },
          {
            term: t('customers.column.registered'),
            value: <DateTime time={customer.created_at} show="date" />,
          },
        ]}
      />
    </Card>
  );
}
