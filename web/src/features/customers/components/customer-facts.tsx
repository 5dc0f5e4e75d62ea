import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Fold } from '../../../components/ui/fold.tsx';
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

/** What is stored of a customer, beside what the head of the page says. */
export function CustomerFacts({ customer }: { customer: CustomerAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const none = <span className="text-muted">{t('console.not_known')}</span>;
  const { telegram_username: bot } = customer;
  return (
    <Fold title={t('customers.fact.title')}>
      <KeyValueList
        isPaired
        className="-my-2.5"
        entries={[
          {
            term: t('customers.column.status'),
            value: <CustomerBadge isActive={customer.is_active} />,
          },
          { term: t('customers.column.bot'), value: bot === null ? none : `@${bot}` },
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
    </Fold>
  );
}

/** How to reach a customer, and whether they are told of an outage. */
export function CustomerHeadline({ customer }: { customer: CustomerAnswer }) {
  const { t } = useTranslation();
  const maySee = useMay('support');
  const { phone, is_active: isActive } = customer;
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <span className="inline-flex flex-wrap items-center gap-x-2 text-text tabular-nums">
        {formatPhone(phone)}
        {customer.phone_proven_at === null && <UnprovenBadge />}
        {maySee && <CopyButton text={phone} what={t('customers.column.phone')} />}
      </span>
      <span className={customer.messenger === 'connected' ? undefined : 'text-mains-lost'}>
        {t(messengerWords[customer.messenger])}
      </span>
      {!isActive && <CustomerBadge isActive={false} />}
    </span>
  );
}
