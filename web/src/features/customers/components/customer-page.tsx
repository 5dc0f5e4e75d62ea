import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackLinkText, backLinkClasses } from '../../../components/console/back-link.tsx';
import { LoadingPage } from '../../../components/console/loading-page.tsx';
import { StaleNotice } from '../../../components/console/stale-notice.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EntryButtons } from '../../../components/ui/entry-buttons.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useMay } from '../../../lib/console/use-may.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { customerQuery } from '../api/get-customer.ts';
import { customerEntries } from './customer-entries.ts';
import { CustomerFacts, CustomerHeadline } from './customer-facts.tsx';
import { PersonalDataCard } from './personal-data-card.tsx';
import { useCustomerDialogs } from './use-customer-dialogs.tsx';

interface CustomerPageProps {
  id: number;
  /** Tabs beside the facts: keys, devices, outages, events, notifications. */
  children: ReactNode;
}

export function CustomerPage({ id, children }: CustomerPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch, isRefetching } = useQuery(customerQuery(id));
  const leave = () => void navigate({ to: '/admin/customers' });
  const { open, dialogs } = useCustomerDialogs(leave);
  const customer = data?.data;
  const mayChange = useMay('support');
  const back = (
    <Link to="/admin/customers" className={backLinkClasses}>
      <BackLinkText>{t('console.nav.customers')}</BackLinkText>
    </Link>
  );
  if (customer === undefined) {
    return (
      <div className="flex flex-col gap-5">
        <PageHeader title={t('customers.one')} back={back} />
        {error === null ? (
          <LoadingPage />
        ) : (
          <Card>
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
          </Card>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={formatPhone(customer.name)}
        text={<CustomerHeadline customer={customer} />}
        back={back}
        actions={
          mayChange && (
            <EntryButtons
              label={t('customers.actions_of', { name: customer.name })}
              entries={customerEntries(customer, t, (action) => open(action, customer))}
            />
          )
        }
      />
      <StaleNotice error={error} onRetry={() => void refetch()} />
      <CustomerFacts customer={customer} />
      {children}
      {mayChange && <PersonalDataCard customer={customer} onErased={leave} />}
      {dialogs}
    </div>
  );
}
