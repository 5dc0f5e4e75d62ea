import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download, UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CustomerAnswer } from '../../../../src/contract/people/customers.ts';
import { BackLinkText, backLinkClasses } from '../../components/console/back-link.tsx';
import { LoadingPage } from '../../components/console/loading-page.tsx';
import { StaleNotice } from '../../components/console/stale-notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Fold } from '../../components/ui/fold.tsx';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { EntryButtons } from '../../components/ui/menu.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useMay } from '../../lib/console/own-account.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatDate, formatNumber, formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import {
  customerQuery,
  type OldBackups,
  useDownloadData,
  useEraseCustomer,
} from './customer-calls.ts';
import { CustomerBadge, customerEntries, HowTold, UnprovenBadge } from './customer-columns.tsx';
import { useCustomerDialogs } from './customer-dialogs.tsx';

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

const messengerWords = {
  connected: 'customers.messenger.connected',
  unreachable: 'customers.messenger.unreachable',
  none: 'customers.messenger.none',
} as const satisfies Record<CustomerAnswer['messenger'], string>;

const languageWords = { th: 'customers.language.th', en: 'customers.language.en' } as const;

/** What is stored of a customer, beside what the head of the page says. */
function CustomerFacts({ customer }: { customer: CustomerAnswer }) {
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
          {
            term: t('customers.column.bot'),
            value: bot === null ? <HowTold messenger={customer.messenger} /> : `@${bot}`,
          },
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
function CustomerHeadline({ customer }: { customer: CustomerAnswer }) {
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

interface PersonalDataCardProps {
  customer: CustomerAnswer;
  onErased: () => void;
}

/** The customer's legal rights: a copy of their data, and its deletion. */
function PersonalDataCard({ customer, onErased }: PersonalDataCardProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const [left, setLeft] = useState<OldBackups | null>(null);
  const download = useDownloadData();
  const erase = useEraseCustomer();
  const mayErase = useMay('owner');
  const { id, name, device_count: devices, key_count: keys } = customer;
  const requestedAt = customer.deletion_requested_at;
  return (
    <Fold title={t('customers.data.title')} isOpen={requestedAt !== null}>
      <p className="text-muted text-sm">{t('customers.data.text')}</p>
      {requestedAt !== null && (
        <Notice kind="warning" title={t('customers.data.requested')} className="mt-4">
          <DateTime time={requestedAt} />
        </Notice>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          look="secondary"
          isBusy={download.isPending}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() =>
            download.mutate(id, {
              onError: (error) =>
                toast.error(t('customers.data.failed', { reason: describeError(error, t) })),
            })
          }
        >
          {t('customers.data.download')}
        </Button>
        {mayErase && (
          <Button
            look="secondary"
            className="text-mains-lost!"
            icon={<UserX aria-hidden="true" className="size-4" />}
            onClick={() => setIsAsking(true)}
          >
            {t('customers.data.erase')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('customers.data.erase_title', { name })}
        description={t('customers.data.erase_text')}
        losses={[
          t('customers.data.erase_account'),
          ...(devices > 0 ? [t('customers.data.erase_devices', { count: devices })] : []),
          ...(keys > 0 ? [t('customers.data.erase_keys', { count: keys })] : []),
          t('customers.data.erase_history'),
        ]}
        action={t('customers.data.erase_action')}
        isDestructive
        onConfirm={async () => {
          const { backups } = (await erase.mutateAsync(id)).data;
          toast.success(t('customers.data.erased'));
          if (backups.length === 0) onErased();
          else setLeft(backups);
        }}
      />
      {left !== null && <OldBackupsDialog backups={left} onClose={onErased} />}
    </Fold>
  );
}

interface OldBackupsDialogProps {
  backups: OldBackups;
  onClose: () => void;
}

/** After a deletion: the backups that still hold what was deleted, and when each of them goes. */
function OldBackupsDialog({ backups, onClose }: OldBackupsDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('customers.data.backups_title')}
      description={t('customers.data.backups_text')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('customers.data.backups_done')}
        </Button>
      }
    >
      <ul className="space-y-2 text-sm">
        {backups.map(({ name, ends_at: endsAt }) => (
          <li key={name} className="wrap-anywhere">
            <span className="font-mono">{name}</span>{' '}
            <span className="text-muted">
              {endsAt === null
                ? t('customers.data.backup_stays')
                : t('customers.data.backup_goes', { day: formatDate(endsAt, language) })}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
